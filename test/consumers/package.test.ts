import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assume, createServer, unimplemented } from '../../generated/server/index.js';
import { toNodeHandler } from '../../generated/server/node.js';
import { listBlocks } from '../docs/list-blocks.js';
import { effort } from '../effort.js';

/** The package as users receive it: packed, installed into an empty folder, and used as its pages say. */
/** What is published in a registry. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

let place: string;
let packed: Packed;
const run = promisify(execFile);
const tsc = resolve('node_modules/typescript/bin/tsc');

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-consumer-'));
  writeFileSync(join(place, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  const flags = ['pack', '--ignore-scripts', '--json', '--pack-destination', place];
  [packed] = JSON.parse(execFileSync('npm', flags, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  unpack(join(place, packed.filename));
}, 60_000);

/**
 * Puts the package where npm would put it, together with the dependencies that are installed here. The repositories in
 * `test/consumers/repositories` install it with npm.
 */
function unpack(tarball: string): void {
  const modules = join(place, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', modules]);
  renameSync(join(modules, 'package'), join(modules, 'lacuna'));
  const { dependencies } = JSON.parse(readFileSync(join(modules, 'lacuna/package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(modules, name));
  }
  chmodSync(join(modules, 'lacuna/dist/cli.js'), 0o755);
  symlinkSync('../lacuna/dist/cli.js', join(modules, '.bin/lacuna'));
}

afterAll(() => rmSync(place, { recursive: true, force: true }));

test('the tarball is small', () => {
  expect(packed.files.length).toBeLessThan(640);
  expect(packed.size).toBeLessThan(950_000);
  expect(packed.unpackedSize).toBeLessThan(3_750_000);
});

test('it contains what the package needs at run time, the declarations of its entries and the pages for users, and nothing else', () => {
  const kept = [
    /^(?:LICENSE|README\.md|package\.json|generated\/openapi\.json)$/,
    /^dist\/(?!compiled\/)[\w/.-]+\.(?:js|d\.ts|cjs|d\.cts|json)$/,
    /^docs\/(?!decisions|diagnostics)[\w-]+\.md$/,
    /^docs\/example\/openapi\.yaml$/,
    /^templates\/[\w-]+\/[\w.-]+\.(?:hbs|css|js)$/,
  ];
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => !kept.some((pattern) => pattern.test(path)))).toEqual([]);
  // The declarations of internal modules are removed. Those of the entries stay.
  expect(paths).toContain('dist/index.d.ts');
  expect(paths).not.toContain('dist/cli.d.ts');
});

test('npm runs nothing when a consumer installs it', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const hooks = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  expect(hooks.filter((name) => name in scripts)).toEqual([]);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const installed = Object.keys(packages).filter((path) => path.startsWith('node_modules/') && !packages[path].dev);
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((path) => packages[path].hasInstallScript)).toEqual([]);
});

