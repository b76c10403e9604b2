import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-6';
import { expect, test } from 'vitest';
import { listLongLines } from './list-long-lines.js';
import { listModules, readSource } from './source-files.js';

/** What people see when they open the generated code. */
const kinds = ['types', 'client', 'server', 'validators', 'runtime'];
const all = kinds.flatMap((kind) =>
  readdirSync(join('generated', kind), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('generated', kind, file)),
);

const files = all.filter((file) => !file.startsWith(join('generated', 'runtime')));

test('no line is longer than 120 characters, except for a literal that cannot be broken', () => {
  // Other descriptions need further modules of the runtime.
  const runtime = listModules('src/runtime').filter((file) => !file.endsWith('.test.ts'));
  const long = [...all, ...runtime].flatMap((file) =>
    listLongLines(readSource(file)).map((line) => `${file}: ${line}`),
  );
  expect(long).toEqual([]);
});

test('every export of types, client and server has a doc comment', () => {
  const without = files
    .filter((file) => !file.startsWith(join('generated', 'validators')))
    .flatMap((file) =>
      listExports(file)
        .filter(({ doc }) => doc === undefined)
        .map(({ name }) => `${file}: ${name}`),
    );
  expect(without).toEqual([]);
});

test('a module names the place of each component and operation once', () => {
  const described = files.filter((file) => /^generated.(?:types|client|server).[\w-]+\.ts$/.test(file));
  const places = new Map(described.flatMap((file) => listExports(file).map(({ name, doc }) => [name, lastLine(doc)])));
  expect(places.get('Scenario')).toBe('See openapi.yaml#/components/schemas/Scenario');
  expect(places.get('listScenarios')).toBe('See openapi.yaml#/paths/~1scenarios/get');
  expect(places.get('ListScenariosHandler')).toBe('See openapi.yaml#/paths/~1scenarios/get');
  expect(places.get('listScenariosChecks')).toBe('See openapi.yaml#/paths/~1scenarios/get');
  for (const file of described) {
    const named = readFileSync(file, 'utf8').match(/See openapi\.yaml#\S+/g) ?? [];
    expect(new Set(named).size, file).toBe(named.length);
  }
  expect(readFileSync('generated/client/list-scenarios.ts', 'utf8').match(/See openapi/g)).toHaveLength(1);
  expect(readFileSync('generated/types/subscription.ts', 'utf8').match(/See openapi/g)).toHaveLength(1);
});

test('no comment has a tag for which a compiler parses the whole comment', () => {
  expect(files.filter((file) => /@(?:see|link)/i.test(readFileSync(file, 'utf8')))).toEqual([]);
});

function listExports(file: string): { readonly name: string; readonly doc: string | undefined }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) || !ts.canHaveModifiers(statement)) return [];
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    const name = declared && 'name' in declared ? (declared.name?.getText() ?? '') : '';
    return [{ name, doc: ts.getJSDocCommentsAndTags(statement)[0]?.getText() }];
  });
}

function lastLine(doc: string | undefined): string | undefined {
  return doc
    ?.replace(/\s*\*\/$/, '')
    .split('\n')
    .at(-1)
    ?.replace(/^\s*\/?\*+ /, '');
}
