import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Code, type CodeTable, catalogue } from '../diagnostics/catalogue.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { printDiagnostics } from '../diagnostics/print-diagnostics.js';
import type { Explanation } from '../files/package-files.js';
import { explanationsFile, packageFolder } from '../files/package-files.js';

/**
 * Parameters for the findings that have no case in `test/cases`, because they need another process, a server or a disk
 * that fails.
 */
const samples: { readonly [C in Code]?: CodeTable[C] } = {
  'output-locked': { path: 'src/api', lock: 'src/api/lacuna.lock', holder: '4711' },
  'interrupted-write': { path: 'src/api/client/index.ts' },
  'emit-js-not-loaded': { why: 'Cannot find native binding.' },
  'warnings-repeated': { warnings: [['no-effect', 2]] },
  'not-fetched': { variant: 'status', url: 'https://api.example.com/openapi.yaml', status: 404 },
  'fetch-redirected': { url: 'https://example.com/openapi.yaml', to: 'https://api.example.com/openapi.yaml' },
  'fetched-references': { url: 'https://api.example.com/openapi.yaml', files: ['pets.yaml'] },
  'fetched-file-changed': { variant: 'edited', path: 'openapi.yaml' },
  'option-mistake': { option: '/onyl', why: "'onyl' is unknown; did you mean 'only'?" },
  'output-unreadable': { path: 'src/api/lacuna.json', why: 'permission denied' },
};

// The most lines of all files of an example.
const longestExample = 40;

const headExpression = /^(?:(.*?)(?::\d+:\d+)?: )?(error|warning|note) ([a-z0-9-]+): /;

/**
 * Builds what `lacuna explain` prints for each code: the finding of its case, and the files of the case if they are
 * short.
 */
export function buildExplanations(cases: string): { readonly [code: string]: Explanation } {
  const shown = new Map<string, { readonly folder: string; readonly block: string }>();
  for (const name of readdirSync(cases).sort()) {
    const folder = join(cases, name);
    for (const block of splitBlocks(readText(join(folder, 'diagnostics.txt')) ?? '')) {
      const code = headExpression.exec(block)?.[3] ?? '';
      if (!shown.has(code) || (code === name && shown.get(code)?.folder !== folder)) shown.set(code, { folder, block });
    }
  }
  return Object.fromEntries(
    Object.keys(catalogue)
      .sort()
      .flatMap((code) => {
        const place = shown.get(code);
        const explanation = place ? buildExplanation(place.folder, place.block) : buildSample(code);
        return explanation ? [[code, explanation]] : [];
      }),
  );
}

function buildExplanation(folder: string, block: string): Explanation {
  const command = readText(join(folder, 'arguments.txt'))?.trim().replaceAll('\n', ' ');
  const files = listFiles(folder).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
  // With a part missing, or with bytes that are not text, an example would not cause the finding.
  const isShown = lines <= longestExample && !files.some(({ text }) => text.includes('\ufffd'));
  return {
    severity: headExpression.exec(block)?.[2] ?? '',
    finding: block,
    ...(command !== undefined && { command: `lacuna ${command}` }),
    files: isShown ? files : [],
  };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^(?:arguments\.txt|diagnostics\.txt|expected(?:\/.*)?)$/.test(path))
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

// A new code has no example until its case is recorded.
function buildSample(code: string): Explanation | undefined {
  const [, parameters] = Object.entries(samples).find(([name]) => name === code) ?? [];
  if (parameters === undefined) return undefined;
  const diagnostics = new Diagnostics();
  Reflect.apply(diagnostics.report, diagnostics, [code, undefined, parameters]);
  const findings = diagnostics.list.map((subject) => ({ subject, path: '', position: undefined }));
  const finding = printDiagnostics(findings, { colours: false, isVerbose: true });
  return { severity: findings[0]?.subject.severity ?? '', finding, files: [] };
}

// Splits a report into blocks: a finding with its hint and its lines of source.
function splitBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  for (const line of text.split('\n')) {
    if (headExpression.test(line)) blocks.push(`${line}\n`);
    else if (/^[> ]/.test(line) && blocks.length > 0) blocks[blocks.length - 1] += `${line}\n`;
  }
  return blocks;
}

function readText(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, 'utf8') : undefined;
}

/** Writes the explanations of the findings to the file that `lacuna explain` reads. */
export function writeExplanations(): void {
  const cases = fileURLToPath(new URL('test/cases', packageFolder));
  writeFileSync(explanationsFile, JSON.stringify(buildExplanations(cases)));
}
