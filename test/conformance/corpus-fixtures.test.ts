import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findSchemaOfContent } from '../../src/model/api.js';
import type { Schema } from '../../src/model/schema.js';
import type { MediaPlan, ValuePlan, ValueShape } from '../../src/wire/plan.js';
import { listShapes } from '../../src/wire/value-shape.js';
import { isObject, lookUp } from '../agreement/json-schema.js';
import { type Draw, makeDraw, makeInstance } from '../agreement/make-instances.js';
import { corpusFolder, hasCorpus } from '../corpus/list-descriptions.js';
import { chooseSample, effort } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { loadPair } from './load-pair.js';
import { type FixtureNotes, fixtureNotes, largeFixtures, styleFixtures } from './style-fixtures.js';

/**
 * Every parameter and body of those fixtures of the corpus that are about styles. The server reads what the client
 * wrote.
 */
const seed = chooseSeed(hasCorpus ? 'style fixtures of the corpus' : 'not run: the corpus is absent');

// Removes servers and security, which other tests check.
function readFixture(file: string, { wrongSchemas = [], unsendable = {} }: FixtureNotes): unknown {
  const description: unknown = JSON.parse(
    JSON.stringify(parse(readFileSync(join(corpusFolder, file), 'utf8')), (key, value: unknown) =>
      key === 'servers' || key === 'security' || (key === 'readOnly' && value === true) ? undefined : value,
    ),
  );
  for (const pointer of wrongSchemas) replaceAt(description, pointer, {});
  for (const pointer of Object.keys(unsendable)) replaceAt(description, `${pointer}/required`, false);
  return description;
}

function replaceAt(root: unknown, pointer: string, value: unknown): void {
  const end = pointer.lastIndexOf('/');
  const node = lookUp(root, `#${encodeURI(pointer.slice(0, end))}`);
  const name = pointer.slice(end + 1);
  if (typeof node !== 'object' || node === null) throw new Error(`there is no ${pointer}`);
  Reflect.set(node, name, value);
}

/** Makes a value for an argument. Returns `undefined` if the drawn value cannot be sent. */
type Make = (draw: Draw) => unknown;

function makeParameter(root: unknown, value: ValuePlan, schema: Schema | undefined): Make {
  // A path parameter without a declaration is a string.
  const raw = schema ? (lookUp(root, `#${encodeURI(schema.origin.pointer)}`) ?? { type: 'string' }) : true;
  const make: Make = (draw) => {
    const made = makeInstance(root, raw, draw);
    if (value.by !== 'style') return made;
    const sent = holdsAny(value.shape) ? asText(made) : made;
    return isSendable(sent) ? sent : undefined;
  };
  return (draw) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const made = make(draw);
      if (made !== undefined) return made;
    }
    return undefined;
  };
}

// In a message, a value of any type is text.
function holdsAny(shape: ValueShape): boolean {
  return listShapes(shape).some((one) => {
    if (one.kind === 'array') return holdsAny(one.items());
    if (one.kind !== 'object') return one.kind === 'any';
    return [...one.properties.values(), ...(one.additional ? [one.additional] : [])].some((read) => holdsAny(read()));
  });
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asText(member)]));
  return value === null ? null : String(value);
}

// An empty value is not sent (RFC 6570, 2.3), so it cannot be read.
function isSendable(value: unknown): boolean {
  if (value === null || value === undefined) return false;
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
    const files = fields.filter(({ isFile }) => isFile);
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

// Converts files for a comparison by content.
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

const smallFixtures = styleFixtures.filter((file) => !largeFixtures.includes(file));

describe.runIf(hasCorpus)('fixtures of the corpus', () => {
  let place: string;
  beforeAll(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-fixtures-')));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test.each(effort === 'all' ? styleFixtures : chooseSample(smallFixtures, 3))('%s', async (file) => {
    const notes = fixtureNotes[file] ?? {};
    const { unsendable = {}, given = {}, alike = [] } = notes;
    const root = readFixture(file, notes);
    const { calls, told, send, close } = await loadPair(root, mkdtempSync(join(place, 'one-')));
    const draw = makeDraw(seed);
    let read = 0;
    for (const { id, plan, names } of calls) {
      const makers = new Map<string, Make>();
      for (const { parameter, value } of plan.parameters) {
        const name = names.get(parameter) ?? '';
        if (!(parameter.origin.pointer in unsendable)) {
          makers.set(name, makeParameter(root, value, findSchemaOfContent(parameter.content)));
          continue;
        }
        const { refused } = await send(id, { [name]: unsendable[parameter.origin.pointer] });
        expect(refused).toContain(`'${parameter.writtenName}' must be `);
        expect(told.join('\n')).toContain(`(the parameter '${parameter.writtenName}'); such a value is rejected`);
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
          Object.assign(args, given[id]);
          const { seen, refused } = await send(id, args);
          if (refused !== undefined) refusals.add(refused);
          if (seen === undefined) continue;
          const wrote = { ...args, ...readAlike(args, alike) };
          expect(await plain(seen), `${id} ${JSON.stringify(args)}`).toMatchObject((await plain(wrote)) as object);
          for (const name of Object.keys(args)) wanted.delete(name);
          read += 1;
        }
        expect
          .soft([...wanted], `${id} ${media?.mediaType.mediaType}: ${[...refusals].slice(0, 3).join('\n')}`)
          .toEqual([]);
      }
    }
    if (calls.some(({ plan }) => plan.parameters.length > 0 || plan.body)) expect(read).toBeGreaterThan(0);
    await close();
  });
});

function readAlike(args: Readonly<Record<string, unknown>>, alike: readonly string[]): object {
  return Object.fromEntries(alike.filter((name) => name in args).map((name) => [name, JSON.parse(String(args[name]))]));
}
