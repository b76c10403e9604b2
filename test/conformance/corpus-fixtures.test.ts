import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildApi } from '../../src/build/api.js';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import { generate } from '../../src/index.js';
import type { Schema } from '../../src/model/schema.js';
import { nameApi } from '../../src/naming/name-api.js';
import type { MediaPlan, OperationPlan, ValuePlan, ValueShape } from '../../src/wire/plan.js';
import { planApi } from '../../src/wire/plan-api.js';
import { alternativesOf } from '../../src/wire/value-shape.js';
import { isObject, lookUp } from '../agreement/json-schema.js';
import { type Draw, makeDraw, makeInstance } from '../agreement/make-instances.js';
import { corpusFolder, hasCorpus } from '../corpus/list-descriptions.js';
import { chooseSeed } from '../seed.js';

/** Every parameter and body of the fixtures of the corpus that are about styles: the server reads what the client wrote. */
const fixtures = [
  'oas-examples/3.0/json/parameters-extreme.json',
  'oas-examples/3.0/yaml/parameters-cookies.yaml',
  'oas-examples/3.0/json/schema-encoding-style.json',
  'oas-examples/3.1/json/schema-encoding-style.json',
  'oas-examples/3.0/json/file-uploads.json',
  'oas-examples/3.0/json/petstore-expanded.json',
  'ogen/_testdata/examples/petstore-oauth2.yml',
  'ogen/_testdata/positive/any_parameters.json',
  'ogen/_testdata/positive/nullable_anyof_params.json',
  'ogen/_testdata/positive/deepObjectAdditionalProperties.yml',
  'ogen/_testdata/positive/shared_body_differing_headers.yml',
  'ogen/_testdata/positive/json_suffix_content_types.yml',
  'ogen/_testdata/positive/array_defaults.yml',
  'ogen/_testdata/positive/enum_number_coerce.yml',
  'heyapi/specs/3.0.x/content-binary.json',
  'heyapi/specs/3.0.x/content-types.yaml',
  'heyapi/specs/3.0.x/body-response-text-plain.yaml',
  'heyapi/specs/3.1.x/body-nested-array.yaml',
  'heyapi/specs/3.1.x/opencode.yaml',
];
// Arguments that are written alike whichever alternative is meant: a boolean, or its text. May only shrink.
const ambiguous: { readonly [file: string]: readonly string[] } = {
  'heyapi/specs/3.1.x/opencode.yaml': ['roots', 'archived'],
};
const seed = chooseSeed(hasCorpus ? 'style fixtures of the corpus' : 'not run: the corpus is absent');

interface Call {
  readonly id: string;
  readonly plan: OperationPlan;
  readonly names: ReadonlyMap<unknown, string>;
}

interface Fixture {
  readonly root: unknown;
  readonly calls: readonly Call[];
  /** Calls an operation; gives what its handler got, or why it did not. */
  readonly send: (id: string, args: object) => Promise<{ readonly seen?: unknown; readonly refused?: string }>;
}

async function loadFixture(file: string, folder: string): Promise<Fixture> {
  // Where the calls go to and who may make them is the matter of other tests.
  const root: unknown = JSON.parse(
    JSON.stringify(parse(readFileSync(join(corpusFolder, file), 'utf8')), (key, value: unknown) =>
      key === 'servers' || key === 'security' || (key === 'readOnly' && value === true) ? undefined : value,
    ),
  );
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(root));
  const run = await generate({ folder, spec: 'openapi.json', out: 'api', only: ['client', 'server'] });
  if (!run.written) throw new Error(run.diagnostics.list.map(({ message }) => message).join('\n'));
  expect(listForeignImports(join(folder, 'api'))).toEqual([]);
  const bundle = join(folder, 'api.mjs');
  const contents = `export * as client from './api/client/index.js'; export * as server from './api/server/index.js'; export { toFetchHandler } from './api/server/fetch.js';`;
  await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: bundle,
  });
  const { client, server, toFetchHandler } = await import(pathToFileURL(bundle).href);
  let seen: unknown;
  const handler = (args: unknown): never => {
    seen = args;
    throw new Error('read');
  };
  const handlers = Object.fromEntries(Object.keys(server.unimplemented).map((name) => [name, handler]));
  const handle = toFetchHandler(server.createServer(handlers, { onError: () => {} }));
  let refused: string | undefined;
  const transport = async (url: string, init: RequestInit): Promise<Response> => {
    const response: Response = await handle(new Request(url, init));
    if (seen === undefined) refused = `${response.status} ${await response.clone().text()}`;
    return response;
  };
  const api = client.createClient({ baseUrl: 'https://api.invalid', transport });
  return {
    root,
    calls: listCalls(spec),
    async send(id, args) {
      seen = undefined;
      refused = undefined;
      try {
        await client[id].outcome(api, args);
      } catch (error) {
        return { refused: String(error) };
      }
      return { ...(seen !== undefined && { seen }), ...(refused !== undefined && { refused }) };
    },
  };
}

