/** Findings while choosing names. */
export const namingCodes = {
  'name-changed': {
    note: ({ wanted, chosen, because }: { wanted: string; chosen: string; because: string }): string =>
      `'${wanted}' is called '${chosen}' here: ${because}`,
    hint: ({ byAuthor }: { byAuthor: boolean }): string | undefined =>
      byAuthor ? "'x-identifier' chooses another name" : undefined,
  },
  'not-converted': {
    warning: ({ format, why }: { format: string; why: string }): string =>
      `this '${format}' stays a ${format === 'int64' ? 'number' : 'string'} in code: ${why}`,
  },
};
