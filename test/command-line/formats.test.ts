import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { makeFolder } from '../make-folder.js';

/** What `--format` prints for other programs, and what `--print` prints for task runners. */
const describeShop = (name: string): string =>
  JSON.stringify({
    openapi: '3.1.1',
    info: {
      title: 'Shop',
      version: '1',
      'x-not-shown': [{ id: 'limits', kind: 'policy', question: 'Which?', source: '1' }],
    },
    servers: [{ url: 'https://api.invalid' }],
    paths: {
      '/orders': {
        get: {
          operationId: 'listOrders',
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: { type: 'string', [name]: 1 } } } },
          },
        },
      },
    },
  });

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

async function run(folder: string, ...argv: readonly string[]): Promise<Ran> {
  let [out, errors] = ['', ''];
  const code = await runCommandLine(argv, {
    folder,
    colours: false,
    isInteractive: false,
    print: (text) => {
      out += text;
    },
    printError: (text) => {
      errors += text;
    },
  });
  return { code, out, errors };
}

// A hostile name. It must not begin a command, a cell, a code span or a line.
const hostile = 'maximun\n::error::x|`<b>%0A';
const generate = ['generate', '--spec', 'shop.json', '--out', 'out', '--only', 'types'] as const;
const open = (name = hostile): string => makeFolder({ 'shop.json': describeShop(name) });

describe('every format', () => {
  test.each(['json', 'markdown', 'github', 'sarif'])(
    '%s prints one report, with the exit code of text',
    async (format) => {
      const folder = open();
      const written = await run(folder, ...generate, '--format', format);
      expect(written).toMatchObject({ code: 0, errors: '' });
      expect(written.out).toContain('unknown-keyword');
      writeFileSync(join(folder, 'out/types/index.ts'), '// changed');
      const check = await run(folder, 'check', '--out', 'out', '--format', format);
      expect(check).toMatchObject({ code: 1, errors: '' });
      expect(check.out).toContain('out/types/index.ts');
      expect(check.out).toContain('lacuna generate --out out');
      const wrong = await run(folder, 'generate', '--spec', 'none.json', '--format', format);
      expect(wrong).toMatchObject({ code: 2, errors: '' });
      expect(wrong.out).toContain('file-not-found');
      const flags = await run(folder, 'generate', '--ony', 'types', '--format', format);
      expect(flags).toMatchObject({ code: 2, errors: '' });
      expect(flags.out).toContain('unknown-flag');
    },
  );
});

test('json has findings with places, files, gaps and the exit code', async () => {
  const folder = open();
  const { out } = await run(folder, ...generate, '--format', 'json');
  const report = JSON.parse(out);
  expect(report).toMatchObject({ command: 'generate', exitCode: 0, descriptions: [{ spec: 'shop.json', out: 'out' }] });
  const [{ findings, written, gaps }] = report.descriptions;
  expect(findings[0]).toMatchObject({ severity: 'warning', code: 'unknown-keyword', path: 'shop.json', line: 1 });
  expect(written.added).toContain('out/types/index.ts');
  expect(gaps).toEqual({ open: ['limits'], opened: [], answered: [], removed: [], omitted: [] });
});

test('github prints one annotation per line, and no other command', async () => {
  const folder = open();
  const { out } = await run(folder, ...generate, '--format', 'github');
  expect(
    out
      .trim()
      .split('\n')
      .filter((line) => !/^::(warning|notice) file=shop\.json,line=1,col=\d+,title=[a-z-]+::/.test(line)),
  ).toEqual([]);
});

test('markdown is a table whose cells are text and code', async () => {
  const folder = open();
  const { out } = await run(folder, ...generate, '--format', 'markdown');
  const html = new MarkdownIt().render(out);
  expect(html).not.toContain('<b>');
  const rows = html.split('<tr>').slice(2);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => row.split('<td>').length !== 5)).toEqual([]);
});

test('sarif has a rule for each result, with its place', async () => {
  const folder = open();
  const { out } = await run(folder, ...generate, '--format', 'sarif');
  const { version, runs } = JSON.parse(out);
  expect(version).toBe('2.1.0');
  const [{ tool, results }] = runs;
  const ids = tool.driver.rules.map(({ id }: { readonly id: string }) => id);
  expect(results.filter(({ ruleId }: { readonly ruleId: string }) => !ids.includes(ruleId))).toEqual([]);
  expect(results[0].locations[0].physicalLocation).toMatchObject({
    artifactLocation: { uri: 'shop.json' },
    region: { startLine: 1 },
  });
});

test('one report has all descriptions of a configuration', async () => {
  const apis = { a: { spec: 'shop.json', only: ['types'] }, b: { spec: 'none.json' } };
  const folder = makeFolder({ 'shop.json': describeShop('minLength'), 'lacuna.config.json': JSON.stringify({ apis }) });
  const { code, out } = await run(folder, 'generate', '--format', 'json');
  expect(code).toBe(2);
  expect(JSON.parse(out).descriptions).toMatchObject([
    { name: 'a', exitCode: 0 },
    { name: 'b', exitCode: 2 },
  ]);
});

test('--print lists the files that a run reads and writes', async () => {
  const folder = makeFolder({
    'shop.json': describeShop('minLength').replace('"type":"string"', '"$ref":"text.json"'),
    'text.json': '{ "type": "string" }',
    'old.json': describeShop('maxLength'),
  });
  const flags = ['--spec', 'shop.json', '--out', 'out', '--only', 'types', '--previous', 'old.json'];
  const inputs = await run(folder, 'generate', ...flags, '--print', 'inputs');
  expect(inputs.out).toBe('old.json\nshop.json\ntext.json\n');
  const outputs = await run(folder, 'generate', ...flags, '--print', 'outputs');
  const written = await run(folder, 'generate', ...flags, '--format', 'json');
  const [{ added }] = JSON.parse(written.out).descriptions.map((one: { readonly written: object }) => one.written);
  expect(outputs.out.trim().split('\n')).toEqual([...added, 'out/lacuna.json'].sort());
});