/** Lists what modules import that is neither beside them nor a part of Node that only its adapter needs. */
function listForeignImports(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const specifiers = [...text.matchAll(/^(?:import|export)\b[^'\n]*?\bfrom '([^']*)';$|\bimport\('([^']*)'\)/gm)];
    const isNode = /^(runtime|server)\/node/.test(file);
    return specifiers
      .map(([, from, dynamic]) => from ?? dynamic ?? '')
      .filter((from) => !(/^\.\.?\/.*\.js$/.test(from) || (isNode && from.startsWith('node:'))))
      .map((from) => `${file}: ${from}`);
  });
}

function listCalls(spec: string): readonly Call[] {
  const diagnostics = new Diagnostics();
  const document = readDocument(spec, diagnostics);
  const api = document && buildApi(document, diagnostics);
  if (!api) throw new Error('no description');
  const names = nameApi(api, diagnostics);
  return [...planApi(api, diagnostics).values()].flatMap((plan) => {
    const own = names.operations.get(plan.operation);
    return own ? [{ id: own.identifier, plan, names: own.parameters }] : [];
  });
}

/** Makes a value of an argument; `undefined` where the draw gave nothing that can be sent. */
type Make = (draw: Draw) => unknown;

function makeParameter(root: unknown, value: ValuePlan, schema: Schema | undefined): Make {
  const raw = schema ? lookUp(root, `#${encodeURI(schema.origin.pointer)}`) : true;
  return (draw) => {
    const made = makeInstance(root, raw, draw);
    if (value.by === 'media-type') return made;
    const sent = holdsAny(value.shape) ? asText(made) : made;
    return isSendable(sent) ? sent : undefined;
  };
}

// Of a value of any kind nobody can tell on the wire that it was no text.
function holdsAny(shape: ValueShape): boolean {
  return alternativesOf(shape).some((one) => {
    if (one.kind === 'array') return holdsAny(one.items);
    if (one.kind !== 'object') return one.kind === 'any';
    return [...one.properties.map((property) => property.shape), ...(one.additional ? [one.additional] : [])].some(
      holdsAny,
    );
  });
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asText(member)]));
  return value === null ? null : String(value);
}

// What is empty is not sent (RFC 6570, 2.3), so that nobody can read it.
function isSendable(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : undefined;
  return parts === undefined || (parts.length > 0 && parts.every(isSendable));
}

function makeBody(root: unknown, { mediaType, format, fields }: MediaPlan): Make {
  const raw = mediaType.schema ? lookUp(root, `#${encodeURI(mediaType.schema.origin.pointer)}`) : true;
  const bytes = new Uint8Array([0, 255, 13, 10]);
  return (draw) => {
    if (format === 'bytes') return bytes;
    const made = makeInstance(root, raw, draw);
    if (format === 'text') return typeof made === 'string' ? made : 'x';
    if (format === 'json' || !isObject(made)) return made;
    const files = fields.filter(({ value }) => value.by === 'media-type' && value.body.format === 'bytes');
    const content: Record<string, unknown> = Object.fromEntries(
      Object.entries(made).filter(([, field]) => isSendable(field)),
    );
    for (const { name, repeated } of files) {
      const file = new File([bytes], `${name}.bin`, { type: 'application/octet-stream' });
      if (name in content) content[name] = repeated ? [file, file] : file;
    }
    return content;
  };
}

// Files are compared by what is in them.
async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob)
    return { bytes: [...new Uint8Array(await value.arrayBuffer())], name: Reflect.get(value, 'name') };
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([key, member]) => [key, await plain(member)])),
  );
}

describe.runIf(hasCorpus)('fixtures of the corpus', () => {
  let place: string;
  beforeAll(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-fixtures-')));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test.each(fixtures)('%s', async (file) => {
    const { root, calls, send } = await loadFixture(file, mkdtempSync(join(place, 'one-')));
    const draw = makeDraw(seed);
    let read = 0;
    for (const { id, plan, names } of calls) {
      const makers = new Map<string, Make>();
      for (const { parameter, value } of plan.parameters) {
        const { content } = parameter;
        const schema = content.by === 'style' ? content.schema : content.mediaType.schema;
        const name = names.get(parameter) ?? '';
        if (!ambiguous[file]?.includes(name)) makers.set(name, makeParameter(root, value, schema));
      }
      const required = plan.parameters
        .filter(({ parameter }) => parameter.required)
        .map(({ parameter }) => names.get(parameter) ?? '');
      const bodies = plan.body?.alternatives ?? [undefined];
      for (const media of bodies) {
        const wanted = new Set([...makers.keys(), ...(media ? ['body'] : [])]);
        const refusals = new Set<string>();
        for (let round = 0; round < 60 && (wanted.size > 0 || round < 8); round += 1) {
          const args: Record<string, unknown> = {};
          for (const [name, make] of makers) {
            const made = required.includes(name) || draw(3) > 0 ? make(draw) : undefined;
            if (made !== undefined) args[name] = made;
          }
          if (media) args['body'] = makeBody(root, media)(draw);
          if (media && bodies.length > 1) args['contentType'] = media.mediaType.mediaType.replace('*', 'x');
          const { seen, refused } = await send(id, args);
          if (refused !== undefined) refusals.add(refused);
          if (seen === undefined) continue;
          expect(await plain(seen), `${id} ${JSON.stringify(args)}`).toMatchObject((await plain(args)) as object);
          for (const name of Object.keys(args)) wanted.delete(name);
          read += 1;
        }
        expect
          .soft([...wanted], `${id} ${media?.mediaType.mediaType}: ${[...refusals].slice(0, 3).join('\n')}`)
          .toEqual([]);
      }
    }
    if (calls.some(({ plan }) => plan.parameters.length > 0 || plan.body)) expect(read).toBeGreaterThan(0);
  });
});
