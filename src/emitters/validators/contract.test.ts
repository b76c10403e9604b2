import { expect, test } from 'vitest';
import { failuresOf, loadSchemas, loadValidators } from '../../../test/validators/load-validators.js';
import { listMessageSchemas } from '../../model/walk-schemas.js';
import { findFiller, findValidator } from './contract.js';

test('every schema that an operation uses has a validator per direction', async () => {
  const { input, validators, files } = await loadValidators('spec/openapi.yaml');
  if (!input) throw new Error('the description has errors');
  const wanted: string[] = [];
  for (const operation of input.api.operations)
    for (const { schema, direction } of listMessageSchemas(operation)) {
      const views = direction === 'request' ? (['request', 'received'] as const) : (['response'] as const);
      for (const view of views) wanted.push(nameIn(files, findValidator(input, schema, view)));
      if (direction === 'response') wanted.push(nameIn(files, findValidator(input, schema, 'response', { own: true })));
      const filled = findFiller(input, schema, direction === 'request' ? 'received' : 'response');
      if (filled) wanted.push(nameIn(files, filled));
    }
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter((name) => !validators[name])).toEqual([]);
});

function nameIn(files: ReadonlyMap<string, string>, { module, name }: { module: string; name: string }): string {
  expect(files.get(`${module}.ts`)).toMatch(new RegExp(`export (?:function ${name}\\(|const ${name}:)`));
  return name;
}

test('a parameter is checked by its own schema, and a shared schema has one validator', async () => {
  const page = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } };
  const shared = { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string', format: 'uuid' } } };
  const operation = (operationId: string): object => ({
    operationId,
    parameters: [page, { $ref: '#/components/parameters/Trace' }],
    responses: {
      200: { description: 'It.', content: { 'application/json': { schema: { type: 'array', items: {} } } } },
    },
  });
  const paths = { '/a': { get: operation('listA') }, '/b': { get: operation('listB') } };
  const components = { parameters: shared };
  const { input, validators, files } = await loadSchemas({}, { paths, components });
  if (!input) throw new Error('the description has errors');
  const [first, second] = input.api.operations.map((each) =>
    listMessageSchemas(each).map(({ schema, direction }) => findValidator(input, schema, direction)),
  );
  expect(first?.map(({ module }) => module)).toEqual([
    'validators/operations/list-a',
    'validators/components/parameters',
    'validators/operations/list-a',
  ]);
  expect(second?.[1]).toEqual(first?.[1]);
  expect(failuresOf(validators, first?.[0]?.name ?? '', 0).map(({ message }) => message)).toEqual([
    'must be at least 1',
  ]);
  expect(failuresOf(validators, first?.[1]?.name ?? '', 'x').map(({ message }) => message)).toEqual([
    'must be a UUID (RFC 4122)',
  ]);
  expect(failuresOf(validators, first?.[2]?.name ?? '', {}).map(({ message }) => message)).toEqual([
    'must be an array',
  ]);
  expect(files.get('validators/index.ts')).not.toContain('operations/');
});
