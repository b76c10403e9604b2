import { expect, test } from 'vitest';
import { failuresOf, loadSchemas } from './load-validators.js';

const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const aged = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };
// Built from entries, because an object with its own `then` looks like a promise.
const thenElse = Object.fromEntries([
  ['then', named],
  ['else', aged],
]);

test('a condition that is always or never met needs no test', async () => {
  const { files, validators } = await loadSchemas({
    Always: { if: true, ...thenElse },
    Never: { if: false, ...thenElse },
    Sometimes: { if: { required: ['name'] }, ...thenElse },
  });
  const rows: readonly [name: string, valid: object, invalid: object][] = [
    ['Always', { name: 'a' }, { age: 1 }],
    ['Never', { age: 1 }, { name: 'a' }],
    ['Sometimes', { name: 'a' }, { name: 1, age: 1 }],
  ];
  for (const [name, ...values] of rows) {
    const answers = values.map((value) => [
      validators[`is${name}`]?.(value),
      failuresOf(validators, `validate${name}`, value).length === 0,
    ]);
    expect([name, ...answers]).toEqual([name, [true, true], [false, false]]);
  }
  for (const [path, text] of files)
    if (path.startsWith('validators/')) expect(text).not.toMatch(/if \(!?(?:true|false)\)/);
});
