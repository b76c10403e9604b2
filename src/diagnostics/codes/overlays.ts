import { suggestCandidate, suggestLimit } from './row.js';

/** Findings about overlays. */
export const overlayCodes = {
  'overlay-not-read': {
    error: {
      'not-found': (): string => 'there is no such overlay',
      outside: (): string => 'the overlay is outside the folder of the description',
    },
    hint: ({ variant }: { variant: string }): string =>
      variant === 'outside'
        ? 'if this is intended, name a folder that contains both: --root DIR'
        : "correct its path, or remove it from the overlays; 'lacuna items answer' creates the file that its --overlay names",
  },
  'overlay-invalid': {
    error: {
      version: (): string => 'lacuna reads overlays of versions 1.0 and 1.1',
      missing: ({ name }: { name: string }): string => `the overlay needs the field '${name}' here`,
      unknown: ({ name }: { name: string }): string => `this version of overlays has no field '${name}' here`,
      type: ({ name }: { name: string }): string => `the value of '${name}' has the wrong type`,
      target: (): string => "the target of an action must be a JSONPath query, which begins with '$'",
      'no-actions': (): string => 'the overlay has no action',
      repeated: (): string => 'the overlay has this action twice',
    },
  },
  'overlay-action-failed': {
    error: ({ why }: { why: string }): string => `the action cannot be applied: ${why}`,
  },
  'overlay-limit': {
    error: {
      added: ({ limit }: { limit: number }): string =>
        `with this action, the overlays add or merge more than ${limit} values`,
      selected: ({ limit }: { limit: number }): string => `a query of this action selects more than ${limit} values`,
      seconds: ({ limit }: { limit: number }): string => `a query of this action takes more than ${limit} s`,
    },
    hint: ({ variant, limit }: { variant: string; limit: number }): string =>
      suggestLimit(variant === 'seconds' ? 'querySeconds' : 'overlayValues', limit),
  },
  'overlay-matches-nothing': {
    error: ({ target }: { target: string }): string => `'${target}' selects nothing in the description`,
    hint: (): string =>
      'each action applies to the result of the actions before it; correct the query, or remove the action',
  },
  'overlay-item-unknown': {
    error: ({ id }: { id: string; likely: string | undefined }): string =>
      `this action resolves '${id}', but the description has no such item`,
    hint: ({ likely }: { likely: string | undefined }): string =>
      suggestCandidate(likely) ?? 'its id may have changed, or it is in another file, to which overlays do not apply',
  },
  'overlay-item-answered': {
    error: ({ id, answer }: { id: string; answer: string | undefined }): string =>
      `the description itself now answers '${id}'${answer === undefined ? '' : `: ${answer}`}`,
    hint: ({ id }: { id: string }): string => `compare the answers, and remove the actions that resolve '${id}'`,
  },
  'overlay-item-changed': {
    error: ({ id, place }: { id: string; place: string; now: string }): string =>
      `the description at ${place} has changed since '${id}' was answered here`,
    hint: ({ id, now }: { id: string; now: string }): string =>
      `compare it with your answer: if the answer is still correct, write '${now}' here; otherwise remove the actions that resolve '${id}'`,
  },
  'overlay-item-uncompared': {
    note: ({ id }: { id: string; now: string }): string =>
      `if the description changes at the item '${id}', no finding reports that this answer may be outdated`,
    hint: ({ now }: { id: string; now: string }): string =>
      `if the answer is correct now, add 'x-resolves-from: ${now}' to this action`,
  },
  'overlay-item-open': {
    error: ({ id, place }: { id: string; place: string }): string =>
      `this action resolves '${id}', but the item is still open after all overlays, at ${place}`,
    hint: (): string => "remove the item from 'x-not-shown' there, with an action that has 'remove: true'",
  },
  'overlay-answer-absent': {
    error: {
      kind: ({ id, kind }: { id: string; kind: string }): string =>
        `this action resolves '${id}', an item of kind '${kind}', but the description does not answer it after all overlays`,
      words: ({ id }: { id: string; kind: string }): string =>
        `the actions that resolve '${id}' remove the item, but state no answer`,
    },
    hint: ({ id, variant }: { id: string; variant: string }): string =>
      variant === 'words'
        ? "add an 'update' with the answer, or write the answer in the 'description' of the action"
        : `write the answer that 'lacuna items show ${id}' describes, as 'lacuna items answer ${id}' would`,
  },
  'overlay-not-configured': {
    error: ({ overlay }: { overlay: string; overlays: readonly string[] }): string =>
      `the configuration does not name the overlay '${overlay}', so the next run would not read it`,
    hint: ({ overlays, isJson }: { overlays: readonly string[]; isJson: boolean }): string =>
      `add it to the configuration and run this command again: ${isJson ? '"overlay"' : 'overlay'}: [${overlays.map((path) => (isJson ? JSON.stringify(path) : `'${path}'`)).join(', ')}]`,
  },
  'overlay-extends-other': {
    warning: ({ uri }: { uri: string }): string =>
      `the overlay extends '${uri}', which is not the description that this run reads`,
    hint: (): string => "correct 'extends', or remove it; lacuna never fetches it",
  },
};
