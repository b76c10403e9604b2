import type { JsonObject } from '../../src/model/element.js';
import type { ParameterLocation, Style } from '../../src/model/styles.js';
import type { WireCase } from './wire-case.js';

/**
 * The serialization for each style, `explode`, location and shape of value. The values are those of the tables "Style
 * Values" and "Style Examples" (OpenAPI 3.0.4, 4.7.12.3 and 4.7.12.4; 3.1.1, 4.8.12.3 and 4.8.12.4; 3.2.0, 4.12.3 and
 * 4.12.6). For `null` and empty values, they follow RFC 6570, 2.3, 3.2.1 and 3.2.7; for cookies, RFC 6265, 4.2.1.
 *
 * - `-`: the value is not sent.
 * - `refused`: an error names the parameter.
 * - `!`: the specification leaves it undefined, and a finding reports what is sent.
 */
const table = `
                            | ''      | string      | number    | boolean     | array                               | object                                                   | []      | {}      | null
path    simple false        | refused | blue        | 42        | true        | blue,black,brown                    | R,100,G,200,B,150                                        | refused | refused | refused
path    simple true         | refused | blue        | 42        | true        | blue,black,brown                    | R=100,G=200,B=150                                        | refused | refused | refused
path    label false         | refused | .blue       | .42       | .true       | .blue,black,brown                   | .R,100,G,200,B,150                                       | refused | refused | refused
path    label true          | refused | .blue       | .42       | .true       | .blue.black.brown                   | .R=100.G=200.B=150                                       | refused | refused | refused
path    matrix false        | ;color  | ;color=blue | ;color=42 | ;color=true | ;color=blue,black,brown             | ;color=R,100,G,200,B,150                                 | refused | refused | refused
path    matrix true         | ;color  | ;color=blue | ;color=42 | ;color=true | ;color=blue;color=black;color=brown | ;R=100;G=200;B=150                                       | refused | refused | refused
query   form false          | color=  | color=blue  | color=42  | color=true  | color=blue,black,brown              | color=R,100,G,200,B,150                                  | -       | -       | -
query   form true           | color=  | color=blue  | color=42  | color=true  | color=blue&color=black&color=brown  | R=100&G=200&B=150                                        | -       | -       | -
query   spaceDelimited false| !color= | !color=blue | !color=42 | !color=true | color=blue%20black%20brown          | color=R%20100%20G%20200%20B%20150                        | -       | -       | !-
query   spaceDelimited true | !color= | !color=blue | !color=42 | !color=true | !color=blue&color=black&color=brown | !R=100&G=200&B=150                                       | !-      | !-      | !-
query   pipeDelimited false | !color= | !color=blue | !color=42 | !color=true | color=blue%7Cblack%7Cbrown          | color=R%7C100%7CG%7C200%7CB%7C150                        | -       | -       | !-
query   pipeDelimited true  | !color= | !color=blue | !color=42 | !color=true | !color=blue&color=black&color=brown | !R=100&G=200&B=150                                       | !-      | !-      | !-
query   deepObject false    | !color= | !color=blue | !color=42 | !color=true | !color=blue&color=black&color=brown | !color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150      | !-      | !-      | !-
query   deepObject true     | !color= | !color=blue | !color=42 | !color=true | !color=blue&color=black&color=brown | color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150       | !-      | -       | !-
header  simple false        |         | blue        | 42        | true        | blue,black,brown                    | R,100,G,200,B,150                                        | -       | -       | -
header  simple true         |         | blue        | 42        | true        | blue,black,brown                    | R=100,G=200,B=150                                        | -       | -       | -
cookie  form false          | color=  | color=blue  | color=42  | color=true  | !color=blue,black,brown             | !color=R,100,G,200,B,150                                 | !-      | !-      | -
cookie  form true           | color=  | color=blue  | color=42  | color=true  | !color=blue; color=black; color=brown | !R=100; G=200; B=150                                   | !-      | !-      | -
cookie  cookie false        | color=  | color=blue  | color=42  | color=true  | !color=blue,black,brown             | !color=R,100,G,200,B,150                                 | !-      | !-      | -
cookie  cookie true         | color=  | color=blue  | color=42  | color=true  | color=blue; color=black; color=brown | R=100; G=200; B=150                                     | -       | -       | -
`;

