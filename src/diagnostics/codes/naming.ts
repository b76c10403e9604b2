interface Conversion {
  readonly format: string;
}

/** Findings while choosing names and conversions. */
export const namingCodes = {
  'name-changed': {
    note: {
      'not-identifier': "'{wanted}' becomes '{chosen}': it is not an identifier",
      'too-long': "'{wanted}' becomes '{chosen}': it is longer than {limit} characters",
      'several-locations': "'{wanted}' becomes '{chosen}': parameters in several locations have the name '{name}'",
      reserved: "'{wanted}' becomes '{chosen}': the name '{name}' is reserved",
      taken: "'{wanted}' becomes '{chosen}': '{name}' is the name of {holder}",
      'look-alike': "'{wanted}' becomes '{chosen}': other names differ from it only in symbols or case",
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
} as const;

function describeConversion(format: string, why: string): string {
  return `this '${format}' remains a ${format === 'int64' ? 'number' : 'string'} in code: ${why}`;
}
