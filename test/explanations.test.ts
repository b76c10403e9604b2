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

  spec.yaml:4:11: error unknown-tag: the YAML tag '!vault' has no equivalent in JSON
    3 | paths: {}
  > 4 | x-secret: !vault abc
      |           ^

in this example, spec.yaml:

  openapi: 3.1.1
  info: { title: T, version: '1' }
  paths: {}
  x-secret: !vault abc
`,
  });
  const { printed: both } = await runIn(folder, ['explain', 'unknown-command', 'output-locked']);
  expect(both).toMatch(/^unknown-command is an error.*^ {2}\$ lacuna generat.*^output-locked is an error/ms);
  const { printed: list } = await runIn(folder, ['explain']);
  expect(list.trim().split('\n')).toHaveLength(explanations.length);
});
