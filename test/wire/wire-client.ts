import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { findOutputModule } from '../../src/emitters/runtime-modules.js';
import { generate } from '../../src/index.js';
import type { JsonObject } from '../../src/model/element.js';
import { emit } from '../load-output.js';
import type { WireCase } from './wire-case.js';

/** The versions of OpenAPI in which each case is written, if they support it. */
export const versions = ['3.0.4', '3.1.1', '3.2.0'] as const;

/** A generated client for cases: how to call each, and which of them have a finding. */
export interface WireFolder {
  readonly folder: string;
  readonly cases: readonly WireCase[];
  readonly isUndefined: (index: number) => boolean;
}

/** Lists the cases that a version of OpenAPI supports. */
export function casesOf(all: readonly WireCase[], version: string): readonly WireCase[] {
  return all.filter(({ since = '3.0' }) => version.slice(0, 3) >= since);
}

/** Generates the client for cases in one version of OpenAPI. */
export async function generateClient(all: readonly WireCase[], version: string, place: string): Promise<WireFolder> {
  const cases = casesOf(all, version);
  const folder = join(place, version);
  mkdirSync(folder, { recursive: true });
  const paths = cases.map(({ path = '', method = 'post', operation }, index) => [
    `/o${index}${path}`,
    { [method]: { operationId: `o${index}`, responses: { 204: { description: 'Done.' } }, ...operation } },
  ]);
  const description: JsonObject = {
    openapi: version,
    info: { title: 'Wire', version: '1' },
    paths: Object.fromEntries(paths),
    components: { securitySchemes: securitySchemes },
  };
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
  const run = await generate({ folder, spec: 'openapi.json', out: 'api', only: ['client'], emit });
  if (!run.written) throw new Error(run.diagnostics.list.map(({ message }) => message).join('\n'));
  await compileClient(folder);
  const told = run.diagnostics.list.filter(({ code }) => code === 'undefined-serialization');
  return {
    folder,
    cases,
    isUndefined: (index) =>
      told.some(({ origin }) => new RegExp(`^/paths/~1o${index}(~1|/)`).test(origin?.pointer ?? '')),
  };
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  oauth: {
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: 'https://token.invalid', scopes: { read: 'Read.' } } },
  },
  openId: { type: 'openIdConnect', openIdConnectUrl: 'https://id.invalid' },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-Key' },
  queryKey: { type: 'apiKey', in: 'query', name: 'api key' },
  cookieKey: { type: 'apiKey', in: 'cookie', name: 'SESSION' },
};

/** A change of one line of the runtime. `module` is a file in `src/runtime`, such as `write/text`. */
export interface Mutation {
  readonly module: string;
  readonly from: string;
  readonly to: string;
}

/** The module of a generated client. */
export interface WireModule {
  readonly createClient: (options: object) => unknown;
  readonly [operation: string]: unknown;
}

let loaded = 0;

/** Loads a generated client separately. `mutation` changes one line of its runtime. */
export async function loadClient({ folder }: WireFolder, mutation?: Mutation): Promise<WireModule> {
  loaded += 1;
  const copy = join(folder, `client-${loaded}`);
  cpSync(join(folder, 'compiled'), copy, { recursive: true });
  if (mutation) {
    const module = findOutputModule(mutation.module);
    const text = readFileSync(join(folder, 'api', `${module}.ts`), 'utf8');
    const { code } = await transform(mutateText(text, mutation), { loader: 'ts' });
    writeFileSync(join(copy, `${module}.js`), code);
  }
  return import(pathToFileURL(join(copy, 'index.mjs')).href);
}

// Compiles the operations into one file beside the unchanged modules of the runtime, so that one of these can be
// replaced.
async function compileClient(folder: string): Promise<void> {
  const common = { format: 'esm', target: 'es2022', platform: 'neutral' } as const;
  const outdir = join(folder, 'compiled');
  await build({ ...common, entryPoints: [join(folder, `api/runtime/*.${emit}`)], outdir: join(outdir, 'runtime') });
  await build({
    ...common,
    entryPoints: [join(folder, `api/client/index.${emit}`)],
    outfile: join(outdir, 'index.mjs'),
    bundle: true,
    plugins: [
      {
        name: 'runtime',
        setup({ onResolve }) {
          onResolve({ filter: /\/runtime\// }, ({ path }) => ({ path: `./runtime/${basename(path)}`, external: true }));
        },
      },
    ],
  });
  writeFileSync(join(outdir, 'package.json'), '{ "type": "module" }');
}

// A module of the output contains what follows the imports of each of its files.
function mutateText(text: string, { module, from, to }: Mutation): string {
  const source = readFileSync(`src/runtime/${module}.ts`, 'utf8');
  const body = source.replace(/^(?:import [^;]*;\s*)+/, '').trim();
  if (body.split(from).length !== 2) throw new Error(`'${from}' does not occur once in ${module}`);
  if (!text.includes(body)) throw new Error(`the output does not contain ${module}`);
  return text.replace(body, () => body.replace(from, () => to));
}
