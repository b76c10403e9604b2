import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.js';
import { testAnswers } from '../../../test/validators/answers.js';
import { failuresOf, loadSchemas, loadValidators } from '../../../test/validators/load-validators.js';

const schemas = {
  Line: { type: 'object', required: ['name'], properties: { name: { type: 'string', pattern: '^[a-z]+$' } } },
  Order: {
    type: 'object',
    properties: {
      first: { $ref: '#/components/schemas/Line' },
      lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      next: { $ref: '#/components/schemas/Order' },
    },
  },
};

testAnswers({
  schemas,
  answers: [
    ['isOrder', { first: { name: 'a' }, lines: [{ name: 'b' }], next: { next: {} } }, true],
    ['isOrder', { lines: [{ name: 'A' }] }, false],
    [
      'validateOrder',
      { first: {}, next: { lines: [{ name: 'A' }] } },
      [
        '/first | Line/required | must have the property "name"',
        '/next/lines/0/name | Line/properties/name/pattern | must match the pattern ^[a-z]+$',
      ],
    ],
  ],
});

test('the place of a failure in another file names the file', async () => {
  const spec = {
    openapi: '3.1.1',
    info: { title: 'T', version: '1' },
    components: { schemas: { Box: { $ref: 'parts.json#/Box' } } },
  };
  const box = { type: 'object', properties: { size: { type: 'integer' } } };
  const folder = makeFolder({ 'spec.json': JSON.stringify(spec), 'parts.json': JSON.stringify({ Box: box }) });
  const { validators } = await loadValidators(join(folder, 'spec.json'));
  expect(failuresOf(validators, 'validateBox', { size: 'x' }).map(({ schemaPointer }) => schemaPointer)).toEqual([
    'parts.json#/Box/properties/size/type',
  ]);
});

test('a schema that is used twice, or by itself, is checked by one function of each kind', async () => {
  const { files } = await loadSchemas(schemas);
  const text = [...files].flatMap(([file, code]) => (file.startsWith('validators/') ? [code] : [])).join('\n');
  const count = (name: string): number => text.split(new RegExp(`function ${name}\\(`)).length - 1;
  expect(['isLine', 'collectLine', 'isOrder', 'collectOrder', 'matchesOrder'].map(count)).toEqual([1, 1, 1, 1, 1]);
  expect(text.split('/^[a-z]+$/').length - 1).toBe(1);
});
