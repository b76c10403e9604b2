interface Change {
  readonly wanted: string;
  readonly chosen: string;
}

interface Conversion {
  readonly format: string;
}

/** Findings while choosing names and conversions. */
export const namingCodes = {
  'name-changed': {
    note: {
      'not-identifier': (change: Change): string => formatChange(change, 'it is not an identifier'),
      'too-long': ({ limit, ...change }: Change & { limit: number }): string =>
        formatChange(change, `it is longer than ${limit} characters`),
      'several-locations': ({ name, ...change }: Change & { name: string }): string =>
        formatChange(change, `parameters of several locations are called '${name}'`),
      reserved: ({ name, ...change }: Change & { name: string }): string =>
        formatChange(change, `the name '${name}' is reserved`),
      taken: ({ name, holder, ...change }: Change & { name: string; holder: string }): string =>
        formatChange(change, `'${name}' is the name of ${holder}`),
      'look-alike': (change: Change): string => formatChange(change, 'others differ from it in symbols or case only'),
    },
    hint: ({ byAuthor }: { byAuthor: boolean }): string | undefined =>
      byAuthor ? "to choose another name, use 'x-identifier'" : undefined,
  },
  'not-converted': {
    warning: {
      type: ({ format }: Conversion): string =>
        describeConversion(format, `its 'type' is not ${format === 'int64' ? 'integer' : 'string'} alone`),
      keyword: ({ format, keyword }: Conversion & { keyword: string }): string =>
        describeConversion(format, `its '${keyword}' applies to how it is written`),
      place: ({ format, place }: Conversion & { place: string }): string =>
        describeConversion(
          format,
          `the same value may be ${format === 'int64' ? 'another number' : 'another text'} by '${place}'`,
        ),
    },
  },
};

function formatChange({ wanted, chosen }: Change, because: string): string {
  return `'${wanted}' becomes '${chosen}': ${because}`;
}

function describeConversion(format: string, why: string): string {
  return `this '${format}' remains a ${format === 'int64' ? 'number' : 'string'} in code: ${why}`;
}
