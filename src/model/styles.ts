/** The locations of a parameter (OpenAPI 3.2, 4.12.1). */
export const parameterLocations = ['path', 'query', 'header', 'cookie', 'querystring'] as const;

/** Where a parameter is sent. */
export type ParameterLocation = (typeof parameterLocations)[number];

/**
 * The styles (OpenAPI 3.2, 4.12.3): the locations that allow each, and the character that delimits the parts of a value.
 * The first style of a location is its default.
 */
const styleTable = {
  simple: { locations: ['path', 'header'] },
  label: { locations: ['path'] },
  matrix: { locations: ['path'] },
  form: { locations: ['query', 'cookie'] },
  spaceDelimited: { locations: ['query'], delimiter: ' ' },
  pipeDelimited: { locations: ['query'], delimiter: '|' },
  deepObject: { locations: ['query'] },
  cookie: { locations: ['cookie'] },
} as const;

/** How a value is serialized. */
export type Style = keyof typeof styleTable;

interface StyleRow {
  readonly locations: readonly ParameterLocation[];
  readonly delimiter?: string;
}

const rows: { readonly [S in Style]: StyleRow } = styleTable;

/** Lists the styles of a location, the default first. */
export function listStyles(location: ParameterLocation): Style[] {
  return styleNames.filter((style) => rows[style].locations.includes(location));
}

const styleNames = Object.keys(rows).filter((name): name is Style => Object.hasOwn(rows, name));

/** Returns the character that delimits the parts of a value, if the style has one of its own. */
export function findDelimiter(style: Style): string | undefined {
  return rows[style].delimiter;
}
