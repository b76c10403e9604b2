import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { runIn } from '../scaffold/run-scaffold.js';
import { strictFlags } from '../strict-flags.js';

/**
 * Descriptions from bug reports about other tools, in `reports/` of the corpora. The first line of each file says what
 * is expected. Each row generates the output, compiles it strictly, and asserts that.
 */
const reports = join(process.env['LACUNA_SHARED'] ?? '../shared', 'reports');
const hasReports = existsSync(reports);
if (!hasReports) console.log(`not run: there are no reports at ${reports}`);

interface Output {
  /** The codes of the findings. */
  readonly codes: readonly string[];
  /** Everything that the command printed about the description. */
  readonly errors: string;
  /** Returns the text of a generated file. */
  readonly read: (path: string) => string;
  /** Imports client, server and validators. */
  readonly load: () => ReturnType<typeof load>;
}

async function generate(file: string, ...flags: readonly string[]): Promise<Output> {
  const folder = makeFolder({ 'package.json': '{ "type": "module" }' });
  copyFileSync(join(reports, file), join(folder, 'openapi.yaml'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const only = 'types,client,server,validators,description';
  const argv = ['generate', '--spec', 'openapi.yaml', '--out', 'api', '--only', only, '--verbose', ...flags];
  const { code, errors } = await runIn(folder, argv);
  expect(code, errors).toBe(0);
  const compilerOptions = { ...strictFlags, lib: ['es2022'], types: ['node'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['api'] }));
  expect(runCompiler(folder)).toBe('');
  return {
    codes: [...errors.matchAll(/: (?:error|warning|note) ([a-z-]+): /g)].map(([, found = '']) => found),
    errors,
    read: (path) => readFileSync(join(folder, 'api', path), 'utf8'),
    load: () => load(folder),
  };
}

async function load(folder: string) {
  const outfile = join(folder, 'api.mjs');
  const contents = `export * as client from './api/client/index.js';
export * as server from './api/server/index.js';
export * as validators from './api/validators/index.js';
export * as adapter from './api/server/fetch.js';`;
  await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: 'esm', platform: 'node', outfile });
  return import(pathToFileURL(outfile).href);
}

/** Returns a function that sends a request to the generated server and returns the status of the response. */
async function serve(
  { load: loadModules }: Output,
  handlers: object,
): Promise<(path: string, init?: RequestInit) => Promise<number>> {
  const { server, adapter } = await loadModules();
  const handle = adapter.toFetchHandler(server.createServer(handlers));
  return async (path, init) => (await handle(new Request(`http://localhost${path}`, init))).status;
}

/** What a report expects. */
const rows: { readonly [file: string]: () => Promise<void> } = {
  '02-foreign-extension.yaml': async () => {
    const { codes, read } = await generate('02-foreign-extension.yaml');
    expect(codes).toEqual(['foreign-extension']);
    expect(read('openapi.json')).toContain('"resultsPath": "data"');
    expect(read('client/nodes.ts')).not.toContain('nodesPages');
  },
  '03-pattern-foreign-anchors.yaml': async () => {
    const output = await generate('03-pattern-foreign-anchors.yaml');
    expect(output.codes).toContain('foreign-anchor');
    const send = await serve(output, { article: () => ({ status: 204 }) });
    expect(await send('/articles/my-article')).toBe(204);
    expect(await send('/articles/my.article')).toBe(400);
  },
  '09-unfitting-default.yaml': async () => {
    const output = await generate('09-unfitting-default.yaml');
    expect(output.errors).not.toContain(': error ');
    expect(output.codes.filter((code) => code === 'default-ignored')).toHaveLength(6);
    let received: unknown;
    const send = await serve(output, {
      a: (args: unknown) => {
        received = args;
        return { status: 200, body: {} };
      },
    });
    expect(await send('/a')).toBe(200);
    expect(received).toEqual({ on: false, n: 5 });
    const { validators } = await output.load();
    expect(validators.withConfigDefaults({})).toEqual({ n: 7, s: '7' });
  },
};

test.skipIf(!hasReports).each(Object.entries(rows))('%s', { timeout: 60_000 }, (_file, check) => check());
