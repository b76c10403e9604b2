import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** JSON files of lacuna in which an object has a name twice. `JSON.parse` would keep the last one. */
const options = '"spec": "../api.yaml", "only": ["types"], "importExtension": "js"';

test.each([
  ['out/lacuna.json', `{ "options": { ${options}, "only": [] }, "files": {} }`, ['check', '--out', 'out'], 'only'],
  ['lacuna.fetch.json', '{ "files": {}, "files": {} }', ['fetch', '--check'], 'files'],
  [
    'src/handlers/lacuna.scaffold.json',
    '{ "out": "../../out", "per": "tag", "per": "operation", "operations": {} }',
    ['scaffold', '--out', 'out', '--only', 'server'],
    'per',
  ],
])('%s', async (path, text, argv, name) => {
  const description = '{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": {} }';
  const folder = makeFolder({ 'api.yaml': description, [path]: text });
  const { code, errors } = await runIn(folder, [...argv, ...(argv[0] === 'fetch' ? [] : ['--spec', 'api.yaml'])]);
  const second = text.lastIndexOf(`"${name}"`) + 1;
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(`the key '${name}'\\s+twice`) });
  expect(errors).toMatch(new RegExp(`${path}:1${argv[0] === 'gaps' ? '' : `:${second}`}`));
});

test('a merged manifest that lists a file twice is not a mistake', async () => {
  const row = '"types/index.ts": { "kind": "types", "hash": "0" }';
  const folder = makeFolder({
    'api.yaml': '{ "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" }, "paths": {} }',
    'out/lacuna.json': `{ "options": { ${options} }, "files": { ${row}, ${row} } }`,
  });
  expect(await runIn(folder, ['generate', '--out', 'out'])).toMatchObject({ code: 0 });
});
