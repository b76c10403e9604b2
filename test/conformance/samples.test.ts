import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/model/api.js';
import { findSampleValue } from '../../src/samples/sample-value.js';
import { corpusFolder, hasCorpus } from '../corpus/list-descriptions.js';
import { effort } from '../effort.js';
import { generateWithoutRedoc } from '../emit-without-redoc.js';
import { bundleOutput, emit } from '../load-output.js';
import { runCompiler } from '../run-compiler.js';
import { namePath } from '../types/emission.js';

/**
 * Runs the samples of the reference against the generated server. One table per description fills their blanks. An
 * operation without a sample of its response responds with 501.
 */
const run = promisify(execFile);
const descriptions: readonly Description[] = [
  { spec: 'test/conformance/samples.yaml', blanks: {}, more: 1 },
  ...(hasCorpus && effort !== 'part' ? [{ spec: join(corpusFolder, 'museum/openapi.yaml'), blanks: {}, more: 1 }] : []),
  {
    spec: 'spec/openapi.yaml',
    blanks: { scenario_id: 's1', session_id: 's1', bot_id: 'b1', body: { input: 'check' } },
  },
];

interface Description {
  readonly spec: string;
  /** The value of each blank, by its name. */
  readonly blanks: Readonly<Record<string, unknown>>;
  /** The number of bodies that have a further example. */
  readonly more?: number;
}

const languages = ['sh', 'ts', 'js', 'python'] as const;
type Language = (typeof languages)[number];

// The system's Python has its packages. CI installs httpx. Elsewhere, its samples run if it is installed.
const python = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, ['-c', 'import httpx']).status === 0);

