import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';
import { loadSchemas } from '../../../test/validators/load-validators.js';
import { FunctionNames } from './function-names.js';

const text = { type: 'string' };

test('a function is named after its type, and never like a type or another function', async () => {
  const part = { type: 'object', properties: { list: { type: 'array', items: { type: 'array', items: text } } } };
  const { files } = await loadSchemas({
    Pet: { type: 'object', properties: { name: text, parent: { $ref: '#/components/schemas/Pet' } } },
    CollectPet: part,
    collect_pet_2: part,
    Vet: { type: 'object', properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
  });
  const all = [...files].filter(([file]) => file.startsWith('validators/') && file !== 'validators/index.ts');
  const named = all.flatMap(([file, code]) =>
    [...code.matchAll(/^(?:export )?(?:const|function) (\w+)/gm)].map(([, name = '']) => ({ file, name })),
  );
  const names = named.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(named.filter(({ file }) => file === 'validators/pet.ts').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['isPet', 'validatePet', 'matchesPet', 'collectPet']),
  );
  expect(names).toContain('isCollectPet');
});

test('functions of parts are named after their schema or module, so that other schemas do not change them', async () => {
  const list = (items: object): object => ({ type: 'array', items });
  // Schemas with the same checks would share functions, so all parts contain the name.
  const leaf = (name: string): object => ({
    type: 'object',
    properties: { [name]: { default: 1 } },
    dependentSchemas: { a: { required: [name] } },
    not: { required: ['b'], properties: { c: list({ required: [name] }) } },
  });
  const nested = (name: string): object => ({
    type: 'object',
    properties: { [name]: list(list(leaf(name))) },
    dependentSchemas: { [name]: { properties: { z: { default: 2 } } } },
  });
  const [alone, both] = await Promise.all([
    loadSchemas({ Pet: nested('pet') }),
    loadSchemas({ Cat: nested('cat'), Pet: nested('pet') }),
  ]);
  const code = alone.files.get('validators/pet.ts') ?? '';
  const parts = new Set(code.match(/\b(?:fill|matches|collect)\w*Part\d*\b/g));
  expect(parts).toContain('fillPetPart');
  expect([...parts].filter((name) => !/^[a-z]+Pet/.test(name))).toEqual([]);
  expect(both.files.get('validators/pet.ts')).toBe(code);
});

test('a name that a type or a public function has gets a number', () => {
  const { api, diagnostics } = readApi('spec/openapi.yaml');
  const { validators, types } = buildEmitInput(api, diagnostics);
  const places = { ...validators.places, taken: new Set(['collectPet', 'collectPet2']) };
  const names = new FunctionNames(types.conversions, places);
  expect(['collectPet', 'collectPet', 'isPet'].map((wanted) => names.nameNew(wanted))).toEqual([
    'collectPet3',
    'collectPet4',
    'isPet',
  ]);
});