const text = { type: 'string' };
const list = { type: 'array', items: text };
const record = {
  type: 'object',
  properties: { R: { type: 'integer' }, G: { type: 'integer' }, B: { type: 'integer' } },
};

/** The shapes, in the order of the table: the schema and the value of each. */
export const shapes: Readonly<Record<string, { readonly schema: JsonObject; readonly value: unknown }>> = {
  "''": { schema: text, value: '' },
  string: { schema: text, value: 'blue' },
  number: { schema: { type: 'number' }, value: 42 },
  boolean: { schema: { type: 'boolean' }, value: true },
  array: { schema: list, value: ['blue', 'black', 'brown'] },
  object: { schema: record, value: { R: 100, G: 200, B: 150 } },
  '[]': { schema: list, value: [] },
  '{}': { schema: record, value: {} },
  null: { schema: text, value: null },
};

// The locations of each style (OpenAPI 3.2.0, 4.12.3; `cookie` since 3.2). TypeScript requires every style of the model.
const locationsOf: { readonly [S in Style]: readonly ParameterLocation[] } = {
  simple: ['path', 'header'],
  label: ['path'],
  matrix: ['path'],
  form: ['query', 'cookie'],
  spaceDelimited: ['query'],
  pipeDelimited: ['query'],
  deepObject: ['query'],
  cookie: ['cookie'],
};

/** The styles of each location. */
export const stylesOf: { readonly [L in Exclude<ParameterLocation, 'querystring'>]: readonly string[] } = {
  path: listStylesOf('path'),
  query: listStylesOf('query'),
  header: listStylesOf('header'),
  cookie: listStylesOf('cookie'),
};

function listStylesOf(location: ParameterLocation): string[] {
  return Object.entries(locationsOf).flatMap(([style, allowing]) => (allowing.includes(location) ? [style] : []));
}

/** Formats the name of a cell of the table. */
export function cellName(location: string, style: string, explode: string, shape: string): string {
  return `${location} ${style} ${explode} ${shape}`;
}

/** The cells of the table that have a value, by name. */
export const cells: ReadonlyMap<string, string> = new Map(
  table
    .split('\n')
    .slice(2, -1)
    .flatMap((row) => {
      const [head = '', ...columns] = row.split('|').map((column) => column.trim());
      const [location = '', style = '', explode = ''] = head.split(/\s+/);
      return Object.keys(shapes).flatMap((shape, index): [string, string][] => {
        const cell = columns[index];
        return cell === undefined ? [] : [[cellName(location, style, explode, shape), cell]];
      });
    }),
);

/** Builds the case of a cell. */
export function caseOf(location: string, style: string, explode: string, shape: string): WireCase {
  const name = cellName(location, style, explode, shape);
  const cell = cells.get(name) ?? '';
  const { schema = {}, value } = shapes[shape] ?? {};
  const wireName = location === 'header' ? 'X-Color' : 'color';
  const parameter = {
    name: wireName,
    in: location,
    required: location === 'path',
    style,
    explode: explode === 'true',
    schema,
  };
  return {
    name,
    cite: 'OpenAPI, Style Examples; RFC 6570, 2.3 and 3.2',
    ...(style === 'cookie' && { since: '3.2' as const }),
    ...(location === 'path' && { path: '/{color}' }),
    operation: { parameters: [parameter] },
    args: { [location === 'header' ? 'xColor' : 'color']: value },
    expected: { ...expectedOf(location, cell.replace(/^!/, '')), isUndefined: cell.startsWith('!') },
  };
}

function expectedOf(location: string, cell: string): WireCase['expected'] {
  if (cell === 'refused') return { refused: 'color' };
  const sent = cell === '-' ? null : cell;
  switch (location) {
    case 'path':
      return { url: `/${cell}` };
    case 'query':
      return { url: sent === null ? '' : `?${cell}` };
    case 'header':
      return { url: '', headers: { 'x-color': sent } };
    default:
      return { url: '', headers: { cookie: sent } };
  }
}
