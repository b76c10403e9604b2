import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases, styleCases } from './cases.js';
import { runCase } from './run-case.js';
import { cellName, cells, shapes, stylesOf } from './style-table.js';
import { casesOf, generateClient, loadClient, versions, type WireFolder, type WireModule } from './wire-client.js';

/** Compares what the generated client sends and reads with the standards. No expectation is computed. */

test('every cell of the table of location, style, explode and shape has a test in each version', () => {
  const all = new Set<string>();
  for (const version of versions) {
    const run = new Set(casesOf(styleCases, version).map(({ name }) => name));
    for (const [location, styles] of Object.entries(stylesOf)) {
      for (const style of styles) {
        if (style === 'cookie' && version < '3.2') continue;
        for (const explode of ['false', 'true']) {
          for (const shape of Object.keys(shapes)) {
            const cell = cellName(location, style, explode, shape);
            all.add(cell);
            expect.soft(cells.has(cell), `test/wire/style-table.ts has no cell '${cell}'`).toBe(true);
            expect.soft(run.has(cell), `${cell} in ${version}`).toBe(true);
          }
        }
      }
    }
  }
  const others = [...cells.keys()].filter((cell) => !all.has(cell));
  expect(others, 'cells of a style in a location that does not allow it').toEqual([]);
});

describe.each(versions)('OpenAPI %s', (version) => {
  const cases = casesOf(allCases, version);
  let place: string;
  let folder: WireFolder;
  let api: WireModule;
  beforeAll(async () => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-wire-')));
    folder = await generateClient(allCases, version, place);
    api = await loadClient(folder);
  }, 120_000);
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  test.each(cases.map((one, index) => [one.name, one.cite, index] as const))('%s (%s)', async (_name, _cite, index) => {
    const one = folder.cases[index];
    if (!one) throw new Error('There is no such case.');
    const { isUndefined, ...expected } = one.expected;
    expect(await runCase(api, one, index)).toEqual(expected);
    if (isUndefined !== undefined) expect(folder.isUndefined(index), 'told to be undefined').toBe(isUndefined);
  });
});