test('publint has no messages', async () => {
  const { buffer } = new Uint8Array(readFileSync(join(place, packed.filename)));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

const practice = listBlocks('ts', 'practice');

describe('the packed package', () => {
  test('contains what it needs, and no tests', () => {
    const files = readdirSync(join(place, 'node_modules/lacuna'), { recursive: true, encoding: 'utf8' });
    for (const file of ['dist/cli.js', 'dist/index.d.ts', 'generated/openapi.json', 'LICENSE', 'README.md']) {
      expect(files).toContain(file);
    }
    expect(files.filter((file) => /\.test\.[jt]s$|^test\/|^spec\//.test(file))).toEqual([]);
  });

  const exported = [
    ['lacuna', ['generate', 'check']],
    ['lacuna/practice-api/types', ['assume', 'reveal', 'rest']],
    ['lacuna/practice-api/client', ['createClient', 'getScenario', 'assume', 'reveal', 'isFailure', 'ApiError']],
    ['lacuna/practice-api/client/get-scenario', ['getScenario']],
    ['lacuna/practice-api/client/check-calls', ['checkCalls', 'checkRequests', 'checkResponses', 'getScenarioChecks']],
    ['lacuna/practice-api/server', ['createServer', 'unimplemented']],
    ['lacuna/practice-api/server/node', ['toNodeHandler']],
    ['lacuna/practice-api/validators', ['isScenario', 'validateScenario']],
  ] as const;
  test('every entry can be imported', async () => {
    const imports = exported.map(([specifier], index) => `import * as e${index} from '${specifier}';`);
    const list = exported.map((_, index) => `Object.keys(e${index})`);
    const program = `${imports.join('\n')}\nconsole.log(JSON.stringify([${list.join()}]));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: place });
    const found: unknown[] = JSON.parse(stdout);
    for (const [index, [specifier, names]] of exported.entries())
      expect(found[index], specifier).toEqual(expect.arrayContaining([...names]));
  });

  test('a watch of an unchanged folder reads no description until one changes', async () => {
    const program = `const { watch } = require('lacuna'); const { appendFileSync } = require('node:fs');
    require('node:fs').writeFileSync('watched.yaml', 'openapi: 3.1.0\\ninfo: { title: T, version: "1" }\\npaths: {}\\n');
    const options = { spec: 'watched.yaml', out: 'watched', only: ['types'] };
    require('lacuna').generate(options).then(() => {
      const watching = watch(options, { onRun({ isUnchanged, document }) {
        console.log(isUnchanged, document !== undefined);
        if (isUnchanged) appendFileSync('watched.yaml', 'components: { schemas: { A: { type: object } } }\\n');
        else watching.close();
      } });
    })`;
    const { stdout } = await run(process.execPath, ['-e', program], { cwd: place });
    expect(stdout).toBe('true false\nundefined true\n');
    expect(readFileSync(join(place, 'watched/types/index.ts'), 'utf8')).toContain('./a.js');
  });

  test('CommonJS requires the same modules, without a warning', async () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    const names = Object.keys(exports)
      // The plugins for bundlers need `unplugin`. `test/consumers/repositories/bundlers` tests `require` for them.
      .filter((path) => exports[path].require && !exports[path].types.includes('/bundlers/'))
      .map((path) => `lacuna${path.slice(1)}`);
    // A module with a default export has no other exports.
    const program = `Promise.all(${JSON.stringify(names)}.map(async (name) => {
      const { default: value, ...others } = await import(name);
      if (value !== undefined) return value === require(name) && Object.keys(others).length === 0;
      return Object.entries(others).every(([key, one]) => require(name)[key] === one);
    })).then(console.log)`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=commonjs', '-e', program], { cwd: place });
    expect({ stdout: stdout.replaceAll(/\s/g, ''), stderr }).toEqual({
      stdout: `[${names.map(() => true)}]`,
      stderr: '',
    });
  });

  test('the description can be imported as JSON', async () => {
    const program = `import api from 'lacuna/practice-api/openapi.json' with { type: 'json' }; console.log(api.openapi);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: place });
    expect(stdout.trim()).toBe('3.1.1');
  });
});

describe('the page of the practice API', () => {
  test('its TypeScript compiles', async () => {
    const files = practice.map(({ text }, index) => {
      writeFileSync(join(place, `practice-${index}.ts`), text);
      return `practice-${index}.ts`;
    });
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      'node',
    ];
    await run(process.execPath, [tsc, ...flags, ...files], { cwd: place }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
    expect(files.length).toBe(2);
  });

  test('its TypeScript runs, against the generated server', async () => {
    const seen: string[] = [];
    const server = createServer<string>(
      {
        ...unimplemented,
        getScenario: async ({ scenarioId }) => {
          seen.push(`getScenario ${scenarioId}`);
          return scenarioId === 's1'
            ? { status: '2XX', body: scenario }
            : { status: 404, body: { error: 'no such scenario', details: {} } };
        },
        listSessionsV2: async ({ fromDate }) => {
          seen.push(`listSessionsV2 ${fromDate}`);
          return { status: '2XX', body: { sessions: [], total: 0, page: 1, limit: 50 } };
        },
        createScenario: async () => {
          seen.push('createScenario');
          return { status: '2XX', body: assume('create-scenario-response', { id: 's9' }) };
        },
      },
      { security: { bearer: async (token) => token }, wireNames: { 'list-sessions-v2-from-date-name': 'from' } },
    );
    const http = createHttpServer(toNodeHandler(server));
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    try {
      for (const [index, { text }] of practice.entries()) {
        const file = join(place, `practice-${index}.mjs`);
        writeFileSync(file, transformSync(text.replaceAll('https://api.example.com', baseUrl), { loader: 'ts' }).code);
        await run(process.execPath, [file], { cwd: place, timeout: 20_000 });
      }
    } finally {
      http.closeAllConnections();
      http.close();
    }
    expect(seen).toEqual(['getScenario s1', 'listSessionsV2 2026-01-31', 'createScenario']);
  });
});

describe('the README', () => {
  test('its commands generate and check in another repository', async () => {
    const folder = join(place, 'own');
    mkdirSync(folder);
    cpSync('spec/openapi.yaml', join(folder, 'openapi.yaml'));
    const commands = listBlocks('sh')
      .filter(({ page }) => page === 'README.md')
      .flatMap(({ text }) => text.match(/npx lacuna generate .*/g) ?? []);
    const [generate = '', ...browser] = commands;
    expect(generate).toBe('npx lacuna generate --spec openapi.yaml --out src/api');
    expect(browser).toEqual([`${generate} --only client`]);
    const { stdout: first } = await run('npx', generate.split(' ').slice(1), { cwd: folder });
    expect(first).toContain('lacuna generate --spec openapi.yaml --out src/api --only client');
    expect(existsSync(join(folder, 'src/api/client/get-scenario.ts'))).toBe(true);
    // `npm test` only checks the edited folder.
    if (effort !== 'part') await run('npx', ['lacuna', 'check', '--out', 'src/api'], { cwd: folder });
    writeFileSync(join(folder, 'src/api/client/get-scenario.ts'), '// mine\n');
    const program = join(place, 'node_modules/.bin/lacuna');
    const failure = await run(program, ['check', '--out', 'src/api'], { cwd: folder }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('client/get-scenario.ts was edited by hand'),
    });
  });
});

const scenario = {
  id: 's1',
  name: 'Pitch',
  description: '',
  ai_instructions: '',
  is_public: false,
  is_recording: false,
  created_at: '2026-01-31T00:00:00Z',
};
