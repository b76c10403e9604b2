import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { buildConfigurationSchema } from '../../src/configuration/build-schema.js';
import { generate } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';
import { type Block, listBlocks } from './list-blocks.js';

/** The JSON and YAML blocks. The word after the fence says which part of a description the block is. */
const example: unknown = parse(readFileSync('docs/example/openapi.yaml', 'utf8'));
const json = listBlocks('json');
const yaml = listBlocks('yaml');

test.each(json)('the JSON of $page, $file, can be parsed, and is valid if it is a configuration', ({ text }) => {
  const value: object = JSON.parse(text);
  if (!('spec' in value || 'apis' in value)) return;
  const ajv = new Ajv({ strictTuples: false });
  ajv.validate(buildConfigurationSchema(), value);
  expect(ajv.errors).toBeNull();
});

const hasName = (value: unknown): value is { readonly name: unknown } => Object.hasOwn(Object(value), 'name');

/** Merges a part of a description into the description. An entry of an array replaces the entry with the same name. */
function merge(base: unknown, part: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(part) && part.every(hasName))
    return [...base.filter((one) => !part.some(({ name }) => name === one.name)), ...part];
  if (typeof base !== 'object' || typeof part !== 'object' || base === null || part === null || Array.isArray(part))
    return part;
  const changed = Object.entries(part).map(([key, value]) => [key, merge(Object(base)[key], value)]);
  return { ...base, ...Object.fromEntries(changed) };
}

const places: { readonly [word: string]: (part: unknown) => object } = {
  description: (part) => Object(part),
  paths: (paths) => ({ paths }),
  parameters: (parameters) => ({ paths: { '/orders': { get: { parameters } } } }),
  schemas: (schemas) => ({ components: { schemas } }),
};

describe('YAML', () => {
  test.each(yaml)('of $page, $file, can be parsed, and a description or overlay has no finding', async (block) => {
    const value: unknown = parse(block.text);
    const kind = block.words[1];
    if (kind !== undefined) expect(await listFindings(block, value)).toEqual([]);
    else expect(Object(value)).not.toHaveProperty('openapi');
  });

  test('of each kind occurs', () => {
    const kinds = new Set(yaml.flatMap(({ words }) => words.slice(1)));
    expect([...kinds].sort()).toEqual([...Object.keys(places), 'overlay'].sort());
    expect(json.length).toBeGreaterThan(3);
  });
});

async function listFindings({ words, text }: Block, value: unknown): Promise<readonly string[]> {
  const isOverlay = words[1] === 'overlay';
  const description = isOverlay ? example : merge(example, places[words[1] ?? '']?.(value));
  const folder = makeFolder({ 'openapi.yaml': JSON.stringify(description), 'overlay.yaml': text });
  const overlay = isOverlay ? { overlay: 'overlay.yaml' } : {};
  const { diagnostics } = await generate({ folder, spec: 'openapi.yaml', out: 'api', only: ['types'], ...overlay });
  // The finding `source-missing` would ask for further sources, which the example does not have.
  const findings = diagnostics.list.filter(({ severity, code }) => severity !== 'note' && code !== 'source-missing');
  return findings.map(({ code, message }) => `${code}: ${message}`);
}
