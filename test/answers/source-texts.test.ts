import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSourceTexts } from '../../src/answers/source-texts.js';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import { makeFolder } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

const start = "openapi: 3.1.1\ninfo: { title: Shop, version: '1' }\npaths: {}\n";

function readAfter(change: (path: string) => void): string[] {
  const path = join(makeFolder({ 'openapi.yaml': start }), 'openapi.yaml');
  const diagnostics = new Diagnostics();
  const document = readDocument(path, diagnostics);
  change(path);
  const texts = document && readSourceTexts(document, diagnostics);
  expect(texts?.read('openapi.yaml')).toBe(diagnostics.hasErrors ? undefined : start);
  return diagnostics.list.map(({ code, origin, position }) => {
    const at = position === undefined ? '' : `:${position.line}:${position.column}`;
    return `${origin?.file}${at} ${code}`;
  });
}

describe('a file that changed after it was read is refused', () => {
  test.each<[string, (path: string) => void, string[]]>([
    ['the same file', (path) => writeFileSync(path, start), []],
    [
      'bytes that are not UTF-8',
      (path) => writeFileSync(path, Buffer.concat([Buffer.from(start), Buffer.from([0xff])])),
      ['openapi.yaml:4:1 invalid-bytes'],
    ],
    [
      'UTF-16',
      (path) => writeFileSync(path, Buffer.from(`\ufeff${start}`, 'utf16le')),
      ['openapi.yaml:1:1 other-encoding'],
    ],
    ['another text', (path) => writeFileSync(path, `# new\n${start}`), ['openapi.yaml file-unreadable']],
    ['no file', (path) => rmSync(path), ['openapi.yaml file-unreadable']],
  ])('%s', (_, change, expected) => expect(readAfter(change)).toEqual(expected));
});

test.each([
  ['answer', 'a', '--text', 'none', '--source', 'mail'],
  ['add', 'a', '--at', '#/info', '--kind', 'policy', '--question', 'Which?', '--source', 'mail'],
])('gaps %s refuses a description from standard input', async (...words) => {
  // There is a file with that name. It must not change.
  const folder = makeFolder({ '-': start });
  const { code, errors } = await runIn(folder, ['gaps', ...words, '--spec', '-', '--out', 'out']);
  expect([code, errors]).toEqual([2, expect.stringContaining('error edit-of-input: ')]);
});
