import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort, runs } from '../effort.js';
import { chooseSeed } from '../seed.js';
import { compileFolder, temporaryFolder } from '../types/emission.js';
import { breakDescription, slips } from './break-description.js';
import { checkRefusal } from './check-refusal.js';
import { addTo, openGenerator, writeRuntime } from './generate-text.js';
import { readOutput } from './read-output.js';
import { readDescriptions } from './real-descriptions.js';

/** Real descriptions with a few mistakes are either generated completely or refused at a place. */
const seed = chooseSeed('descriptions with slips');

const published = [
  'museum/openapi.yaml',
  'oas-examples/3.1/json/train-travel.json',
  'oas-examples/3.1/json/security.json',
  'oas-examples/3.0/json/link-example.json',
  'oas-examples/3.0/json/polymorphism.json',
  'heyapi/specs/3.0.x/content-types.yaml',
  'heyapi/specs/3.1.x/transforms-read-write-nested.yaml',
  'heyapi/specs/3.1.x/validators-circular-ref-2.yaml',
  'ogen/_testdata/positive/additional_operations.yml',
  'ogen/_testdata/positive/webhooks.json',
];
const descriptions = readDescriptions(published);

test('descriptions with small mistakes are generated completely, or refused at a place', {
  timeout: 1_800_000,
}, async () => {
  const generate = openGenerator();
  const folder = temporaryFolder();
  writeRuntime(folder);
  let generated = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...descriptions), slips, async (description, done) => {
      const { modules, diagnostics } = await generate(breakDescription(description, done));
      if (!modules) {
        checkRefusal(diagnostics);
        return;
      }
      expect(readOutput(modules).errors).toEqual([]);
      if (generated++ % 5 === 0 || effort === 'all') addTo(folder, `d${generated}`, modules);
    }),
    { numRuns: runs, seed },
  );
  expect(generated).toBeGreaterThan(runs / 5);
  expect(compileFolder(folder)).toEqual([]);
});
