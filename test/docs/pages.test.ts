import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionTable } from '../../src/configuration/option-table.js';
import { defaultLimits } from '../../src/document/limits.js';
import { emitters } from '../../src/emitters/index.js';
import { pages } from './list-blocks.js';
import { printCommandsPage } from './print-commands-page.js';

const read = (page: string): string => readFileSync(page, 'utf8');

test('the page of commands matches the table of commands', () => {
  const text = printCommandsPage();
  if (process.env['LACUNA_RECORD'] !== undefined) writeFileSync('docs/commands.md', text);
  expect(text, 'docs/commands.md (npm run record)').toBe(read('docs/commands.md'));
});

/** Reads the rows of the table with a certain first heading. Cells have no padding. */
function readTable(page: string, heading: string): readonly (readonly string[])[] {
  const [, table = ''] = read(page).split(new RegExp(`^\\| ${heading} .*\\n\\|[-| ]+\\|\\n`, 'm'));
  const rows = table.slice(0, table.search(/\n(?!\|)/)).split('\n');
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

test('the page of the output lists the kinds of the registry', () => {
  const rows = emitters.map(({ kind, description, isDefault }) => [`\`${kind}\``, description, isDefault ? 'yes' : '']);
  const table = printTable([['kind', 'what', 'by default'], ...rows]);
  const text = read('docs/output.md').replace(/^\| kind .*\n(?:\|.*\n)+/m, () => table);
  if (process.env['LACUNA_RECORD'] !== undefined) writeFileSync('docs/output.md', text);
  expect(text, 'docs/output.md (npm run record)').toBe(read('docs/output.md'));
});

function printTable([heading = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = heading.map((cell, index) => Math.max(cell.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [heading, rule, ...rows]
    .map((row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |\n`)
    .join('');
}

test('the page of the configuration lists every option', () => {
  const listed = readTable('docs/configuration.md', 'option').map(([name]) => name);
  expect([...listed].sort()).toEqual(
    Object.keys(optionTable)
      .map((name) => `\`${name}\``)
      .sort(),
  );
});

test('the page of limits states the limits of the input, and those of client and server', () => {
  const bounds = readTable('docs/limits.md', 'name').map(([name = '', bound = '']) => [
    name.replaceAll('`', ''),
    Number(bound.replaceAll(',', '')),
  ]);
  expect(Object.fromEntries(bounds)).toEqual(defaultLimits);
  const [limits] = read('docs/limits.md').match(/## The client[\s\S]*?## The description/) ?? [''];
  const stated = [...limits.matchAll(/^\| `(\w+)` +\| ([\d,]+)/gm)].map(
    ([, name, number = '']) => `${name} ${number.replaceAll(',', '')}`,
  );
  const source = ['client/client', 'server/body', 'server/limits', 'read/json']
    .map((name) => readFileSync(`src/runtime/${name}.ts`, 'utf8'))
    .join('\n')
    .replaceAll('defaultDepth', 'maxDepth');
  const used = [
    ...source.matchAll(/\b(timeoutMs|maxBytes|maxDepth|maxDrainBytes|drainTimeoutMs) (?:=|\?\?) (\d[\d_e]*)/g),
  ];
  expect(new Set(stated)).toEqual(
    new Set(used.map(([, name, number = '']) => `${name} ${Number(number.replaceAll('_', ''))}`)),
  );
});

describe('links', () => {
  const others = ['CONTRIBUTING.md', 'docs/decisions.md', 'docs/diagnostics.md', 'examples/practice-service/README.md'];
  // Lists the anchors that GitHub and the generator of the site create for plain headings.
  const listAnchors = (page: string): readonly string[] =>
    [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[`'"?!,.:()/]/g, '')
        .replaceAll(/\s/g, '-'),
    );

  test.each([...pages, ...others])('of %s lead to a page and a heading', (page) => {
    const prose = read(page).replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '');
    for (const [, link = ''] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      expect(() => readFileSync(target), `${page}: ${link}`).not.toThrow();
      if (anchor !== undefined) expect(listAnchors(target), `${page}: ${link}`).toContain(anchor);
    }
  });

  test('the list of pages contains each page', () => {
    const list = read('docs/README.md');
    const names = [...pages, 'docs/diagnostics.md'].filter(
      (page) => page.startsWith('docs/') && page !== 'docs/README.md',
    );
    expect(names.filter((page) => !list.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
  });
});
