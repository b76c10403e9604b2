import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort } from '../effort.js';
import { Builds } from '../model/build-again.js';
import { chooseSeed } from '../seed.js';
import { breakDescription, slips } from './break-description.js';
import { readDescriptions } from './real-descriptions.js';

const published = [
  'museum/openapi.yaml',
  'oas-examples/3.1/json/train-travel.json',
  'oas-examples/3.0/json/polymorphism.json',
  'heyapi/specs/3.0.x/discriminator-all-of.yaml',
  'heyapi/specs/3.1.x/transforms-read-write-nested.yaml',
  'heyapi/specs/3.1.x/validators-circular-ref-2.yaml',
  'ogen/_testdata/positive/additional_operations.yml',
  'ogen/_testdata/positive/webhooks.json',
];
const descriptions = readDescriptions(published);

test('a model that takes schemas and operations from the last run equals a new one, with its references and findings', () => {
  const steps = fc.tuple(fc.nat(descriptions.length - 1), fc.array(slips, { minLength: 4, maxLength: 8 }));
  const kept = { schemas: 0, operations: 0 };
  fc.assert(
    fc.property(steps, ([chosen, edits]) => {
      const description = descriptions[chosen] ?? {};
      const builds = new Builds();
      builds.write('api.json', JSON.stringify(description));
      let last = builds.build().api;
      for (const edit of edits) {
        // Each edit is undone by the next one.
        builds.write('api.json', breakDescription(description, edit));
        const { api, diagnostics, references } = builds.build();
        const anew = builds.buildAnew();
        expect(diagnostics.list).toEqual(anew.diagnostics.list);
        expect(references).toEqual(anew.references);
        expect(api).toEqual(anew.api);
        const known = new Set<object>([...(last?.schemas ?? []), ...(last?.operations ?? [])]);
        if (api?.schemas.some((schema) => schema.kind !== 'boolean' && known.has(schema))) kept.schemas++;
        if (api?.operations.some((operation) => known.has(operation))) kept.operations++;
        if (api) last = api;
      }
    }),
    { seed: chooseSeed('kept schemas'), numRuns: { part: 10, most: 50, all: 2000 }[effort] },
  );
  expect(kept.schemas).toBeGreaterThan(0);
  expect(kept.operations).toBeGreaterThan(0);
}, 600_000);
