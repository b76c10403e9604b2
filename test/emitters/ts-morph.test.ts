import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Project, QuoteKind, type StatementStructures, ts, VariableDeclarationKind } from 'ts-morph';
import { expect, test } from 'vitest';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { readDocument } from '../../src/document/read-document.js';
import { emitters, reservedBy } from '../../src/emitters/index.js';
import { buildApi } from '../../src/model-builder/api.js';
import { readRuntime } from '../../src/package-files.js';
import { nameDescription } from '../../src/stages/name-description.js';
import { kinds, type Statement } from '../../src/typescript/statement.js';
import type { TsFile } from '../../src/typescript/ts-file.js';
import { planApi } from '../../src/wire/plan-api.js';
import { sampleOf } from '../effort.js';

const corpus = join(process.env['LACUNA_SHARED'] ?? '../shared', 'corpus/museum');
const sample = existsSync(corpus) ? readdirSync(corpus).filter((file) => /^openapi.*\.(ya?ml|json)$/.test(file)) : [];
if (sample.length === 0) console.log(`not run: no description in ${corpus}`);
const descriptions = [
  'spec/openapi.yaml',
  ...sampleOf(readdirSync('test/golden'), 4).map((folder) => join('test/golden', folder, 'spec.yaml')),
  ...readdirSync('test/server').flatMap((file) => (file.endsWith('.yaml') ? [join('test/server', file)] : [])),
  ...sample.map((file) => join(corpus, file)),
];

test.each(descriptions)('ts-morph prints the same syntax tree for %s', async (path) => {
  const modules = await emitModules(path);
  expect(modules.length).toBeGreaterThan(0);
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { quoteKind: QuoteKind.Single },
  });
  for (const module of modules) {
    const statements = module.buildStatements('js').map(toStructure);
    const printed = project.createSourceFile(`/${module.module}.ts`, { statements }).getFullText();
    expect(listTokens(module.print('', 'js').text), module.module).toEqual(listTokens(printed));
  }
});

async function emitModules(path: string): Promise<TsFile[]> {
  const diagnostics = new Diagnostics();
  const document = readDocument(path, diagnostics);
  if (!document) throw new Error(`not read: ${path}`);
  const api = buildApi(document, diagnostics);
  const types = nameDescription(api, diagnostics, { reserved: reservedBy() });
  const input = {
    api,
    names: types.names,
    types,
    plans: planApi(api, diagnostics),
    bundle: { complete: {}, portable: {}, locate: () => undefined },
    runtime: readRuntime(),
    templates: new Map(),
    renderReference: async () => undefined,
    importExtension: 'js' as const,
    diagnostics,
  };
  const chosen = new Set(['types', 'client', 'server', 'validators']);
  const emissions = emitters.filter(({ kind }) => chosen.has(kind)).map((emitter) => emitter.emit(input, chosen));
  return (await Promise.all(emissions)).flatMap((emission) => [...emission.modules]);
}

function toStructure(statement: Statement): StatementStructures {
  return statement.kind === kinds.constant
    ? { ...statement, declarationKind: VariableDeclarationKind.Const }
    : statement;
}

/** Lists the tokens of a module and its comments, without what only layout decides. */
function listTokens(text: string): string[] {
  const file = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true);
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) tokens.push(node.getText().replace(/[\s*]+/g, ' '));
    else if (node.getChildCount() === 0) tokens.push(node.getText());
    else for (const child of node.getChildren()) visit(child);
  };
  visit(file);
  return tokens.filter((token, index) => {
    const isLast = /^[,;]$/.test(token) && /^[)\]}]$/.test(tokens[index + 1] ?? '');
    const isFirstBar = token === '|' && /^[=(:<,[]$/.test(tokens[index - 1] ?? '');
    return !isLast && !isFirstBar && token !== '';
  });
}
