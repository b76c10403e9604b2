import { Project } from 'ts-morph';

/** Lists the exports of a TypeScript module, including types and re-exports. */
export function exportsOf(path: string): string[] {
  const project = new Project({ compilerOptions: { allowImportingTsExtensions: true, noLib: true } });
  return [...project.addSourceFileAtPath(path).getExportedDeclarations().keys()];
}
