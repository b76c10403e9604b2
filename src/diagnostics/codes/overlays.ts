/** Findings about overlays. */
export const overlayCodes = {
  'overlay-not-read': {
    error: {
      'not-found': (): string => 'there is no such overlay',
      outside: (): string => 'the overlay is outside the folder of the description',
    },
    hint: ({ variant }: { variant: string }): string | undefined =>
      variant === 'outside' ? 'if this is intended, name a folder that contains both: --root DIR' : undefined,
  },
  'overlay-invalid': {
    error: {
      version: (): string => 'lacuna reads overlays of versions 1.0 and 1.1',
      missing: ({ name }: { name: string }): string => `the overlay needs the field '${name}' here`,
      unknown: ({ name }: { name: string }): string => `the version of the overlay has no field '${name}' here`,
      type: ({ name }: { name: string }): string => `the value of '${name}' has another type than overlays need`,
      target: (): string => "the target of an action is a JSONPath query, which begins with '$'",
      'no-actions': (): string => 'the overlay has no action',
      repeated: (): string => 'the overlay has this action twice',
    },
  },
  'overlay-action-refused': {
    error: ({ why }: { why: string }): string => `the action cannot be applied: ${why}`,
  },
  'overlay-matches-nothing': {
    error: ({ target }: { target: string }): string => `'${target}' selects nothing in the description`,
    hint: (): string =>
      'actions apply in order, each to what the ones before it left; correct the query, or remove the action',
  },
  'edit-through-overlay': {
    error: (): string => 'this run reads the description through an overlay, and edits no description that has one',
    hint: (): string => 'write the change as an action of the overlay',
  },
  'overlay-extends-other': {
    warning: ({ uri }: { uri: string }): string =>
      `the overlay extends '${uri}', which is not the description that this run reads`,
    hint: (): string => "correct 'extends', or remove it; lacuna never fetches it",
  },
};
