import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stylesOf } from '../wire/style-table.js';
import { countRuns } from './adapters.js';
import { type Pair, startPair } from './start-pair.js';

/** The generated server reads what the generated client wrote in each location, style and form. */
const text = { type: 'string', minLength: 1 };
const shapes = {
  Text: text,
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  List: { type: 'array', items: text, minItems: 1 },
  Numbers: { type: 'array', items: { type: 'integer' }, minItems: 1 },
  Object: {
    type: 'object',
    required: ['a'],
    properties: { a: text, b: { type: 'integer' } },
    additionalProperties: false,
  },
} as const;

type Shape = keyof typeof shapes;
interface Case {
  readonly id: string;
  readonly location: keyof typeof stylesOf;
  readonly style: string;
  readonly explode: boolean;
  readonly shape: Shape;
}

const cases: Case[] = [];
for (const [location, list] of Object.entries(stylesOf)) {
  for (const style of list) {
    for (const explode of [false, true]) {
      for (const shape of Object.keys(shapes)) {
        const isDelimited = style.endsWith('Delimited');
        if (style === 'deepObject' && (shape !== 'Object' || !explode)) continue;
        if (isDelimited && (explode || !/List|Numbers|Object/.test(shape))) continue;
        const id = `${location}${style}${explode}${shape}`;
        cases.push({ id, location: location as Case['location'], style, explode, shape: shape as Shape });
      }
    }
  }
}

let pair: Pair | undefined;
let seen: unknown;

beforeAll(async () => {
  const paths = cases.map(({ id, location, style, explode, shape }) => {
    const name = location === 'header' ? 'X-Value' : 'value';
    const parameter = { name, in: location, required: true, style, explode, schema: shapes[shape] };
    const get = { operationId: id, parameters: [parameter], responses: { 204: { description: 'Read.' } } };
    return [location === 'path' ? `/${id}/{value}` : `/${id}`, { get }];
  });
  const description = { openapi: '3.2.0', info: { title: 'T', version: '1' }, paths: Object.fromEntries(paths) };
  const handler = (args: Record<string, unknown>): object => {
    seen = Object.values(args)[0];
    return { status: 204 };
  };
  pair = await startPair(description, handler);
}, 60_000);
afterAll(() => pair?.close());

const words = [
  'a',
  'b c',
  'ü漢🎈',
  '100%',
  'a&b=c',
  '+',
  '1',
  'true',
  '/',
  '?#',
  "it's",
  '~',
  '$!*()',
  'a:b@c',
  '%2C',
  '"',
];
// The specification defines no encoding for a delimiter of a style inside an item.
const items: { readonly [style: string]: readonly string[] } = {
  spaceDelimited: words.filter((word) => !/[ +]/.test(word)),
};

function valuesOf({ location, style, shape }: Case): fc.Arbitrary<unknown> {
  // HTTP limits the characters of a header or an unencoded cookie.
  const isRaw = location === 'header' || style === 'cookie';
  const word = fc.constantFrom(...(isRaw ? ['a', '1', 'true', 'a-b', "it's"] : (items[style] ?? words)));
  const whole = fc.integer({ min: -1000, max: 1000 });
  return {
    Text: word,
    Number: fc.oneof(whole, fc.constantFrom(0.5, -1e21, 1e-7)),
    Boolean: fc.boolean(),
    List: fc.array(word, { minLength: 1, maxLength: 4 }),
    Numbers: fc.array(whole, { minLength: 1, maxLength: 4 }),
    Object: fc.record({ a: word, b: whole }, { requiredKeys: ['a'] }),
  }[shape];
}

describe('the server reads what the client writes', () => {
  test.each(cases)('$location, $style, explode $explode, $shape', async (one) => {
    await fc.assert(
      fc.asyncProperty(valuesOf(one), async (value) => {
        await pair?.call(one.id, { [one.location === 'header' ? 'xValue' : 'value']: value });
        expect(seen).toEqual(value);
      }),
      { numRuns: countRuns() },
    );
  });
});
