import { expect, test } from 'vitest';
import { failuresOf, loadSchemas, type Validators } from './load-validators.js';

const account = {
  type: 'object',
  required: ['id', 'password', 'plan', 'owner'],
  properties: {
    id: { type: 'string', readOnly: true },
    password: { type: 'string', writeOnly: true },
    plan: { type: 'string', default: 'free' },
    colour: { type: 'string', default: 'red' },
    owner: { $ref: '#/components/schemas/Owner' },
  },
};
const owner = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'object', properties: { rank: { type: 'integer', default: 1 } } } },
  },
};
const body = (name: string): object => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const paths = {
  '/accounts': {
    post: {
      operationId: 'createAccount',
      requestBody: body('Account'),
      responses: { 200: { description: 'It.', ...body('Account') } },
    },
  },
};
const load = async (): Promise<Validators> =>
  (await loadSchemas({ Account: account, Owner: owner }, { paths })).validators;
const messages = (validators: Validators, name: string, value: unknown): string[] =>
  failuresOf(validators, name, value).map((failure) => failure.message);

test('a request can lack readOnly properties and properties with a default', async () => {
  const validators = await load();
  expect(messages(validators, 'validateAccountInput', { password: 'p', owner: { name: 'n' } })).toEqual([]);
  expect(messages(validators, 'validateAccountInput', { owner: { name: 'n' } })).toEqual([
    'must have the property "password"',
  ]);
  expect(validators['isAccountInput']?.({ password: 'p', owner: { name: 'n' } })).toBe(true);
});

test('a received request can lack a property with a default only if it is not required', async () => {
  const validators = await load();
  const value = { password: 'p', plan: 'free', owner: { name: 'n' } };
  expect(messages(validators, 'validateAccountReceived', value)).toEqual([]);
  expect(messages(validators, 'validateAccountReceived', { ...value, plan: undefined })).toEqual([
    'must have the property "plan"',
  ]);
});

test('a received response can lack writeOnly properties', async () => {
  const validators = await load();
  const value = { id: '1', plan: 'free', owner: { name: 'n' } };
  expect(messages(validators, 'validateAccount', value)).toEqual([]);
  expect(messages(validators, 'validateAccount', { plan: 'free', owner: {} })).toEqual([
    'must have the property "id"',
    'must have the property "name"',
  ]);
});

test('a guard requires what its type has, so a server fills in defaults first', async () => {
  const validators = await load();
  const value = { id: '1', plan: 'free', owner: { name: 'n' } };
  expect(validators['isAccount']?.(value)).toBe(true);
  expect(validators['isAccount']?.({ ...value, plan: undefined })).toBe(false);
  const received = { password: 'p', plan: 'free', owner: { name: 'n' } };
  expect(validators['isAccountReceived']?.(received)).toBe(false);
  expect(validators['isAccountReceived']?.({ ...received, colour: 'red' })).toBe(true);
  const unfilled = { ...received, colour: 'red', owner: { name: 'n', tags: [{}] } };
  expect(validators['isAccountReceived']?.(unfilled)).toBe(false);
  expect(validators['isAccountReceived']?.(validators['withAccountReceivedDefaults']?.(unfilled))).toBe(true);
});

test('defaults are filled in at any depth, into a copy, and never replace a value', async () => {
  const validators = await load();
  const value = { id: '1', plan: 'free', colour: 'blue', owner: { name: 'n', tags: [{}, { rank: 2 }] } };
  const before = structuredClone(value);
  const filled = validators['withAccountDefaults']?.(value);
  expect(filled).toEqual({ ...value, owner: { name: 'n', tags: [{ rank: 1 }, { rank: 2 }] } });
  expect(value).toEqual(before);
  expect(validators['withAccountReceivedDefaults']?.({ owner: {} })).toEqual({
    plan: 'free',
    colour: 'red',
    owner: {},
  });
  expect(validators['isAccount']?.(validators['withAccountDefaults']?.({ ...value, colour: undefined }))).toBe(true);
});

test('defaults are filled in for the accepting member of a union, for every form of recursion and for unusual names', async () => {
  const { validators } = await loadSchemas({
    Node: {
      type: 'object',
      properties: {
        next: { $ref: '#/components/schemas/Node' },
        rank: { type: 'integer', default: 0 },
        ['__proto__']: { type: 'string', default: 'p' },
      },
      additionalProperties: { $ref: '#/components/schemas/Node' },
    },
    Shape: {
      oneOf: [
        { type: 'object', required: ['side'], properties: { side: { type: 'number' }, unit: { default: 'cm' } } },
        { type: 'object', required: ['radius'], properties: { radius: { type: 'number' }, unit: { default: 'mm' } } },
      ],
    },
    // Parsed from a text, because some code takes an object with `then` for a promise.
    Part: JSON.parse(
      '{"allOf":[{"properties":{"a":{"default":1}}},{"if":{"required":["x"]},"then":{"properties":{"b":{"default":2}}}}]}',
    ),
  });
  const filled = validators['withNodeDefaults']?.({ next: {}, other: {} });
  const own = (value: unknown): unknown => Object.entries(Object(value)).map(([name, part]) => [name, typeof part]);
  expect(own(filled)).toEqual([
    ['next', 'object'],
    ['other', 'object'],
    ['rank', 'number'],
    ['__proto__', 'string'],
  ]);
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  expect(validators['withShapeDefaults']?.({ radius: 1 })).toEqual({ radius: 1, unit: 'mm' });
  expect(validators['withPartDefaults']?.({ x: 1 })).toEqual({ x: 1, a: 1, b: 2 });
  expect(validators['withPartDefaults']?.({})).toEqual({ a: 1 });
  expect(validators['withPartDefaults']?.('text')).toBe('text');
});

