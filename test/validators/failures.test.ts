import { expect, test } from 'vitest';
import { failuresOf, loadSchemas } from './load-validators.js';

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2 },
    'a/b~c': { type: 'integer' },
    tags: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Tag' } },
    owner: { type: 'object', properties: { age: { type: 'integer', minimum: 0 } }, additionalProperties: false },
    code: { type: 'string', pattern: '^[A-Z]+$' },
    mail: { type: 'string', format: 'email' },
  },
};
const tag = {
  type: 'object',
  properties: { label: { enum: ['red', 'green'] }, parent: { $ref: '#/components/schemas/Tag' } },
};

test('a failure has a place, a keyword, what was expected, and a sentence', async () => {
  const { validators } = await loadSchemas({ Pet: pet, Tag: tag });
  expect(failuresOf(validators, 'validatePet', { name: 'x' })).toEqual([
    {
      instancePath: '/name',
      schemaPointer: '/components/schemas/Pet/properties/name/minLength',
      keyword: 'minLength',
      expected: 'at least 2 characters',
      message: 'must have at least 2 characters',
    },
  ]);
});

test('all failures are listed, each with its place', async () => {
  const { validators } = await loadSchemas({ Pet: pet, Tag: tag });
  const value = {
    'a/b~c': 'x',
    tags: [{ label: 'red' }, { parent: { label: 'blue' } }, 'x', {}],
    owner: { age: -1, shoe: 1 },
    code: 'a',
    mail: 'nobody',
  };
  const found = failuresOf(validators, 'validatePet', value);
  expect(
    found.map(({ instancePath, schemaPointer, message }) => `${instancePath} ${message} ${schemaPointer}`),
  ).toEqual([
    ' must have the property "name" /components/schemas/Pet/required',
    '/a~1b~0c must be an integer /components/schemas/Pet/properties/a~1b~0c/type',
    '/tags must have at most 3 items /components/schemas/Pet/properties/tags/maxItems',
    '/tags/1/parent/label must be one of "red", "green" /components/schemas/Tag/properties/label/enum',
    '/tags/2 must be an object /components/schemas/Tag/type',
    '/owner/age must be at least 0 /components/schemas/Pet/properties/owner/properties/age/minimum',
    '/owner/shoe must be absent /components/schemas/Pet/properties/owner/additionalProperties',
    '/code must match the pattern ^[A-Z]+$ /components/schemas/Pet/properties/code/pattern',
    '/mail must be an email address (RFC 5321) /components/schemas/Pet/properties/mail/format',
  ]);
  expect(JSON.stringify(found)).not.toContain('nobody');
  expect(failuresOf(validators, 'validatePet', { name: 'Rex', tags: [{ parent: {} }], owner: {} })).toEqual([]);
});

test('equal schemas share one function, and a failure names the schema that was checked', async () => {
  const address = {
    type: 'object',
    properties: {
      lines: { type: 'array', items: { type: 'string', maxLength: 5 } },
      country: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
      tag: { $ref: '#/components/schemas/Tag' },
    },
  };
  const { validators, files } = await loadSchemas({
    Home: { ...address, description: 'Where somebody lives.' },
    Job: { type: 'object', properties: { place: address } },
    Office: { ...address, properties: { ...address.properties, country: { type: 'string' } } },
    Tag: tag,
  });
  const pointers = (name: string, value: unknown): string[] =>
    failuresOf(validators, name, value).map(({ instancePath, schemaPointer }) => `${instancePath} ${schemaPointer}`);
  const wrong = { lines: ['Main Street'], country: {}, tag: { label: 'blue' } };
  const told = (at: string, root: string): string[] => [
    `${at}/lines/0 ${root}/properties/lines/items/maxLength`,
    `${at}/country ${root}/properties/country/required`,
    `${at}/tag/label /components/schemas/Tag/properties/label/enum`,
  ];
  expect(pointers('validateHome', wrong)).toEqual(told('', '/components/schemas/Home'));
  expect(pointers('validateJob', { place: wrong })).toEqual(told('/place', '/components/schemas/Job/properties/place'));
  expect(pointers('validateJobPlace', wrong)).toEqual(told('', '/components/schemas/Job/properties/place'));
  expect(validators['isJobPlace']?.(wrong)).toBe(false);
  expect(validators['isOffice']?.({ country: 'AT' })).toBe(true);
  expect(files.get('validators/job.ts')).not.toContain('function collectJobPlace');
  expect(files.get('validators/office.ts')).toContain('function collectOffice');
});

