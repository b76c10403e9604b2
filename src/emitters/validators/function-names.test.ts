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
