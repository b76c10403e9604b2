import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandNames } from '../../src/command-line/command-table.js';
import { flagTable } from '../../src/command-line/flag-table.js';
import { gapKinds, isObject } from '../../src/model/element.js';
import { extensionSchemas } from '../../src/model-builder/gaps/extension-schemas.js';

/** Tests that `docs/not-shown.md` lists every kind, field, command and flag. */
const page = readFileSync('docs/not-shown.md', 'utf8');
const listRows = (heading: string): string[] =>
  [...(page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)`/gm)].map(
    ([, name = '']) => name,
  );

test('it lists every kind', () => {
  expect(listRows('Kinds')).toEqual([...gapKinds]);
});

test('it lists every field of a gap', () => {
  const { gap } = extensionSchemas;
  const fields = 'properties' in gap && isObject(gap.properties) ? Object.keys(gap.properties) : [];
  expect(listRows('Write a gap')).toEqual([...fields, 'x-…']);
});

test('its commands and flags exist', () => {
  const calls = [...page.matchAll(/^lacuna (gaps.*?)(?:\s+#.*)?$/gm)].map(([, call = '']) => call);
  const flags = [...page.matchAll(/(?<!-)--([a-z][a-z-]*)/g)].map(([, flag = '']) => flag);
  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls)
    expect(
      commandNames.some((name) => call === name || call.startsWith(`${name} `)),
      call,
    ).toBe(true);
  expect(flags.filter((flag) => !flagTable.some(({ name }) => name === flag))).toEqual([]);
});

test('its description is YAML', () => {
  const [, text = ''] = /```yaml.*?\n(.*?)```/s.exec(page) ?? [];
  expect(parse(text).paths['/orders'].get.parameters[0]['x-not-shown'][0].kind).toBe('parameter-name');
});

test('it has an example of every kind and field', () => {
  const blocks = [...page.matchAll(/```yaml description\n(.*?)```/gs)].map(([, text = '']) => text).join('');
  const kinds = [...blocks.matchAll(/kind: ([a-z-]+)/g)].map(([, kind]) => kind);
  expect(new Set(kinds)).toEqual(new Set(gapKinds));
  const fields = listRows('Write a gap').map((field) => field.replace('…', ''));
  expect(fields.filter((field) => !blocks.includes(` ${field}`))).toEqual([]);
});