describe.each(descriptions)('$spec', ({ spec, blanks, more }) => {
  let server: Server;
  let folder: string;
  let samples: Record<Language, readonly string[]>;
  let operations: readonly Operation[];
  let reached: Map<string, Reached>;
  let requests = new Map<string, string>();
  let open: readonly string[];

  beforeAll(async () => {
    let handle: RequestListener | undefined;
    server = createHttpServer((request, response) => handle?.(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // Only the URL of the server differs from the description.
    const text = readFileSync(spec, 'utf8').replace(/(^servers:\n\s+- url: )(['"]?)[^'"\n]*\2/m, `$1'${baseUrl}'`);
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-samples-')));
    writeFileSync(join(folder, 'openapi.yaml'), text);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const { files, diagnostics } = await generateWithoutRedoc({
      folder,
      spec: 'openapi.yaml',
      out: 'out',
      only: ['client', 'server', 'reference'],
      emit,
    });
    expect(files.size, JSON.stringify(diagnostics.list)).toBeGreaterThan(0);
    const blocks = [...(files.get('reference/reference.md') ?? '').matchAll(/^```(\w*)\n(.*?)\n```$/gms)];
    const list = (language: string): string[] =>
      blocks
        .filter(([, name, block = '']) => name === language && /^curl |createClient|fetch\(|httpx/m.test(block))
        .map(([, , block = '']) => fillBlanks(block, blanks));
    samples = { sh: list('sh'), ts: list('ts'), js: list('js'), python: list('python') };
    ({ handle, operations, reached, open } = await serve(join(folder, 'openapi.yaml'), join(folder, 'out')));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // Expects that every operation was reached and succeeded, or responded with 501 if its response is not known.
  const expectSuccess = (): void => {
    expect([...reached.keys()].sort()).toEqual(operations.map(({ operationId = '' }) => operationId).sort());
    const failed = [...reached].filter(([id, { code }]) => (open.includes(id) ? code !== 501 : code >= 300));
    expect(failed).toEqual([]);
    // The samples of all languages send the same values.
    for (const [id, { request }] of reached) expect(request, id).toBe(requests.get(id) ?? request);
    requests = new Map([...reached].map(([id, { request }]) => [id, request]));
    reached.clear();
  };

  test('every value that the description states is present', () => {
    for (const language of languages) {
      expect(samples[language].length, language).toBe(operations.length + (more ?? 0));
      expect(samples[language].join('\n').replace(/^(?:#|\/\/) .*$/gm, '')).not.toMatch(/<[\w ,:-]+>/);
    }
  });

  test('curl', async () => {
    await run('bash', ['-ec', samples.sh.join('\n')], { env: credentials, cwd: folder });
    if (samples.sh.some((text) => text.includes('--output')))
      expect([...readFileSync(join(folder, 'response.bin'))]).toEqual([137, 80]);
    expectSuccess();
  });

  test('JavaScript', async () => {
    writeFileSync(join(folder, 'all.mjs'), samples.js.map((text) => `{\n${text}\n}`).join('\n'));
    await run(process.execPath, ['all.mjs'], { env: credentials, cwd: folder });
    expectSuccess();
  });

  test.runIf(python !== undefined || process.env['CI'] === 'true')('Python', async () => {
    writeFileSync(join(folder, 'all.py'), samples.python.join('\n'));
    await run(python ?? 'python3', ['all.py'], { env: credentials, cwd: folder });
    expectSuccess();
  });

  test('the client, which compiles with the strictest flags', async () => {
    const index = pathToFileURL(`${join(folder, 'out')}-bundled/client/index.mjs`).href;
    const imported = samples.ts.map((text) => text.replace('./client/index.js', './out/client/index.js'));
    mkdirSync(join(folder, 'ts'));
    for (const [number, text] of samples.ts.entries()) {
      const { code } = await transform(text.replace('./client/index.js', index), { loader: 'ts', format: 'esm' });
      // If the server refuses a request, the client throws an error.
      writeFileSync(join(folder, `ts/${number}.mjs`), code);
    }
    writeFileSync(
      join(folder, 'all.mjs'),
      samples.ts
        .map(
          (_, number) =>
            `await import('./ts/${number}.mjs').catch((error) => { if (error.code !== 501) throw error; });`,
        )
        .join('\n'),
    );
    await run(process.execPath, ['all.mjs'], { env: credentials, cwd: folder });
    expectSuccess();
    expect(compile(folder, imported)).toBe('');
  });
});

const credentials = {
  PATH: process.env['PATH'],
  ...Object.fromEntries(
    ['BEARER_TOKEN', 'KEY', 'QUERY_KEY', 'COOKIE_KEY', 'BASIC_USER', 'BASIC_PASSWORD'].map((name) => [name, 'secret']),
  ),
  MUSEUM_PLACEHOLDER_AUTH_USER: 'secret',
  MUSEUM_PLACEHOLDER_AUTH_PASSWORD: 'secret',
};

// A blank that is a whole string can be filled with any JSON, because JSON has the syntax of all four languages.
function fillBlanks(text: string, blanks: Description['blanks']): string {
  return Object.entries(blanks).reduce((filled, [name, value]) => {
    const blank = `<${name}(?:: not shown, [\\w-]+)?>`;
    return typeof value === 'string'
      ? filled.replace(new RegExp(blank, 'g'), value)
      : filled.replace(new RegExp(`(["'])${blank}\\1`, 'g'), JSON.stringify(value));
  }, text);
}

async function serve(
  spec: string,
  out: string,
): Promise<{
  handle: RequestListener;
  operations: readonly Operation[];
  reached: Map<string, Reached>;
  open: string[];
}> {
  const load = await bundleOutput(out);
  const { createServer, unimplemented }: ServerModule = await load('server/index');
  const { toNodeHandler }: NodeModule = await load('server/node');
  const { api, names, types } = namePath(spec);
  const reached = new Map<string, Reached>();
  const open: string[] = [];
  const handlers: Record<string, unknown> = {};
  for (const operation of api.operations) {
    const id = names.operations.get(operation)?.identifier ?? '';
    const reply = sampleReply(operation, types.views);
    if (!reply) open.push(operation.operationId ?? '');
    handlers[id] = (...args: unknown[]): unknown => {
      reached.set(operation.operationId ?? '', { code: reply ? 200 : 501, request: JSON.stringify(args[0]) });
      return reply ?? unimplemented[id]?.(...args);
    };
  }
  const accept = (credential: unknown): object | undefined =>
    /^secret$|"username":"secret","password":"secret"/.test(
      typeof credential === 'string' ? credential : JSON.stringify(credential),
    )
      ? {}
      : undefined;
  const security = Object.fromEntries([...names.securitySchemes.values()].map((key) => [key, accept]));
  return { handle: toNodeHandler(createServer(handlers, { security })), operations: api.operations, reached, open };
}

/** The response of a handler, and its arguments. */
interface Reached {
  readonly code: number;
  readonly request: string;
}

interface ServerModule {
  readonly createServer: (handlers: object, options: object) => object;
  readonly unimplemented: Readonly<Record<string, (...args: unknown[]) => unknown>>;
}

interface NodeModule {
  readonly toNodeHandler: (server: object) => RequestListener;
}

function sampleReply({ responses }: Operation, views: Parameters<typeof findSampleValue>[2]): object | undefined {
  const response = responses.find(({ status }) => /^2/.test(String(status))) ?? responses[0];
  if (!response) return undefined;
  const code = typeof response.status === 'number' ? {} : { code: 200 };
  const [media] = response.content;
  if (!media) return { status: response.status, ...code };
  if (media.mediaType === 'image/png') return { status: response.status, ...code, body: new Uint8Array([137, 80]) };
  const body = media.examples[0]?.value ?? (media.schema && findSampleValue(media.schema, 'response', views));
  if (body === undefined) return undefined;
  const isStream = media.mediaType === 'text/event-stream';
  const contentType = response.content.length > 1 ? { contentType: media.mediaType } : {};
  return { status: response.status, ...code, ...contentType, body: isStream ? [{ data: body }] : body };
}

function compile(folder: string, modules: readonly string[]): string {
  for (const [number, text] of modules.entries()) writeFileSync(join(folder, `sample-${number}.ts`), text);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  // People write `process.env.NAME`.
  const flags = { types: ['node'], noEmit: true, noPropertyAccessFromIndexSignature: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...flags }, include: ['sample-*.ts'] }),
  );
  return runCompiler(folder);
}
