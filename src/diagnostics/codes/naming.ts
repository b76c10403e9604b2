/** Findings while choosing names. */
export const namingCodes = {
  'name-changed': {
    note: ({ wanted, chosen, because }: { wanted: string; chosen: string; because: string }): string =>
      `'${wanted}' becomes '${chosen}': ${because}`,
    hint: ({ byAuthor }: { byAuthor: boolean }): string | undefined =>
      byAuthor ? "to choose another name, use 'x-identifier'" : undefined,
  },
  'not-converted': {
    warning: ({ format, why }: { format: string; why: string }): string =>
      `this '${format}' remains a ${format === 'int64' ? 'number' : 'string'} in code: ${why}`,
  },
};
