import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import type { ParsedFiles } from '../../src/document/document.js';
import { readDocument } from '../../src/document/read-document.js';
import type { Api } from '../../src/model/api.js';
import type { JsonValue } from '../../src/model/element.js';
import { buildApi } from '../../src/model-builder/api.js';
import type { SchemaMemory } from '../../src/model-builder/schemas/schema-memory.js';
import { corpusFolder } from '../corpus/list-descriptions.js';
import { effort } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { chooseSeed } from '../seed.js';
import { breakDescription, slips } from './break-description.js';

const published = [
  'museum/openapi.yaml',
  'oas-examples/3.1/json/train-travel.json',
  'oas-examples/3.0/json/polymorphism.json',
  'heyapi/specs/3.0.x/discriminator-all-of.yaml',
  'heyapi/specs/3.1.x/transforms-read-write-nested.yaml',
  'heyapi/specs/3.1.x/validators-circular-ref-2.yaml',
  'ogen/_testdata/positive/additional_operations.yml',
  'ogen/_testdata/positive/webhooks.json',
].map((file) => join(corpusFolder, file));
const descriptions: JsonValue[] = ['spec/openapi.yaml', 'test/coverage/everything/openapi.yaml', ...published]
  .filter(existsSync)
  .map((file) => parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }));

interface Built {
  readonly api: Api | undefined;
  readonly diagnostics: Diagnostics;
}

/** Builds descriptions one after the other, as a watch does. */
class Builds {
  readonly #folder = makeFolder({});
  readonly #parsed: ParsedFiles = new Map();
  readonly #memory: SchemaMemory = {};

  build(text: string): Built {
    writeFileSync(join(this.#folder, 'api.json'), text);
    return this.#build(this.#parsed, this.#memory);
  }

  buildAnew(): Built {
    return this.#build(undefined, undefined);
  }

  #build(parsed: ParsedFiles | undefined, memory: SchemaMemory | undefined): Built {
    const diagnostics = new Diagnostics();
    const document = readDocument(join(this.#folder, 'api.json'), diagnostics, {}, { parsed });
    const api = document && !diagnostics.hasErrors ? buildApi(document, diagnostics, { memory }) : undefined;
    return { api: diagnostics.hasErrors ? undefined : api, diagnostics };
  }
}

test('a model that takes schemas from the last run equals a new one, findings included', () => {
  const steps = fc.tuple(fc.nat(descriptions.length - 1), fc.array(slips, { minLength: 4, maxLength: 8 }));
  let kept = 0;
  fc.assert(
    fc.property(steps, ([chosen, edits]) => {
      const description = descriptions[chosen] ?? {};
      const builds = new Builds();
      let last = builds.build(JSON.stringify(description)).api;
      for (const edit of edits) {
        // Each edit is undone by the next one.
        const { api, diagnostics } = builds.build(breakDescription(description, edit));
        const anew = builds.buildAnew();
        expect(diagnostics.list).toEqual(anew.diagnostics.list);
        expect(api).toEqual(anew.api);
        const known = new Set(last?.schemas);
        if (api?.schemas.some((schema) => schema.kind !== 'boolean' && known.has(schema))) kept++;
        if (api) last = api;
      }
    }),
    { seed: chooseSeed('kept schemas'), numRuns: { part: 10, most: 100, all: 2000 }[effort] },
  );
  expect(kept).toBeGreaterThan(0);
}, 600_000);