test('guards of a parent schema check which child a value is, validators check what all children have in common, and each child gets its defaults', async () => {
  const reference = { $ref: '#/components/schemas/Pet' };
  const child = (properties: object): object => ({
    allOf: [reference, { type: 'object', required: Object.keys(properties), properties }],
  });
  const schemas = {
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, friend: reference },
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } },
    },
    Cat: child({ skill: { type: 'string', default: 'lazy' } }),
    Dog: child({ bark: { type: 'boolean' } }),
    Owner: { type: 'object', required: ['pet'], properties: { pet: reference } },
  };
  const { validators } = await loadSchemas(schemas);
  const values = [
    { kind: 'cat', skill: 'x' },
    { kind: 'Dog', bark: true, friend: { kind: 'cat', skill: 'x' } },
    { kind: 'cat' },
    { kind: 'lion', skill: 'x' },
    { kind: 'Dog', bark: true, friend: { kind: 'Dog' } },
    'cat',
  ];
  expect(values.map((value) => validators['isPet']?.(value))).toEqual([true, true, false, false, false, false]);
  expect(values.map((pet) => validators['isOwner']?.({ pet }))).toEqual([true, true, false, false, false, false]);
  expect(values.map((value) => messages(validators, 'validatePet', value))).toEqual([
    ...Array.from({ length: 5 }, () => []),
    ['must be an object'],
  ]);
  const filled = validators['withPetDefaults']?.({ kind: 'Dog', bark: true, friend: { kind: 'cat' } });
  expect(filled).toEqual({ kind: 'Dog', bark: true, friend: { kind: 'cat', skill: 'lazy' } });
});

test('each level of a deep value of a parent schema takes the same time', async () => {
  const reference = { $ref: '#/components/schemas/Pet' };
  const properties = { kind: { type: 'string' }, friend: reference, age: { type: 'integer', default: 1 } };
  const { validators } = await loadSchemas({
    Pet: { type: 'object', required: ['kind'], properties, discriminator: { propertyName: 'kind' } },
    Cat: { allOf: [reference, { type: 'object', properties: { age: { type: 'integer', default: 2 } } }] },
  });
  let value: object = { kind: 'Cat' };
  for (let level = 0; level < 100; level++) value = { kind: 'Cat', friend: value };
  const filled = validators['withPetDefaults']?.(value);
  expect(validators['isPet']?.(filled)).toBe(true);
});

test.each(['first', 'last'])(
  'a property that two schemas describe can be left out of a request if the %s has a default',
  async (place) => {
    const members = [{ properties: { plan: { default: 'free' } } }, { properties: { plan: { type: 'string' } } }];
    const allOf = place === 'first' ? members : [...members].reverse();
    const { validators } = await loadSchemas({ Account: { type: 'object', allOf, required: ['plan'] } }, { paths });
    expect(messages(validators, 'validateAccountInput', {})).toEqual([]);
    expect(messages(validators, 'validateAccountReceived', {})).toEqual(['must have the property "plan"']);
  },
);

test('only a schema that a client sends has functions for requests, even if another one is equal', async () => {
  const reply = {
    '/twins': { get: { operationId: 'listTwins', responses: { 200: { description: 'It.', ...body('Twin') } } } },
  };
  const schemas = { Twin: account, Account: account, Owner: owner };
  const { validators } = await loadSchemas(schemas, { paths: { ...reply, ...paths } });
  expect(
    Object.keys(validators)
      .filter((name) => /^(?:is|validate|with)Twin/.test(name))
      .sort(),
  ).toEqual(['isTwin', 'validateTwin', 'withTwinDefaults']);
  const response = { id: '1', plan: 'free', owner: { name: 'n' } };
  expect(validators['isTwin']?.(response)).toBe(true);
  expect(validators['isAccount']?.(response)).toBe(true);
  expect(validators['isAccountReceived']?.(response)).toBe(false);
  expect(messages(validators, 'validateAccountInput', response)).toEqual(['must have the property "password"']);
});

test('an optional property makes no difference for requests, even if another schema requires one of that name', async () => {
  const plan = { type: 'string', default: 'free' };
  const schemas = {
    Account: { type: 'object', properties: { plan } },
    Owner: { type: 'object', required: ['plan'], properties: { plan: { type: 'string' } } },
  };
  const { validators } = await loadSchemas(schemas, { paths });
  expect(Object.keys(validators)).not.toContain('isAccountInput');
  expect(validators['isAccountReceived']?.({})).toBe(false);
});

test('a request can lack a readOnly property that only some objects must have', async () => {
  const id = { type: 'string', readOnly: true, default: 'x' };
  const schemas = {
    Account: {
      type: 'object',
      properties: { plan: { type: 'string' } },
      dependentSchemas: { plan: { required: ['id'], properties: { id } } },
    },
    Owner: owner,
  };
  const { validators } = await loadSchemas(schemas, { paths });
  const value = { plan: 'free' };
  expect(messages(validators, 'validateAccount', value)).toEqual(['must have the property "id"']);
  expect(messages(validators, 'validateAccountInput', value)).toEqual([]);
  expect(messages(validators, 'validateAccountReceived', value)).toEqual([]);
  expect(validators['withAccountReceivedDefaults']?.(value)).toEqual(value);
});
