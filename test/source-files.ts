import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-6';

/** Lists the TypeScript modules below a folder of the project by path from the root, without generated test data. */
export function listModules(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file) && !/^(cases|golden)\/|\bnode_modules\b/.test(file))
    .map((file) => join(folder, file))
    .sort();
}

const texts = new Map<string, string>();
const parsed = new Map<string, ts.SourceFile>();

/** Reads a file of the project. Reads each file once. */
export function readSource(path: string): string {
  const text = texts.get(path) ?? readFileSync(path, 'utf8');
  texts.set(path, text);
  return text;
}

/** Parses a module of the project. Parses each module once. */
export function parseSource(path: string): ts.SourceFile {
  const source = parsed.get(path) ?? ts.createSourceFile(path, readSource(path), ts.ScriptTarget.Latest, true);
  parsed.set(path, source);
  return source;
}

/** Lists the nodes of a kind inside a node, in their order. */
export function listNodes<T extends ts.Node>(root: ts.Node, isWanted: (node: ts.Node) => node is T): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
