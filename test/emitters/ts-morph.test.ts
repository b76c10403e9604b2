import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Project, QuoteKind, type StatementStructures, ts, VariableDeclarationKind } from 'ts-morph';
import { expect, test } from 'vitest';
import { emitters } from '../../src/emitters/index.js';
import { kinds, type Statement } from '../../src/typescript/statement.js';
import type { TsFile } from '../../src/typescript/ts-file.js';
import { chooseSample } from '../effort.js';
import { buildEmitInput, readApi } from '../emit-input.js';

const corpus = join(process.env['LACUNA_SHARED'] ?? '../shared', 'corpus/museum');
const sample = existsSync(corpus) ? readdirSync(corpus).filter((file) => /^openapi.*\.(ya?ml|json)$/.test(file)) : [];
if (sample.length === 0) console.log(`not run: no description in ${corpus}`);
const descriptions = [
  'spec/openapi.yaml',
  ...chooseSample(readdirSync('test/golden'), 12, 4).map((folder) => join('test/golden', folder, 'spec.yaml')),
  ...chooseSample(
    readdirSync('test/server')
      .map((file) => join('test/server', file))
      .filter((file) => file.endsWith('.yaml') && /^openapi:/m.test(readFileSync(file, 'utf8'))),
    3,
  ),
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
    const whole = statements.length === 0 ? 'export {};' : { statements };
    const printed = project.createSourceFile(`/${module.module}.ts`, whole).getFullText();
    expect(listTokens(module.print('', 'js').text), module.module).toEqual(listTokens(printed));
  }
});

async function emitModules(path: string): Promise<TsFile[]> {
  const { api, diagnostics } = readApi(path);
  const input = buildEmitInput(api, diagnostics);
  const chosen = new Set(['types', 'client', 'server', 'validators']);
  const emissions = emitters
    .filter(({ kind }) => chosen.has(kind))
    .map(async (emitter) => (await emitter.load()).emit(input, chosen));
  return (await Promise.all(emissions)).flatMap((emission) => [...emission.modules]);
}

function toStructure(statement: Statement): StatementStructures {
  return statement.kind === kinds.constant
    ? { ...statement, declarationKind: VariableDeclarationKind.Const }
    : statement;
}

/** Lists the tokens and comments of a module without those that only concern layout. */
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
