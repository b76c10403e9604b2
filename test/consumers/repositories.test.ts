import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { effort } from '../effort.js';
import { listConsumers, packPackage, runConsumer } from './run-consumer.js';

/** Small repositories that install the package from its tarball, build, check types and run. */
// `LACUNA_CONSUMER=vite,hono` runs only these.
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
  only === undefined ? effort === 'all' || isQuick : only.split(',').includes(name),
);

const times: string[] = [];

test.skipIf(!isRun).each(consumers)(
  '$name: $about',
  async (consumer) => {
    const printed = await runConsumer(consumer, tarball);
    const lines = printed.matchAll(/^(.*): ([\d.]+) s, ([\d.]+) s of CPU, (\d+ of \d+) from the cache$/gm);
    for (const [, what, seconds, cpu, cached] of lines)
      times.push(`| ${consumer.name} | ${what} | ${seconds} | ${cpu} | ${cached} |`);
  },
  3_600_000,
);

afterAll(() => {
  if (effort !== 'all' || times.length === 0) return;
  const head = `# Many descriptions under a task runner

\`lacuna generate\` for each of 200 small descriptions, a package each. Written by \`npm run deep -- consumers\`.
Node ${process.version}, ${availableParallelism()} processors, ${loadavg()[1]?.toFixed(0)} programs running beside.

| task runner | run | wall s | CPU s | from the cache |
| --- | --- | --: | --: | --: |
`;
  writeFileSync('test/bench/many.md', `${head}${times.join('\n')}\n`);
});
