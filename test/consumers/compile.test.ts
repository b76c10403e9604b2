import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkWhole } from '../check-whole.js';
import { compilers, effort } from '../effort.js';
import { runCompiler } from '../run-compiler.js';
import { strictFlags } from '../strict-flags.js';
import { type InstalledPlatform, installPlatform } from './install-platform.js';

// The tests themselves run in one version of Node. These are the later versions, and the other platforms.
const platforms = [
  ['node', '22'],
  ['node', '24'],
  ['deno', '2'],
  ['bun', '1'],
] as const;
const installing = new Map<string, Promise<InstalledPlatform>>();

/** The output compiles in other repositories with their TypeScript and flags, and runs with type stripping. */
let place: string;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-compile-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  cpSync('generated', join(place, 'generated'), { recursive: true });
  cpSync('generated', join(place, 'whole'), { recursive: true });
  for (const file of readdirSync(join(place, 'whole/runtime'))) {
    const path = join(place, 'whole/runtime', file);
    writeFileSync(path, checkWhole(readFileSync(path, 'utf8')));
  }
  // Downloads them while the output is compiled.
  for (const [name, version] of effort === 'part' ? [] : platforms) {
    const installed = installPlatform(name, version, join(place, `${name}-${version}`));
    installed.catch(() => undefined); // the test of the platform reports it
    installing.set(`${name} ${version}`, installed);
  }
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

// The settings that `npm create vite` writes into `tsconfig.app.json`, where they differ.
const bundled = {
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  jsx: 'react-jsx',
  noUncheckedSideEffectImports: true,
};

function compile(compiler: string, options: object, include: readonly string[]): string {
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...strictFlags, ...options }, include }),
  );
  return runCompiler(place, undefined, compiler);
}

describe.each(effort === 'most' ? [...compilers, 'typescript-6'] : compilers)('with %s', (compiler) => {
  const isBetween = effort !== 'all' && compiler === 'typescript-6';

  test.skipIf(isBetween)('all of it compiles with strict flags together with the types of Node', () => {
    expect(compile(compiler, { lib: ['es2022'], types: ['node'] }, ['whole'])).toBe('');
  });

  test.skipIf(isBetween)('types, client and validators compile with only the types of a browser', () => {
    const kinds = ['types', 'client', 'validators'].map((kind) => `whole/${kind}`);
    expect(compile(compiler, { lib: ['es2022', 'dom', 'dom.iterable'], types: [] }, kinds)).toBe('');
  });

  test('all of it compiles in a browser project, which has no types of Node', () => {
    const browser = { lib: ['es2022', 'dom'], types: [] };
    if (effort === 'all') expect(compile(compiler, browser, ['generated'])).toBe('');
    expect(compile(compiler, { ...browser, ...bundled }, ['generated'])).toBe('');
  });

  test.skipIf(isBetween)('copied code causes no errors with an older library', () => {
    const older = { lib: ['es2020', 'dom', 'dom.iterable'], types: [] };
    if (compiler === 'typescript') expect(compile(compiler, older, ['whole/client'])).toContain('whole/runtime/');
    expect(compile(compiler, older, ['generated/client'])).toBe('');
  });
});

describe('with .ts specifiers, it runs with type stripping', () => {
  beforeAll(() => {
    const options = ['--spec', resolve('spec/openapi.yaml'), '--out', join(place, 'stripped')];
    execFileSync(process.execPath, [resolve('dist/cli.js'), 'generate', ...options, '--import-extension', 'ts']);
    writeFileSync(
      join(place, 'program.ts'),
      `import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AbortError, assume, createClient, createScenario, getBalance, TimeoutError } from './stripped/client/index.ts';
import { createServer, unimplemented } from './stripped/server/index.ts';
import { toNodeHandler } from './stripped/server/node.ts';
import { isBalance } from './stripped/validators/index.ts';
const api = createServer(
  {
    ...unimplemented,
    getBalance: ({ organizationId }) =>
      organizationId === 'slow' ? new Promise(() => {}) : { status: '2XX', body: { balance: 1, currency: 'EUR' } },
    createScenario: ({ body }) => ({ status: '2XX', body: assume('create-scenario-response', body) }),
  },
  { security: { bearer: (token) => (token === 'x' ? {} : undefined) } },
);
const server = createHttpServer(toNodeHandler(api));
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const baseUrl = \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`;
const client = createClient({ baseUrl, auth: { bearer: (refusals) => (refusals === 0 ? 'old' : 'x') } });
console.log(isBalance(await getBalance(client)));
const body = assume('create-scenario-request', { name: 'ü' });
console.log(JSON.stringify(await createScenario(client, { body })));
const slow = { organizationId: 'slow' };
const end = (error: unknown): unknown => error;
console.log((await getBalance(client, slow, { timeoutMs: 50 }).catch(end)) instanceof TimeoutError);
console.log((await getBalance(client, slow, { signal: AbortSignal.timeout(50) }).catch(end)) instanceof AbortError);
server.closeAllConnections();
server.close();
`,
    );
  });

  test.skipIf(effort === 'part').each(platforms)(
    'in %s %s, client, server and validators',
    async (name, version) => {
      const { program = '', flags = [] } = (await installing.get(`${name} ${version}`)) ?? {};
      const stdout = execFileSync(program, [...flags, join(place, 'program.ts')], { encoding: 'utf8' });
      expect(stdout).toBe('true\n{"name":"ü"}\ntrue\ntrue\n');
    },
    180_000,
  );
});
