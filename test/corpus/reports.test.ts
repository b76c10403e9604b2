import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { chooseSample } from '../effort.js';
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
  /** Compiles a module that imports the output, and returns the errors. */
  readonly compile: (text: string) => string;
  /** Imports client, server and validators, and what `more` exports. */
  readonly load: (more?: string) => ReturnType<typeof load>;
}

async function generate(file: string, ...flags: readonly string[]): Promise<Output> {
  const folder = makeFolder({ 'package.json': '{ "type": "module" }' });
  copyFileSync(join(reports, file), join(folder, 'openapi.yaml'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const kinds = 'types,client,server,validators,description';
  const only = flags.includes('--only') ? [] : ['--only', kinds];
  const argv = ['generate', '--spec', 'openapi.yaml', '--out', 'api', ...only, '--verbose', ...flags];
  const { code, errors } = await runIn(folder, argv);
  expect(code, errors).toBe(0);
  const compilerOptions = { ...strictFlags, lib: ['es2022'], types: ['node'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['api', 'use.ts'] }));
  expect(runCompiler(folder)).toBe('');
  return {
    codes: [...errors.matchAll(/: (?:error|warning|note) ([a-z-]+): /g)].map(([, found = '']) => found),
    errors,
    read: (path) => readFileSync(join(folder, 'api', path), 'utf8'),
    compile: (text) => {
      writeFileSync(join(folder, 'use.ts'), text);
      return runCompiler(folder);
    },
    load: (more) => load(folder, more),
  };
}

async function load(folder: string, more = '') {
  const outfile = join(folder, 'api.mjs');
  const contents = `export * as client from './api/client/index.js';
export * as server from './api/server/index.js';
export * as validators from './api/validators/index.js';
export * as adapter from './api/server/fetch.js';
${more}`;
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

const postJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** What a report expects. */
const rows: { readonly [file: string]: () => Promise<void> } = {
  '01-dynamic-ref-inline-binding.yaml': async () => {
    const send = await serve(await generate('01-dynamic-ref-inline-binding.yaml'), {
      addGroups: () => ({ status: 204 }),
    });
    expect(await send('/groups', postJson({ items: [{ gid: 1 }] }))).toBe(204);
    expect(await send('/groups', postJson({ items: [{ gid: 'a' }] }))).toBe(400);
  },
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
  '04-all-of-closed.yaml': async () => {
    const { codes, read } = await generate('04-all-of-closed.yaml');
    expect(codes).toEqual(['impossible-schema', 'impossible-schema', 'impossible-schema']);
    for (const [file, type] of Object.entries({
      derived: 'Derived',
      beside: 'Beside',
      'second-closed': 'SecondClosed',
    }))
      expect(read(`types/${file}.ts`)).toContain(`export type ${type} = never;`);
  },
  '05-discriminated-one-of-overlap.yaml': async () => {
    const { codes, errors } = await generate('05-discriminated-one-of-overlap.yaml');
    expect(codes).toEqual(['one-of-overlap']);
    expect(errors).toMatch(/'pet_type' .*Cat.*Dog/s);
  },
  '06-discriminated-failure-message.yaml': async () => {
    const { validators } = await (await generate('06-discriminated-failure-message.yaml')).load();
    const { validateJob } = validators;
    expect(validateJob({ result: { state: 'fail', score: 1 } })).toEqual([
      expect.objectContaining({ instancePath: '/result', keyword: 'required', expected: 'the property "reason"' }),
    ]);
  },
  '07-choose-media-type.yaml': async () => {
    const output = await generate('07-choose-media-type.yaml');
    const { client } = await output.load();
    const accepted: unknown[] = [];
    const transport = async (_: string, init: { readonly headers: Readonly<Record<string, string>> }) => {
      accepted.push(init.headers['accept']);
      const isCsv = init.headers['accept'] === 'text/csv';
      return new Response(isCsv ? 'n' : '[]', { headers: { 'content-type': isCsv ? 'text/csv' : 'application/json' } });
    };
    const caller = client.createClient({ baseUrl: 'https://api.invalid', transport });
    const csv = await client.revenue.outcome(caller, { timeZone: 'UTC', accept: 'text/csv' });
    expect(csv).toMatchObject({ status: 200, contentType: 'text/csv', body: 'n' });
    expect(await client.revenue(caller, { timeZone: 'UTC', accept: 'application/pdf' })).toEqual([]);
    expect(accepted).toEqual(['text/csv', 'application/pdf']);
    const errors = output.compile(`import { type Client, revenue } from './api/client/index.js';
export async function use(client: Client): Promise<number> {
  // @ts-expect-error: the description has no such media type.
  await revenue(client, { timeZone: 'UTC', accept: 'text/plain' });
  const outcome = await revenue.outcome(client, { timeZone: 'UTC', accept: 'application/json' });
  if (outcome.status !== 200) return 0;
  if (outcome.contentType === 'application/json') return outcome.body.length;
  const other: string | Uint8Array = outcome.body;
  return other.length;
}
`);
    expect(errors).toBe('');
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
  '10-large-default.yaml': async () => {
    const exact = await generate('10-large-default.yaml', '--int64', 'bigint');
    expect(exact.codes).toEqual([]);
    const { validators } = await exact.load();
    expect(validators.withCursorDefaults({})).toEqual({ max_id: 9_223_372_036_854_775_807n });
    const rounded = await generate('10-large-default.yaml');
    expect(rounded.codes).toEqual(['number-rounded']);
    expect(rounded.errors).toContain("hint: with '--int64 bigint'");
    const loaded = await rounded.load();
    expect(loaded.validators.withCursorDefaults({})).toEqual({ max_id: 2 ** 63 });
  },
  '11-bound-rewritten.yaml': async () => {
    const { codes, read } = await generate('11-bound-rewritten.yaml', '--only', 'types,description,reference');
    expect(codes).toContain('number-rounded');
    const openapi = read('openapi.json');
    expect(openapi).toContain('"maximum": 9223372036854775807');
    expect(openapi).toContain('"maximum": 9007199254740993');
    expect(openapi).toContain('"big": 9007199254740993');
    const article = read('reference/reference.md');
    expect(article).toContain('0 to 9223372036854775807');
    expect(article).toContain('≤ 9007199254740993');
    expect(article).toContain('"big": 9007199254740993');
    expect(article + read('reference/index.html')).not.toMatch(/9223372036854776|9007199254740992/);
  },
  '16-version-number.yaml': async () => {
    const { codes, read } = await generate('16-version-number.yaml', '--only', 'types,description,reference');
    expect(codes).toEqual(['read-as']);
    expect(JSON.parse(read('openapi.json'))).toMatchObject({ info: { version: '1.0' } });
    expect(read('reference/reference.md')).toContain('t 1.0');
  },
  '13-root-servers.yaml': async () => {
    const output = await generate('13-root-servers.yaml');
    const { client } = await output.load();
    const root = '{protocol}://{host}{port}/auth/realms';
    expect(client.serverUrl(root)).toBe('https://app.example.io/auth/realms');
    const local = client.serverUrl(root, { protocol: 'http', host: 'localhost', port: ':8081' });
    expect(client.createClient({ baseUrl: local }).baseUrl).toBe('http://localhost:8081/auth/realms');
    for (const [baseUrl, message] of [
      [undefined, 'is missing'],
      ['/api', 'must be absolute'],
      ['https://{region}.example.io', 'needs a value for each variable in braces'],
    ])
      expect(() => client.createClient({ baseUrl })).toThrow(`'baseUrl' ${message}`);
    const errors = output.compile(`import { createClient, serverUrl } from './api/client/index.js';
createClient({ baseUrl: serverUrl('${root}', { host: 'localhost' }) });
createClient({ baseUrl: serverUrl('/api/v1') });
// @ts-expect-error: the variable has no such value.
serverUrl('${root}', { host: 'other.example.io' });
// @ts-expect-error: the server has no variables.
serverUrl('/api/v1', { host: 'localhost' });
// @ts-expect-error: the description has no such server.
serverUrl('/api/v2');
`);
    expect(errors).toBe('');
  },
  '14-webhooks.yaml': async () => {
    const output = await generate('14-webhooks.yaml');
    const { webhooks } = await output.load("export * as webhooks from './api/client/webhooks.js';");
    const receive = (body: unknown, headers: object): Request =>
      new Request('http://localhost/hooks', {
        ...postJson(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
    const pet = { id: 1, name: 'a' };
    const gone = await webhooks.readWebhook('petGone', receive(pet, { 'x-signature': 's' }));
    expect(gone).toMatchObject({
      body: pet,
      contentType: 'application/json',
      headers: { typed: { 'X-Signature': 's' } },
    });
    await expect(webhooks.readWebhook('petGone', receive({ id: 1 }, {}))).rejects.toMatchObject({
      name: 'CheckError',
      failures: [{ instancePath: '/headers/X-Signature', keyword: 'required' }],
    });
    await expect(webhooks.readWebhook('newPet', receive({ id: 1 }, {}))).rejects.toMatchObject({
      failures: [{ instancePath: '/body', keyword: 'required' }],
    });
    const errors = output.compile(`import { readWebhook } from './api/client/webhooks.js';
import type { Pet } from './api/types/index.js';
export async function use(request: Request): Promise<string> {
  const { body, headers } = await readWebhook('petGone', request);
  const pet: Pet = body;
  const created: Pet | undefined = (await readWebhook('newPet', request)).body;
  return pet.name + headers.typed['X-Signature'] + (created?.name ?? '');
}
// @ts-expect-error: the description has no such webhook.
void readWebhook('petFound', new Request('http://localhost/'));
`);
    expect(errors).toBe('');
  },
};

test.skipIf(!hasReports).each(chooseSample(Object.entries(rows), 6))('%s', { timeout: 60_000 }, (_file, check) =>
  check(),
);

test.skipIf(!hasReports)('every report has a row', () => {
  const files = readdirSync(reports).filter((file) => file !== 'README.md');
  expect(Object.keys(rows).sort()).toEqual(files.sort());
});
