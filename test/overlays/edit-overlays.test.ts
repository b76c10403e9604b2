import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** `gaps answer` and `gaps add` write into overlays, for descriptions that belong to somebody else. */
const spec = `openapi: 3.1.1
info: { title: Pets, version: '1' }
servers: [{ url: 'https://api.invalid' }]
x-resolved: [{ id: old, answer: '7', source: mail, date: '2026-01-31' }]
paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      x-not-shown: [{ id: pet-order, kind: behaviour, question: In which order?, source: '1' }]
      parameters:
        - name: <from date>
          in: query
          schema: { type: string }
          x-not-shown: [{ id: from-name, kind: parameter-name, question: Which name?, source: '1' }]
      responses:
        '2XX': { description: ok, x-source: '1', x-not-shown: [{ id: code, kind: status-code, question: Which?, source: '1' }] }
        '404': { $ref: other.yaml }
`;
const other = `description: none
x-source: '1'
x-not-shown: [{ id: error-header, kind: header, question: Which header?, source: '1' }]
`;
const files = { 'openapi.yaml': spec, 'other.yaml': other };
const overlay = `# ours
overlay: 1.0.0
info: {title: Ours, version: '1'}
actions: # all of them
    - target: $.info # the info
      update: {summary: All pets}
`;
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const answerOrder = ['gaps', 'answer', 'pet-order', '--text', 'By name.', '--source', 'mail'] as const;
const answerName = ['gaps', 'answer', 'from-name', '--name', 'from', '--source', 'mail'] as const;

async function run(folder: string, ...argv: readonly string[]): Promise<string> {
  const { code, printed } = await runIn(folder, argv);
  expect({ code, printed }).toEqual({ code: 0, printed });
  return printed;
}

async function refuse(folder: string, ...argv: readonly string[]): Promise<string> {
  const { code, errors } = await runIn(folder, argv);
  expect(code).toBe(2);
  return errors;
}

test('an answer is compared again if the description changes at the place of the gap', async () => {
  const folder = makeFolder(files);
  await run(folder, 'generate', '--spec', 'openapi.yaml', '--only', 'client');
  await run(folder, ...answerOrder, '--overlay', 'answers.yaml');
  const text = spec.replace("x-source: '1'\n      x-not-shown", 'summary: The newest first\n      x-not-shown');
  writeFiles(folder, { 'openapi.yaml': text });
  const refused = await refuse(folder, 'generate');
  expect(refused).toContain('overlay-gap-changed: the description at #/paths/~1pets/get has changed');
  const [, hash = ''] = /write '(\w{16})' here/.exec(refused) ?? [];
  writeFiles(folder, { 'answers.yaml': read(folder, 'answers.yaml').replace(/(x-resolves-from: )\w+/, `$1${hash}`) });
  await run(folder, 'generate');
});

