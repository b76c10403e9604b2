import { expect, test } from 'vitest';
import { catalogue } from '../src/diagnostics/catalogue.js';
import { readExplanations } from '../src/files/package-files.js';
import { makeFolder } from './make-folder.js';
import { runIn } from './scaffold/run-scaffold.js';

const explanations = Object.entries(readExplanations());
test('every finding has an explanation, and all of them together are small', () => {
  expect(explanations.map(([code]) => code)).toEqual(Object.keys(catalogue).sort());
  for (const [code, { finding }] of explanations) expect(finding).toContain(` ${code}: `.replace(/^ /, ''));
  expect(JSON.stringify(explanations).length).toBeLessThan(180_000);
});

test('explain prints the finding and its example, several codes, or the list', async () => {
  const folder = makeFolder({});
  const { code, printed } = await runIn(folder, ['explain', 'Unknown-Tag']);
  expect({ code, printed }).toEqual({
    code: 0,
    printed: `unknown-tag is an error: lacuna stops and writes nothing

  message: the YAML tag '!vault' has no equivalent in JSON
  remedy:  correct the place that the finding names

example, spec.yaml:

openapi: 3.1.1
info: { title: T, version: '1' }
paths: {}
x-secret: !vault abc

$ lacuna generate --spec spec.yaml --out out
spec.yaml:4:11: error unknown-tag: the YAML tag '!vault' has no equivalent in JSON
  3 | paths: {}
> 4 | x-secret: !vault abc
    |           ^
`,
  });
  const { printed: both } = await runIn(folder, ['explain', 'unknown-command', 'output-locked']);
  expect(both).toMatch(/^unknown-command is an error.*^\$ lacuna generat.*^output-locked is an error/ms);
  const { printed: hinted } = await runIn(folder, ['explain', 'duplicate-key']);
  expect(hinted).toMatch(/^ {2}remedy: {2}remove or rename one of them\n\nexample, spec\.yaml:\n\nopenapi: /m);
  const { printed: list } = await runIn(folder, ['explain']);
  expect(list.trim().split('\n')).toHaveLength(explanations.length);
});

test('the example of a finding is whole: its files and its command cause the finding', async () => {
  for (const code of ['reference-not-found', 'configuration-mistake', 'overlay-gap-open']) {
    const {
      files,
      command = 'lacuna generate --spec spec.yaml --out out',
      finding,
    } = readExplanations()[code] ?? { files: [], finding: '' };
    const folder = makeFolder(Object.fromEntries(files.map(({ path, text }) => [path, text])));
    const { errors } = await runIn(folder, [...command.split(' ').slice(1), '--verbose']);
    expect(errors).toContain(finding);
  }
});
