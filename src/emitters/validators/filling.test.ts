import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.js';
import { runCompiler } from '../../../test/run-compiler.js';
import { testAnswers } from '../../../test/validators/answers.js';
import { loadSchemas } from '../../../test/validators/load-validators.js';
import { generate } from '../../index.js';

const names = Array.from({ length: 120 }, (_, index) => `p${index}`);
const properties = Object.fromEntries(names.map((name, index) => [name, { type: 'integer', default: index }]));
const schemas = {
  Wide: { type: 'object', properties },
  WideList: {
    type: 'array',
    items: { type: 'object', properties: { ...properties, deep: { $ref: '#/components/schemas/WideList' } } },
  },
  Parts: { allOf: names.map((name) => ({ properties: { [name]: properties[name] } })) },
  Node: {
    type: 'object',
    properties: { size: { type: 'integer', default: 1 }, next: { $ref: '#/components/schemas/Node' } },
  },
};
const filled = Object.fromEntries(names.map((name, index) => [name, index]));

testAnswers({
  schemas,
  answers: [
    ['withWideDefaults', { p119: 5, other: 1 }, { ...filled, p119: 5, other: 1 }],
    ['withWideDefaults', null, null],
    ['withWideListDefaults', [{ p0: 1, deep: [{}] }, 7], [{ ...filled, p0: 1, deep: [filled] }, 7]],
    ['withPartsDefaults', { p119: 5, other: 1 }, { ...filled, p119: 5, other: 1 }],
    ['withNodeDefaults', { next: { next: {} } }, { next: { next: { size: 1 }, size: 1 }, size: 1 }],
  ],
});

test('the argument does not change, and a value without missing defaults is returned as the same object', async () => {
  const { validators } = await loadSchemas(schemas);
  const value = Object.freeze({ next: Object.freeze({}) });
  expect(validators['withNodeDefaults']?.(value)).toEqual({ next: { size: 1 }, size: 1 });
  expect(value).toEqual({ next: {} });
});

test('functions that share the work compile', async () => {
  const info = { title: 'T', version: '1' };
  const folder = makeFolder({
    'openapi.json': JSON.stringify({ openapi: '3.1.1', info, components: { schemas } }),
    'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: 'es2023' } }),
  });
  await generate({ folder, spec: 'openapi.json', out: 'api', only: ['types', 'validators'] });
  expect(runCompiler(folder)).toBe('');
});