describe('without a configuration', () => {
  test('a new overlay receives the answers, and later runs read it', async () => {
    const folder = makeFolder(files);
    await run(folder, 'generate', '--spec', 'openapi.yaml', '--only', 'client,not-shown');
    expect(await run(folder, ...answerName, '--overlay', 'answers.yaml', '--dry-run')).toContain('+      name: from\n');
    expect(existsSync(join(folder, 'answers.yaml'))).toBe(false);
    const printed = await run(folder, ...answerName, '--overlay', 'answers.yaml');
    expect(printed).toContain('answered since the last run: from-name\n');
    await run(folder, ...answerOrder);
    expect(read(folder, 'openapi.yaml')).toBe(spec);
    expect(read(folder, 'generated/client/list-pets.ts')).toMatch(/fromDate\?: string/);
    expect(read(folder, 'generated/client/list-pets.ts')).toContain("'from'");
    expect(await run(folder, 'gaps')).toMatch(/2 open gaps in openapi\.yaml\n {2}2 gaps answered by answers\.yaml\n/);
    expect(JSON.parse(read(folder, 'generated/not-shown.json')).resolved.map(({ id }: { id: string }) => id)).toEqual([
      'old',
      'from-name',
      'pet-order',
    ]);
  });

  test('an overlay keeps its other bytes, in YAML and JSON', async () => {
    const text = `\ufeff${overlay.replaceAll('\n', '\r\n')}`;
    const folder = makeFolder({ ...files, 'ours.yaml': text });
    await run(folder, 'generate', '--spec', 'openapi.yaml', '--overlay', 'ours.yaml', '--only', 'types');
    await run(folder, ...answerOrder, '--overlay', 'none', '--dry-run');
    await run(folder, ...answerOrder);
    expect(read(folder, 'ours.yaml').startsWith(`${text}    - target: $.paths['/pets'].get['x-not-shown']\r\n`)).toBe(
      true,
    );
    await run(folder, ...answerName, '--overlay', 'more.json');
    expect(JSON.parse(read(folder, 'more.json'))).toMatchObject({ overlay: '1.1.0', extends: './openapi.yaml' });
  });

  test('a gap is added by an overlay, and answered there', async () => {
    const folder = makeFolder(files);
    await run(folder, 'generate', '--spec', 'openapi.yaml', '--only', 'types');
    const gap = ['--kind', 'policy', '--question', 'Which limit?', '--source', 'Guide'] as const;
    await run(folder, 'gaps', 'add', 'limit', '--at', '#/info', ...gap, '--overlay', 'ours.yaml');
    expect(read(folder, 'openapi.yaml')).toBe(spec);
    expect(await run(folder, 'gaps')).toContain('limit');
    await run(folder, 'gaps', 'answer', 'limit', '--text', 'None.', '--source', 'mail');
    expect(JSON.parse(await run(folder, 'gaps', '--format', 'json')).descriptions[0]).toMatchObject({
      overlaid: [{ overlay: 'ours.yaml', ids: ['limit'] }],
    });
    expect(await refuse(folder, 'gaps', 'add', 'more', '--at', 'other.yaml#', ...gap)).toContain(
      'the place is in another file, to which overlays do not apply',
    );
  });

  test('--overlay none writes into the description itself', async () => {
    const removes = `overlay: 1.0.0\ninfo: {title: Ours, version: '1'}\nactions: [{ target: $.servers, remove: true }]\n`;
    const folder = makeFolder({ ...files, 'ours.yaml': removes });
    await run(folder, 'generate', '--spec', 'openapi.yaml', '--overlay', 'ours.yaml', '--only', 'types');
    await run(folder, ...answerOrder, '--overlay', 'none');
    expect(read(folder, 'openapi.yaml')).toContain('      description: By name.\n');
    expect(read(folder, 'ours.yaml')).toBe(removes);
    expect(JSON.parse(read(folder, 'generated/lacuna.json')).options.overlay).toEqual(['../ours.yaml']);
  });
});

describe('an edit that an overlay cannot express is refused, and nothing is written', () => {
  test.each([
    ['error-header', ['--complete'], 'the place is in another file, to which overlays do not apply'],
    ['code', ['--status', '200'], "needs the action 'copy', which is new in overlays of version 1.1"],
    ['pet-order', ['--text', 'x', '--overlay', '../else.yaml'], 'the overlay is outside the folder of the description'],
    ['pet-order', ['--text', 'x', '--overlay', 'a.yaml', '--overlay', 'b.yaml'], "'--overlay' appears twice"],
  ])('%s %s', async (id, flags, why) => {
    const folder = makeFolder({ ...files, 'ours.yaml': overlay });
    await run(folder, 'generate', '--spec', 'openapi.yaml', '--overlay', 'ours.yaml', '--only', 'types');
    expect(await refuse(folder, 'gaps', 'answer', id, '--source', 'mail', ...flags)).toContain(why);
    expect(read(folder, 'ours.yaml')).toBe(overlay);
    expect(existsSync(join(folder, '../else.yaml'))).toBe(false);
  });
});

test('with a configuration that lists it, a new overlay is written', async () => {
  const folder = makeFolder({
    ...files,
    'lacuna.config.json': '{ "spec": "openapi.yaml", "out": "out", "only": ["types"], "overlay": "ours.yaml" }',
  });
  await run(folder, ...answerOrder);
  expect(await run(folder, 'check')).toContain('up to date');
  writeFiles(folder, { 'openapi.yaml': spec.replace(/ {6}x-not-shown.*\n/, '      description: By age.\n') });
  expect(await refuse(folder, 'check')).toContain(
    "error overlay-gap-unknown: this action resolves 'pet-order', but the description has no such gap",
  );
});
