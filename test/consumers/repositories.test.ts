import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { effort } from '../effort.js';
import { listConsumers, packPackage, runConsumer } from './run-consumer.js';

/** Small repositories that install the package from its tarball, build, check types and run. */
const only = process.env['LACUNA_CONSUMER'];
let place: string;
let tarball: string;

const isRun = effort !== 'part' || only !== undefined;
beforeAll(async () => {
  if (!isRun) return;
  place = mkdtempSync(join(tmpdir(), 'lacuna-packed-'));
  tarball = await packPackage(place);
});
afterAll(() => {
  if (isRun) rmSync(place, { recursive: true, force: true });
});

const consumers = listConsumers().filter(({ name, isQuick }) =>
  only === undefined ? effort === 'all' || isQuick : name === only,
);

test.skipIf(!isRun).each(consumers)('$name: $about', (consumer) => runConsumer(consumer, tarball), 900_000);
