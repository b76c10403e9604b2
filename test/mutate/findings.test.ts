import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildCodes } from '../../src/diagnostics/codes/build.js';
import { extensionCodes } from '../../src/diagnostics/codes/build-extensions.js';
import { keywordCodes } from '../../src/diagnostics/codes/build-keywords.js';
import { schemaCodes } from '../../src/diagnostics/codes/build-schemas.js';
import { gapCodes } from '../../src/diagnostics/codes/gaps.js';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { locateAll, printDiagnostics } from '../../src/diagnostics/print-diagnostics.js';
import { readDocument } from '../../src/document/read-document.js';
import { buildApi } from '../../src/model-builder/api.js';

/**
 * Runs the cases of `test/cases` again, up to the model. `npm run mutate` runs the whole program only for a few
 * mistakes, because that takes long.
 */
const root = new URL('../cases', import.meta.url).pathname;
// The cases whose arguments have no influence on the model.
const cases = readdirSync(root).filter((name) => {
  const file = join(root, name, 'arguments.txt');
  const isPlain =
    !existsSync(file) || /^generate --spec spec\.yaml --out out( --only \S+)?\s*$/.test(readFileSync(file, 'utf8'));
  return isPlain && existsSync(join(root, name, 'spec.yaml'));
});
const codes = Object.keys({
  ...buildCodes,
  ...keywordCodes,
  ...schemaCodes,
  ...extensionCodes,
  ...gapCodes,
});
const isOfModel = (line: string): boolean => codes.some((code) => line.includes(` ${code}: `));

// Lists the lines with a finding of the model, its place and its message.
const listFindings = (text: string): string[] => text.split('\n').filter(isOfModel).sort();

test.each(cases)('the model of %s has the findings of the case', async (name) => {
  const folder = join(root, name);
  const diagnostics = new Diagnostics();
  const document = readDocument(join(folder, 'spec.yaml'), diagnostics);
  if (document && !diagnostics.hasErrors) buildApi(document, diagnostics);
  const located = await locateAll(diagnostics.list, {
    readText: (file) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file)) : undefined),
    showPath: (file) => file,
  });
  const found = printDiagnostics(located, { colours: false, isVerbose: true });
  expect(listFindings(found)).toEqual(listFindings(readFileSync(join(folder, 'diagnostics.txt'), 'utf8')));
});
