import { expect, test } from 'vitest';
import { loadSchemas } from '../../../test/validators/load-validators.js';

const operation = {
  operationId: 'postPet',
  requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
  responses: { 204: { description: 'Added.' } },
};
const more = { paths: { '/pets': { post: operation } } };
const text = { type: 'string' };

/** The names that each module exports, of the barrel by module. */
async function listExports(schemas: object): Promise<Record<string, string[]>> {
  const { files } = await loadSchemas(schemas, more);
  const modules = [...files].filter(([file]) => file.startsWith('validators/'));
  return Object.fromEntries(
    modules.map(([file, code]) => {
      const own = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
      const others = [...code.matchAll(/^export (type )?\{([^}]*)\} from '(.*)';/gm)].map(
        ([, isType = '', names = '', from = '']) =>
          `${isType}${names.replaceAll(/\s+/g, ' ').trim().replace(/,$/, '')} from ${from}`,
      );
      return [file.slice('validators/'.length), [...own, ...others]];
    }),
  );
}

test('each schema has a module, and the barrel exports the public functions and their types', async () => {
  const found = await listExports({ Pet: { type: 'object', required: ['name'], properties: { name: text } } });
  expect(found).toEqual({
    'index.ts': [
      'type Failure, OnNotShown, Validate, ValidateOptions from ../runtime/validate.js',
      'isPet, validatePet from ./pet.js',
    ],
    'pet.ts': expect.arrayContaining(['isPet', 'validatePet']),
  });
});

test('the barrel exports no functions of a message whose schema has no separate type', async () => {
  const schemas = { Pet: { type: 'object', properties: { size: { type: 'integer', default: 1 } } } };
  const list = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const put = {
    operationId: 'putPets',
    requestBody: { content: { 'application/json': { schema: list } } },
    responses: {},
  };
  const { files } = await loadSchemas(schemas, { paths: { '/pets': { put } } });
  expect(files.get('validators/operations/put-pets.ts')).toContain('export function withPutPets');
  expect(files.get('validators/index.ts')).not.toContain('PutPets');
});

test('a separate type for requests has separate functions, and with…Defaults fills in defaults', async () => {
  const properties = { id: { ...text, readOnly: true }, size: { type: 'integer', default: 1 } };
  const found = await listExports({ Pet: { type: 'object', required: ['id', 'size'], properties } });
  expect(found['index.ts']?.[1]).toBe(
    'isPet, isPetInput, isPetReceived, validatePet, validatePetInput, validatePetReceived, withPetDefaults, withPetReceivedDefaults from ./pet.js',
  );
});