test('a change of a schema without subschemas changes only its own module', async () => {
  const code = { type: 'string', pattern: '^[A-Z]+$', minLength: 2 };
  const use = (name: string): object => ({
    type: 'object',
    properties: { code: { $ref: `#/components/schemas/${name}` } },
  });
  const load = async (first: object): Promise<ReadonlyMap<string, string>> =>
    (await loadSchemas({ First: first, Other: code, UseFirst: use('First'), UseOther: use('Other') })).files;
  const [before, after] = [await load(code), await load({ ...code, minLength: 3 })];
  expect([...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)).toEqual([
    'validators/scalars.ts',
  ]);
});

test('a value that selects one member of a union is checked by that member', async () => {
  const { validators } = await loadSchemas({
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' }, lives: { type: 'integer' } } },
    Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'dog' } } },
    Animal: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
    Maybe: { anyOf: [{ $ref: '#/components/schemas/Cat' }, { type: 'null' }] },
    Either: { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  });
  const places = (name: string, value: unknown): string[] =>
    failuresOf(validators, name, value).map(
      ({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`,
    );
  expect(places('validateAnimal', { kind: 'cat', lives: 'nine' })).toEqual(['/lives type: must be an integer']);
  expect(places('validateAnimal', { kind: 'cow' })).toEqual(['/kind oneOf: must be one of "cat", "dog"']);
  expect(places('validateMaybe', { kind: 'cat', lives: 1.5 })).toEqual(['/lives type: must be an integer']);
  expect(places('validateMaybe', 7)).toEqual([' anyOf: must be an object or null']);
  expect(places('validateEither', {})).toEqual([' anyOf: must be one of the described alternatives']);
});

test('a discriminator names the failing alternative, also of members that inherit and beside null', async () => {
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const inherit = (more: object, required: readonly string[]): object => ({
    allOf: [ref('Base'), { type: 'object', required: ['state', ...required], properties: more }],
  });
  const discriminator = {
    propertyName: 'state',
    mapping: { pass: '#/components/schemas/Passed', fail: '#/components/schemas/Failed' },
  };
  const text = { type: 'string' };
  const { validators } = await loadSchemas({
    Base: { type: 'object', properties: { state: { type: 'string', enum: ['pass', 'fail'] } } },
    Passed: inherit({ state: { const: 'pass' }, score: { type: 'number' } }, ['score']),
    Failed: inherit({ state: { const: 'fail' }, reason: text }, ['reason']),
    Result: { oneOf: [ref('Passed'), ref('Failed')], discriminator },
    OrNull: { oneOf: [ref('Passed'), ref('Failed'), { type: 'null' }], discriminator },
    OrText: { anyOf: [ref('Passed'), ref('Failed'), { type: ['string', 'null'], maxLength: 2 }], discriminator },
    // Nothing limits the property of the discriminator.
    Cat: { type: 'object', required: ['kind'], properties: { kind: text, lives: { type: 'integer' } } },
    Dog: { type: 'object', required: ['kind', 'bark'], properties: { kind: text, bark: text, lives: text } },
    Pet: { oneOf: [ref('Cat'), ref('Dog'), { type: 'null' }], discriminator: { propertyName: 'kind' } },
    AnyPet: {
      anyOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', defaultMapping: '#/components/schemas/Dog' },
    },
  });
  const places = (name: string, value: unknown): string[] => {
    const found = failuresOf(validators, `validate${name}`, value);
    expect(validators[`is${name}`]?.(value)).toBe(found.length === 0);
    return found.map(({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`);
  };
  const noReason = [' required: must have the property "reason"'];
  for (const name of ['Result', 'OrNull', 'OrText']) {
    expect(places(name, { state: 'fail', score: 1 })).toEqual(noReason);
    expect(places(name, { state: 'pass', score: 1 })).toEqual([]);
    expect(places(name, { state: 'other' })).toEqual([expect.stringContaining('/state ')]);
  }
  expect(places('OrNull', null)).toEqual([]);
  expect(places('OrNull', 'x')).toEqual([' oneOf: must be an object or null']);
  expect(places('OrText', 'xyz')).toEqual([' maxLength: must have at most 2 characters']);
  expect(places('Pet', { kind: 'Cat', lives: 1.5 })).toEqual(['/lives type: must be an integer']);
  expect(places('Pet', { kind: 'Dog', lives: true })).toEqual([
    ' required: must have the property "bark"',
    '/lives type: must be a string',
  ]);
  const several = [' oneOf: must be exactly one of the described alternatives'];
  expect(places('Pet', { kind: 'Cat', bark: 'wuff' })).toEqual(several);
  expect(places('Pet', { kind: 'Cow', lives: 1.5 })).toEqual(several);
  expect(places('Pet', [])).toEqual(several);
  expect(places('Pet', null)).toEqual([]);
  expect(places('AnyPet', { kind: 'Cow', lives: true })).toEqual([
    ' required: must have the property "bark"',
    '/lives type: must be a string',
  ]);
});

