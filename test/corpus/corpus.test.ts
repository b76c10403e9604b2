import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { checkWhole } from '../check-whole.js';
import { chooseSample, compilers, effort } from '../effort.js';
import { runCompiler } from '../run-compiler.js';
import { runIn } from '../scaffold/run-scaffold.js';
import { strictFlags } from '../strict-flags.js';
import { namePath, useRuntimeOutside } from '../types/emission.js';
import { corpusFolder, hasCorpus, isLarge, listDescriptions } from './list-descriptions.js';
import { listUntyped } from './list-untyped.js';

/**
 * Every description of the corpus is either generated completely, or refused with a finding at a place. `refused.txt`
 * has the reason. All output compiles with the strictest flags and has a type for each constraint of the description,
 * except for those in `untyped.txt`. A description with a deliberate mistake is refused, or `negative.txt` names the
 * warning about it.
 */
const refused = new Map(readRows('refused.txt').map(([file = '', code = '']) => [file, code]));
const negative = new Map(readRows('negative.txt').map(([file = '', code = '']) => [file, code]));
const untyped = readRows('untyped.txt').map(([row = '']) => row);

// Small and large descriptions of each version of OpenAPI, with forms, files, unions, circles and names of every kind.
const sample = [
  'adyen/PaymentService-v68.json',
  'box/openapi.json',
  'heyapi/specs/3.0.x/clerk-2025-11-10.yaml',
  'heyapi/specs/3.0.x/content-types.yaml',
  'heyapi/specs/3.0.x/discriminator-mapped-many.yaml',
  'heyapi/specs/3.1.x/transforms-read-write-nested.yaml',
  'heyapi/specs/3.1.x/validators-circular-ref-2.yaml',
  'museum/openapi.yaml',
  'oas-examples/3.1/json/train-travel.json',
  'ogen/_testdata/positive/additional_operations.yml',
  'ogen/_testdata/positive/webhooks.json',
  'twilio/twilio_messaging_v1.json',
];
const large = [
  'adyen/PaymentService-v68.json',
  'box/openapi.json',
  'heyapi/specs/3.0.x/clerk-2025-11-10.yaml',
  'twilio/twilio_messaging_v1.json',
];
const small = sample.filter((file) => !large.includes(file));
const isListed = (file: string): boolean =>
  (effort === 'part' ? small : sample).includes(file) ||
  refused.has(file) ||
  negative.has(file) ||
  untyped.some((row) => row.startsWith(`${file}#`));
const all = listDescriptions();
const others =
  effort === 'part'
    ? []
    : chooseSample(
        all.filter((file) => !isListed(file)),
        1,
        8,
      );
const descriptions = all.filter((file) => isListed(file) || others.includes(file));

function readRows(name: string): string[][] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/\s+/));
}

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-corpus-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(place, 'runtime'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }), 120_000);

const generated: string[] = [];
const met = new Set<string>();
const slug = (file: string): string => file.replaceAll(/[^A-Za-z0-9]+/g, '-');

if (!hasCorpus) console.log(`not run: there is no corpus at ${corpusFolder}`);

describe.runIf(hasCorpus)('the corpus', () => {
  test.each(descriptions)('%s', { timeout: 600_000 }, async (file) => {
    const spec = resolve(corpusFolder, file);
    const argv = ['generate', '--spec', spec, '--out', slug(file), '--only', 'types,client,server,validators'];
    const { code, errors } = await runIn(place, argv);
    const codes = [...errors.matchAll(/^.+:\d+:\d+: error ([a-z-]+): /gm)].map(([, name]) => name);
    expect(errors).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    if (refused.has(file)) {
      expect({ code, codes }).toEqual({ code: 2, codes: expect.arrayContaining([refused.get(file)]) });
    } else {
      expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
      const decided = [...errors.matchAll(/^.+:\d+:\d+: warning ([a-z-]+): /gm)].map(([, name]) => name);
      if (negative.has(file)) expect(decided.join() || '-').toBe(negative.get(file));
      generated.push(slug(file));
      shareRuntime(join(place, slug(file)));
      const found = listUntyped(namePath(spec), join(place, slug(file))).map((row) => posix.join(dirname(file), row));
      expect(found.filter((row) => !untyped.includes(row))).toEqual([]);
      for (const row of found) met.add(row);
    }
  });

  test.skipIf(effort === 'part')('the lists name only existing descriptions', () => {
    const listed = [...refused.keys(), ...negative.keys()];
    expect(listed.filter((file) => !descriptions.includes(file) && (effort === 'all' || !isLarge(file)))).toEqual([]);
    expect(untyped.filter((row) => !met.has(row))).toEqual([]);
    expect(sample.filter((file) => !descriptions.includes(file))).toEqual([]);
  });

  test('a deliberate mistake is refused or has a listed reading', () => {
    const wrong = descriptions.filter((file) => /(^|\/)(negative|invalid)[^/]*\//.test(file));
    expect(wrong.filter((file) => !refused.has(file))).toEqual([...negative.keys()]);
  });

  test('--strict refuses these readings', { timeout: 600_000 }, async () => {
    for (const [file, code] of negative) {
      const run = await generate({ folder: place, spec: resolve(corpusFolder, file), out: 'strict', strict: true });
      expect({ file, isRefused: run.written === undefined }).toEqual({ file, isRefused: code !== '-' });
      if (code !== '-') expect(run.diagnostics.list.map((finding) => finding.code)).toContain('warnings-as-errors');
      rmSync(join(place, 'strict'), { recursive: true, force: true });
    }
  });

  test('all output compiles strictly', { timeout: 1_800_000 }, () => {
    expect(compile('typescript', generated)).toEqual([]);
  });

  // Without the large outputs in CI, because the older compilers need a minute for them.
  const forOlder = effort === 'all' ? sample : small;
  test.each(compilers.slice(1))('a sample compiles strictly with %s', { timeout: 900_000 }, (name) => {
    expect(compile(name, forOlder.map(slug))).toEqual([]);
  });
});

const runtime = new Map<string, string>();

/**
 * Puts the runtime of one output beside all outputs, so that it is compiled only once. The runtime is the same for all
 * outputs.
 */
function shareRuntime(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    if (file.startsWith('runtime/')) {
      if (!runtime.has(file)) writeFileSync(join(place, file), checkWhole(text));
      expect(text).toBe(runtime.get(file) ?? text);
      runtime.set(file, text);
    } else {
      const changed = useRuntimeOutside(text);
      if (changed !== text) writeFileSync(join(folder, file), changed);
    }
  }
  rmSync(join(folder, 'runtime'), { recursive: true, force: true });
}

function compile(name: string, outputs: readonly string[]): string[] {
  const include = ['runtime', ...outputs];
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...strictFlags, lib: ['es2022'], types: ['node'] }, include }),
  );
  return runCompiler(place, undefined, name)
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 40);
}
