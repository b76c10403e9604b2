import ts from 'typescript-6';
import { expect, test } from 'vitest';
import { failuresOf, loadSchemas } from './load-validators.js';

test('names that every object inherits count only as own properties', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { validators } = await loadSchemas({
    Odd: { type: 'object', required: names, properties },
    Free: { type: 'object', properties, additionalProperties: { type: 'integer' } },
    Linked: { type: 'object', dependentRequired: { constructor: ['toString'] } },
  });
  expect(failuresOf(validators, 'validateOdd', {})).toHaveLength(4);
  expect(validators['isOdd']?.({})).toBe(false);
  const value = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}');
  expect(failuresOf(validators, 'validateOdd', value)).toEqual([]);
  expect(validators['isFree']?.({})).toBe(true);
  expect(validators['isFree']?.(JSON.parse('{"__proto__":1}'))).toBe(false);
  expect(validators['isLinked']?.({})).toBe(true);
});

test('a value that is nested too deeply is refused without a crash', async () => {
  const { validators } = await loadSchemas({
    Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } },
    Not: { not: { $ref: '#/components/schemas/Node' } },
    Unique: { type: 'array', uniqueItems: true },
    Long: {
      anyOf: [
        ...Array.from({ length: 60 }, (_, length) => ({ type: 'string', minLength: length, maxLength: length })),
        { type: 'array', items: { $ref: '#/components/schemas/Long' } },
      ],
    },
    Tree: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Tree' } }] },
  });
  const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = {};
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  const chain = (inner: unknown): unknown => ({ next: inner });
  const fields = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`f${index}`, { type: ['integer', 'null'] }]),
  );
  const next = { next: { $ref: '#/components/schemas/Large' } };
  expect(validators['isNode']?.(nest(400, chain))).toBe(true);
  expect(failuresOf(validators, 'validateNode', nest(400, chain))).toEqual([]);
  const deep = nest(100_000, chain);
  expect(validators['isNode']?.(deep)).toBe(false);
  expect(failuresOf(validators, 'validateNode', deep)[0]?.message).toBe('must be nested at most 1000 levels deep');
  // A value that was refused is also refused the second time.
  expect(validators['isNot']?.(deep)).toBe(false);
  expect(validators['isUnique']?.([deep, deep])).toBe(false);
  expect(validators['isUnique']?.([nest(400, chain), 1])).toBe(true);
  expect(validators['isUnique']?.([nest(1500, chain), 1])).toBe(false);
  const list = (inner: unknown): unknown => (Array.isArray(inner) ? [inner] : []);
  for (const name of ['isTree', 'isLong']) {
    expect(validators[name]?.(nest(100, list)), name).toBe(true);
    expect(validators[name]?.(nest(1500, list)), name).toBe(false);
    expect(validators[name]?.(nest(100_000, list)), name).toBe(false);
  }
  const { validators: large } = await loadSchemas({ Large: { type: 'object', properties: { ...fields, ...next } } });
  expect(large['isLarge']?.(deep)).toBe(false);
  expect(failuresOf(large, 'validateLarge', deep)).toHaveLength(1);
  const circle: { next?: unknown } = {};
  circle.next = circle;
  expect(validators['isNode']?.(circle)).toBe(false);
});

const awkward = [
  `'`,
  '"',
  '`$' + '{x}`',
  '\\',
  '*/',
  '//',
  '\n',
  '\u2028',
  '</script>',
  '\u202e',
  '\ud800',
  '__proto__',
  // Names that the emitted module itself uses.
  ...['value', 'found', 'at', 'fields', 'fields2', 'key', 'fail', 'areEqual', 'isThing', 'collectThing', 'undefined'],
];

