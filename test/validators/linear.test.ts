import { expect, test } from 'vitest';
import { countReads } from './count-reads.js';
import { failuresOf, loadSchemas, type Validators } from './load-validators.js';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Counts the most reads of a value by a guard and by a validator. */
function readsOf(validators: Validators, type: string, value: unknown): number {
  const guard = countReads(value);
  validators[`is${type}`]?.(guard.value);
  const validator = countReads(value);
  validators[`validate${type}`]?.(validator.value);
  return Math.max(guard.reads(), validator.reads());
}

const union = {
  E: {
    anyOf: [
      { type: 'object', required: ['x'], properties: { a: ref('E') } },
      { type: 'object', required: ['y'], properties: { a: ref('E') } },
      { type: 'integer' },
    ],
  },
};

function nest(levels: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = { x: 1, y: 1, a: value };
  return value;
}

test('members of a union that check the same field check it once', async () => {
  const { validators } = await loadSchemas(union);
  for (const innermost of ['text', 7]) {
    const isValid = innermost === 7;
    expect(validators['isE']?.(nest(26, innermost))).toBe(isValid);
    expect(failuresOf(validators, 'validateE', nest(26, innermost))).toHaveLength(isValid ? 0 : 1);
    const [less, more] = [20, 40].map((levels) => readsOf(validators, 'E', nest(levels, innermost)));
    expect(more).toBeLessThanOrEqual(2 * (less ?? 0) + 20);
  }
});

test('a discriminator that names the failing member of nested unions does not check parts again', async () => {
  const member = { type: 'object', required: ['x'], properties: { x: { type: 'string' }, a: ref('D') } };
  const { validators } = await loadSchemas({
    Cat: member,
    Dog: { ...member, required: ['x', 'y'] },
    D: { oneOf: [ref('Cat'), ref('Dog'), { type: 'integer' }], discriminator: { propertyName: 'x' } },
  });
  const nestCats = (levels: number): unknown => {
    let value: unknown = 'text';
    for (let level = 0; level < levels; level++) value = { x: 'Cat', a: value };
    return value;
  };
  expect(failuresOf(validators, 'validateD', nestCats(26))).toHaveLength(1);
  const [less, more] = [20, 40].map((levels) => readsOf(validators, 'D', nestCats(levels)));
  expect(more).toBeLessThanOrEqual(2 * (less ?? 0) + 20);
});

const levels = Object.fromEntries(
  Array.from({ length: 26 }, (_, level) => [`N${level + 1}`, { allOf: [ref(`N${level}`), ref(`N${level}`)] }]),
);

test('a schema that is applied twice at each of 26 levels is checked once per level', async () => {
  const { validators } = await loadSchemas({
    N0: { type: 'object', required: ['a'], properties: { b: { type: 'string' } } },
    ...levels,
  });
  for (const value of [{}, { a: 1 }, { b: 1 }, 7, 'text', null]) {
    expect(readsOf(validators, 'N26', value)).toBeLessThan(2000);
    const isValid = typeof value === 'object' && value !== null && 'a' in value;
    expect(validators['isN26']?.(value)).toBe(isValid);
    const failures = failuresOf(validators, 'validateN26', value);
    expect(failures.length > 0).toBe(!isValid);
    expect(failures.length).toBeLessThanOrEqual(101);
  }
});

test('defaults of a field that two members of a union describe are filled in once', async () => {
  const member = (name: string): object => ({
    type: 'object',
    required: [name],
    properties: { a: ref('F'), b: { type: 'integer', default: 1 } },
  });
  const { validators } = await loadSchemas({
    F: { anyOf: [member('x'), member('y'), { type: 'string' }] },
    G0: { type: 'object', properties: { c: { type: 'integer', default: 2 } } },
    ...Object.fromEntries(
      Array.from({ length: 26 }, (_, level) => [`G${level + 1}`, { allOf: [ref(`G${level}`), ref(`G${level}`)] }]),
    ),
  });
  const fill = (levels: number): number => {
    const { value, reads } = countReads(nest(levels, 'text'), 100_000);
    expect(validators['withFDefaults']?.(value)).toMatchObject({ b: 1, a: { b: 1, a: { b: 1 } } });
    return reads();
  };
  expect(fill(40)).toBeLessThanOrEqual(2 * fill(20) + 100);
  expect(validators['withG26Defaults']?.({})).toEqual({ c: 2 });
});

test('valid parts are not read again for each path that leads to them', async () => {
  const twice = { allOf: [{ properties: { a: ref('T') } }, { properties: { a: ref('T'), b: { type: 'string' } } }] };
  const { validators } = await loadSchemas({ T: twice });
  const chain = (length: number): unknown => {
    let value: unknown = { b: 'last' };
    for (let level = 0; level < length; level++) value = { a: value, b: level === length - 1 ? 1 : 'text' };
    return value;
  };
  expect(failuresOf(validators, 'validateT', chain(26))).toHaveLength(1);
  const [less, more] = [20, 40].map((length) => readsOf(validators, 'T', chain(length)));
  expect(more).toBeLessThanOrEqual(2 * (less ?? 0) + 20);
});

const item = (id: string, kind: string): object => ({ id, kind, question: 'Which?', source: 'docs/api.md' });

test('items are reported once, even if many paths lead to the schema', async () => {
  const { validators } = await loadSchemas(
    {
      ...union,
      N0: {
        type: 'object',
        required: ['a'],
        properties: { a: { enum: ['x'], 'x-not-shown': [item('more-values', 'values')] } },
      },
      ...levels,
    },
    { 'x-not-shown': [item('field-presence', 'presence')] },
  );
  const reports = (type: string, value: unknown): unknown[] => {
    const list: unknown[] = [];
    expect(failuresOf(validators, type, value, (id, where) => list.push([id, where]))).toEqual([]);
    return list;
  };
  expect(reports('validateN26', { a: 'y' })).toEqual([['more-values', '/a']]);
  expect(reports('validateN26', {})).toEqual([['field-presence', '/a']]);

  let value: unknown = { y: 1 };
  for (let level = 0; level < 26; level++) value = { a: value };
  expect(reports('validateE', value).length).toBeLessThanOrEqual(27);
  const wrong = (count: number): unknown => nest(count, { a: 'text' });
  expect(failuresOf(validators, 'validateE', wrong(26))).toHaveLength(1);
  const [less, more] = [20, 40].map((count) => readsOf(validators, 'E', wrong(count)));
  expect(more).toBeLessThanOrEqual(2 * (less ?? 0) + 20);
});

test('at most 100 failures are listed by default, and the last entry says that there are more', async () => {
  const { validators } = await loadSchemas({ List: { type: 'array', items: { type: 'string' } } });
  const list = (length: number): number[] => Array.from({ length }, (_, index) => index);
  const validate = (value: unknown, maxFailures?: number): string[] => {
    const failures = validators['validateList']?.(value, undefined, maxFailures === undefined ? {} : { maxFailures });
    return (failures as { keyword: string; message: string }[]).map(({ keyword, message }) => `${keyword} ${message}`);
  };
  expect(validate(list(100))).toHaveLength(100);
  expect(validate(list(5000))).toHaveLength(101);
  expect(validate(list(5000)).at(-1)).toBe('maxFailures must have no further failures (only the first 100 are listed)');
  expect(validate(list(3), 2)).toEqual([
    'type must be a string',
    'type must be a string',
    'maxFailures must have no further failures (only the first 2 are listed)',
  ]);
  expect(validate(list(5000), Number.POSITIVE_INFINITY)).toHaveLength(5000);
});