test('a module imports only what it needs, and no code is compiled at run time', async () => {
  const { files } = await loadSchemas({ Pet: pet, Tag: tag, Other: { type: 'object', properties: { zzz: tag } } });
  const all = [...files.values()].join('\n');
  expect(all).not.toMatch(/\beval\b|new Function\b|\bimport\(/);
  expect(files.get('validators/pet.ts')).not.toMatch(/other\.js/);
});

test('a missing required property without a type is reported too', async () => {
  const holder = { type: 'object', required: ['loose'], properties: { loose: { $ref: '#/components/schemas/Loose' } } };
  const { validators } = await loadSchemas({ Holder: holder, Loose: { properties: { a: { type: 'string' } } } });
  expect(failuresOf(validators, 'validateHolder', {}).map(({ keyword }) => keyword)).toEqual(['required']);
});

test('the message of equal items says that they are equal', async () => {
  const { validators } = await loadSchemas({ Unique: { type: 'array', uniqueItems: true } });
  const messages = failuresOf(validators, 'validateUnique', [{ a: 1 }, 2, { a: 1 }]).map(({ message }) => message);
  expect(messages).toEqual(['must have no two equal items']);
});

test.each([
  // The meaning is lost, so each text is accepted.
  ['^\\h+$', 'a', true],
  ['^\\Qa.b\\E$', 'axb', true],
  ['a\\Zb', 'c', true],
  ['^[[:digit:]]+$', 'a', true],
  ['^[^[:space:]]+$', ' ', true],
  ['^a{,3}$', 'b', true],
  ['^[\\p{L}\\@]+$', '1', true],
  // Anchors at the ends.
  ['\\A[a-z]+\\z', 'ab', true],
  ['\\A[a-z]+\\z', 'ab1', false],
  ['^[a-z]+\\Z', 'abZ', false],
  ['^a\\\\Z', 'a\\Zb', true],
  ['\\A\\@\\Z', '@', true],
  // Escaped punctuation, and what looks like another dialect, have the meaning of JavaScript.
  ['^\\-\\@\\_$', '-@_', true],
  ['^\\-\\@\\_$', '-@', false],
  ['^[:alpha:]\\-$', 'p-', true],
  ['^[:alpha:]\\-$', 'z-', false],
  ['^[{,3}]\\-$', '{-', true],
  ['^\\x41\\u0042\\cJ\\-$', 'AB\n-', true],
  ['^\\x41\\u0042\\cJ\\-$', 'AB', false],
])('the pattern %j for %j: %j', async (pattern, text, isAccepted) => {
  const { validators } = await loadSchemas({
    Text: { type: 'string', pattern },
    Names: { type: 'object', patternProperties: { [pattern]: true }, additionalProperties: false },
  });
  expect(validators['isText']?.(text)).toBe(isAccepted);
  expect(validators['isNames']?.({ [text]: 1 })).toBe(isAccepted);
});
