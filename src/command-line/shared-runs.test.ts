import { expect, test } from 'vitest';
import { runCaptured, SharedRuns } from './shared-runs.js';

const runs = ['a', 'b', 'c'].map((name) => ({ name, options: {} }));
const report = { findings: [], exitCode: 0 };
const terminal = { folder: '.', colours: false, isInteractive: false };

function collect(shared: SharedRuns): {
  readonly printed: string[];
  readonly reports: ReturnType<typeof shared.collect>;
} {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  return { printed, reports: shared.collect({ ...terminal, print, printError: print }) };
}

test('each run is claimed once', () => {
  const { claims } = new SharedRuns(runs);
  expect([claims.take(1, 2), claims.take(1, 1), claims.take(0, 1)]).toEqual([true, false, true]);
});

test('texts and reports have the order of the runs, whichever run ends first', async () => {
  const shared = new SharedRuns(runs);
  const { printed, reports } = collect(shared);
  for (const index of [2, 0, 1]) {
    const outcome = await runCaptured(async ({ print, printError }) => {
      print(`${index} `);
      printError(`error of ${index}`);
      return report;
    }, terminal);
    shared.end(index, outcome);
  }
  expect(await reports).toEqual(runs.map(({ name }) => ({ name, ...report })));
  expect(printed).toEqual([0, 1, 2].flatMap((index) => [`${index} `, `error of ${index}`]));
});

test('after an error of a run, no later run begins, and those before it are printed', async () => {
  const shared = new SharedRuns(runs);
  const { printed, reports } = collect(shared);
  const failed = await runCaptured(async ({ print }) => {
    print('half');
    throw new Error('no');
  }, terminal);
  shared.end(1, failed);
  expect([shared.claims.take(2, 2), shared.claims.take(0, 1)]).toEqual([false, true]);
  shared.end(0, { printed: [['print', 'whole ']], report });
  await expect(reports).rejects.toThrow('no');
  expect(printed).toEqual(['whole ', 'half']);
});

test('a lost thread ends only the runs that it claimed and did not complete', async () => {
  const shared = new SharedRuns(runs);
  const { reports } = collect(shared);
  for (const [index, thread] of [1, 2, 2].entries()) shared.claims.take(index, thread);
  shared.end(1, { printed: [], report });
  shared.lose(2, new Error('lost'));
  shared.end(0, { printed: [], report });
  await expect(reports).rejects.toThrow('lost');
});
