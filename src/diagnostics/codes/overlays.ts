import { suggestLimit } from './row.js';

/** Findings about overlays. */
export const overlayCodes = {
  'overlay-not-read': {
    error: {
      'not-found': 'there is no such overlay',
      outside: 'the overlay is outside the folder of the description',
    },
    hint: {
      'not-found':
        "correct its path, or remove it from the overlays; 'lacuna gaps answer' creates the file that its --overlay names",
      outside: 'if this is intended, name a folder that contains both: --root DIR',
    },
  },
  'overlay-invalid': {
    error: {
      version: 'lacuna reads overlays of versions 1.0 and 1.1',
      missing: "the overlay needs the field '{name}' here",
      unknown: "this version of overlays has no field '{name}' here",
      type: "the value of '{name}' has the wrong type",
      target: "the target of an action must be a JSONPath query, which begins with '$'",
      'no-actions': 'the overlay has no action',
      repeated: 'the overlay has this action twice',
    },
  },
  'overlay-action-failed': {
    error: 'the action cannot be applied: {why}',
  },
  'overlay-limit': {
    error: {
      added: 'with this action, the overlays add or merge more than {limit} values',
      selected: 'a query of this action selects more than {limit} values',
      seconds: 'a query of this action takes more than {limit} s',
    },
    hint: ({ variant, limit }: { variant: string; limit: number }): string =>
      suggestLimit(variant === 'seconds' ? 'querySeconds' : 'overlayValues', limit),
  },
  'overlay-matches-nothing': {
    error: "'{target}' selects nothing in the description",
    hint: 'each action applies to the result of the actions before it; correct the query, or remove the action',
  },
  'overlay-gap-unknown': {
    error: "this action resolves '{id}', but the description has no such gap",
    suggests: true,
    hint: 'its id may have changed, or it is in another file, to which overlays do not apply',
  },
  'overlay-gap-answered': {
    error: ({ id, answer }: { id: string; answer: string | undefined }): string =>
      `the description itself now answers '${id}'${answer === undefined ? '' : `: ${answer}`}`,
    hint: "compare the answers, and remove the actions that resolve '{id}'",
  },
  'overlay-gap-changed': {
    error: "the description at {place} has changed since '{id}' was answered here",
    hint: "compare it with your answer: if the answer is still correct, write '{now}' here; otherwise remove the actions that resolve '{id}'",
  },
  'overlay-gap-uncompared': {
    note: "if the description changes at the gap '{id}', no finding reports that this answer may be outdated",
    hint: ({ now }: { id: string; now: string }): string =>
      `if the answer is correct now, add 'x-resolves-from: ${now}' to this action`,
  },
  'overlay-gap-open': {
    error: "this action resolves '{id}', but the gap is still open after all overlays, at {place}",
    hint: "remove the gap from 'x-not-shown' there, with an action that has 'remove: true'",
  },
  'overlay-answer-absent': {
    error: {
      kind: "this action resolves '{id}', a gap of kind '{kind}', but the description does not answer it after all overlays",
      words: ({ id }: { id: string; kind: string }): string =>
        `the actions that resolve '${id}' remove the gap, but state no answer`,
    },
    hint: {
      kind: "write the answer that 'lacuna gaps show {id}' describes, as 'lacuna gaps answer {id}' would",
      words: "add an 'update' with the answer, or write the answer in the 'description' of the action",
    },
  },
  'overlay-not-configured': {
    error: "the configuration does not name the overlay '{overlay}', so the next run would not read it",
    hint: ({ overlays, isJson }: { overlays: readonly string[]; isJson: boolean }): string =>
      `add it to the configuration and run this command again: ${isJson ? '"overlay"' : 'overlay'}: [${overlays.map((path) => (isJson ? JSON.stringify(path) : `'${path}'`)).join(', ')}]`,
  },
  'overlay-extends-other': {
    warning: "the overlay extends '{uri}', which is not the description that this run reads",
    hint: "correct 'extends', or remove it; lacuna never fetches it",
  },
} as const;