test.each(awkward.map((text) => [text]))('%j is text in every place', async (text) => {
  const { validators, files, diagnostics } = await loadSchemas({
    Thing: {
      type: 'object',
      required: [text],
      properties: { [text]: { enum: [text, { [text]: text }] }, other: { const: text } },
      patternProperties: { [escapePattern(text)]: true },
      dependentRequired: { [text]: ['other'] },
      additionalProperties: false,
    },
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  for (const [path, source] of files) expect(syntaxErrors(path, source)).toEqual([]);
  const value = Object.fromEntries([
    [text, text],
    ['other', text],
  ]);
  expect(failuresOf(validators, 'validateThing', value)).toEqual([]);
  expect(failuresOf(validators, 'validateThing', { other: text })).toHaveLength(1);
  expect(validators['isThing']?.({ ...value, zzz: 1 })).toBe(false);
});

function escapePattern(text: string): string {
  return `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`;
}

function syntaxErrors(path: string, source: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(source, { fileName: path, reportDiagnostics: true });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('a pattern has Unicode meaning, or a finding says how it is read', async () => {
  const { validators, diagnostics } = await loadSchemas({
    Letters: { type: 'string', pattern: '^\\p{L}$' },
    One: { type: 'string', pattern: '^.$' },
    Loose: { type: 'string', pattern: '^[\\w-.]+\\-$' },
    Slow: { type: 'string', pattern: '^(a+)+$' },
    Keyed: { type: 'object', patternProperties: { '^\\_': { type: 'string' } }, additionalProperties: false },
  });
  expect(validators['isLetters']?.('é')).toBe(true);
  expect(validators['isOne']?.('😀')).toBe(true);
  expect(validators['isLoose']?.('a-')).toBe(true);
  expect(validators['isLoose']?.('a')).toBe(false);
  const told = diagnostics.map(({ code, severity, origin }) => `${severity} ${code} ${origin?.pointer}`);
  expect(told.filter((line) => line.includes('pattern'))).toEqual([
    'warning pattern-without-unicode /components/schemas/Loose/pattern',
    'warning slow-pattern /components/schemas/Slow/pattern',
    'warning pattern-without-unicode /components/schemas/Keyed/patternProperties/^\\_',
  ]);
});

test('very many dynamic scopes are reported, and the number of functions is limited', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `x${index}`);
  const id = (name: string): string => `https://scopes.invalid/${name}`;
  const either = (name: string | undefined): object => ({
    anyOf: name === undefined ? [{ $ref: id('leaf') }] : [{ $ref: id(`${name}a`) }, { $ref: id(`${name}b`) }],
  });
  const levels = names.flatMap((name, index) =>
    ['a', 'b'].map((side): [string, object] => [
      `${name}${side}`,
      {
        $id: id(`${name}${side}`),
        $defs: { [name]: { $dynamicAnchor: name, const: side } },
        ...either(names[index + 1]),
      },
    ]),
  );
  const { files, diagnostics } = await loadSchemas({
    Top: either('x0'),
    Leaf: {
      $id: id('leaf'),
      $defs: Object.fromEntries(names.map((name) => [name, { $dynamicAnchor: name }])),
      properties: Object.fromEntries(names.map((name) => [name, { $dynamicRef: `#${name}` }])),
    },
    ...Object.fromEntries(levels),
  });
  expect(diagnostics.map(({ code }) => code)).toContain('reduced-emission');
  expect([...files.values()].join('\n').length).toBeLessThan(3_000_000);
});

test('an object of very many properties is checked in parts, each small enough to compile', async () => {
  const count = 3000;
  const properties = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `p${index}`,
      { type: 'integer', ...(index % 2 && { default: index }) },
    ]),
  );
  const large = { type: 'object', required: ['p0'], properties, additionalProperties: false };
  const { validators, files } = await loadSchemas({ Outer: { type: 'object', properties: { large } } });
  const value = { large: { p0: 1, p2998: 'x', zzz: 1 } };
  expect(
    failuresOf(validators, 'validateOuter', value).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`),
  ).toEqual(['/large/p2998 type', '/large/zzz additionalProperties']);
  expect(failuresOf(validators, 'validateOuter', { large: { p0: 1, p2998: 2 } })).toEqual([]);
  expect(failuresOf(validators, 'validateOuter', { large: {} })[0]?.schemaPointer).toBe(
    '/components/schemas/Outer/properties/large/required',
  );
  expect(validators['withOuterDefaults']?.({ large: { p0: 1 } })).toMatchObject({
    large: { p0: 1, p1: 1, p2999: 2999 },
  });
  const text = files.get('validators/outer.ts') ?? '';
  const imported = [...text.matchAll(/ from '(.+)\.js';$/gm)].map(([, module]) => module ?? '');
  expect(imported.filter((module) => !/^\.\.\/(?:runtime|types)\/[a-z-]+$/.test(module))).toEqual([]);
  const longest = Math.max(...text.split(/^}$/m).map((each) => each.split('\n').length));
  expect(longest).toBeLessThan(600);
});
