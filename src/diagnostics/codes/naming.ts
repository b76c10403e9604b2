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
        formatChange(change, `parameters in several locations have the name '${name}'`),
      reserved: ({ name, ...change }: Change & { name: string }): string =>
        formatChange(change, `the name '${name}' is reserved`),
      taken: ({ name, holder, ...change }: Change & { name: string; holder: string }): string =>
        formatChange(change, `'${name}' is the name of ${holder}`),
      'look-alike': (change: Change): string =>
        formatChange(change, 'other names differ from it only in symbols or case'),
    },
    hint: ({ byAuthor }: { byAuthor: boolean }): string | undefined =>
      byAuthor ? "to choose another name, use 'x-identifier'" : undefined,
  },
  'not-converted': {
    warning: {
      type: ({ format }: Conversion): string =>
        describeConversion(format, `its 'type' is not ${format === 'int64' ? 'integer' : 'string'} alone`),
      keyword: ({ format, keyword }: Conversion & { keyword: string }): string =>
        describeConversion(format, `its '${keyword}' applies to the value as it is sent`),
      place: ({ format, place }: Conversion & { place: string }): string =>
        describeConversion(
          format,
          `'${place}' also allows ${format === 'int64' ? 'other numbers' : 'other strings'} for the same value`,
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
