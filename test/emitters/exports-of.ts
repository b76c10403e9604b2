import { Project } from 'ts-morph';

/** Lists what a TypeScript module exports, types and what it re-exports included. */
export function exportsOf(path: string): string[] {
  const project = new Project({ compilerOptions: { allowImportingTsExtensions: true, noLib: true } });
  return [...project.addSourceFileAtPath(path).getExportedDeclarations().keys()];
}
