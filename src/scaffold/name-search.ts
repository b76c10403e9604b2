import { ts } from 'ts-morph';
import { findName } from './declaration-name.js';
import type { Occurrence } from './rename-groups.js';
import type { UserCode } from './user-code.js';
import { walkNodes } from './visit-nodes.js';

/** Finds all places of a name with the compiler's search. A search is valid until a file changes. */
export class NameSearch {
  readonly #service: ts.LanguageService;
  readonly #files: ReadonlyMap<string, ts.SourceFile>;
  readonly #inServer: ReadonlyMap<string, ts.Node>;
  readonly #inOthers: ReadonlyMap<string, ts.Node>;

  constructor(code: UserCode) {
    this.#service = code.service;
    this.#files = new Map([...code.files.values()].map((file) => [file.fileName, file]));
    this.#inServer = listDeclared(code.server);
    this.#inOthers = listDeclared(code.others);
  }

  /** Finds the places of a name that the generated server declares: an identifier of an operation or a type. */
  findInServer(name: string, keepsLocals = false): Occurrence[] {
    return this.#findDeclared(this.#inServer.get(name), name, keepsLocals);
  }

  /** Finds the places of a name that types, client or validators declare. */
  findInOthers(name: string): Occurrence[] {
    return this.#findDeclared(this.#inOthers.get(name), name, false);
  }

  #findDeclared(node: ts.Node | undefined, name: string, keepsLocals: boolean): Occurrence[] {
    if (!node) throw new Error(`the stub of the output has no '${name}'`);
    // A search reads all imports of all files. Most types are not mentioned at all, so their search is skipped.
    if (![...this.#files.values()].some(({ text }) => text.includes(name))) return [];
    return this.find(node, keepsLocals);
  }

  /**
   * Finds all places of the name at a node. With `keepsLocals`, each place has a prefix or suffix that keeps the local
   * names around it.
   */
  find(node: ts.Node, keepsLocals = false): Occurrence[] {
    const start = node.getStart() + (ts.isStringLiteralLike(node) ? 1 : 0);
    const name = readName(node);
    const found = this.#service.findRenameLocations(node.getSourceFile().fileName, start, false, false, {
      providePrefixAndSuffixTextForRename: keepsLocals,
    });
    return (found ?? []).flatMap(({ fileName, textSpan, prefixText = '', suffixText = '' }) => {
      const file = this.#files.get(fileName);
      const at = file && findNodeAt(file, textSpan.start);
      const end = textSpan.start + textSpan.length;
      // The compiler also finds other names for the same: `default` in `export { show as default }`, and those that a
      // module exports beside `export * as server`.
      return file && at && readName(at) === name
        ? [{ file, node: at, start: textSpan.start, end, prefix: prefixText, suffix: suffixText }]
        : [];
    });
  }
}

function readName(node: ts.Node): string | undefined {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
}

function listDeclared(file: ts.SourceFile): ReadonlyMap<string, ts.Node> {
  const declared = new Map<string, ts.Node>();
  walkNodes(file, (node) => {
    if (ts.isPropertySignature(node) || ts.isTypeAliasDeclaration(node)) declared.set(findName(node) ?? '', node.name);
  });
  return declared;
}

/** Returns the place of a name, without quotes. */
export function locateName(node: ts.Identifier | ts.StringLiteralLike): Occurrence {
  const quote = ts.isIdentifier(node) ? 0 : 1;
  const [start, end] = [node.getStart() + quote, node.getEnd() - quote];
  return { file: node.getSourceFile(), node, start, end, prefix: '', suffix: '' };
}

// Also searches doc comments, which contain the types of JavaScript.
function findNodeAt(file: ts.SourceFile, position: number): ts.Node {
  const contains = (child: ts.Node): boolean => child.getStart(file, true) <= position && position < child.getEnd();
  let node: ts.Node = file;
  for (let child = node.getChildren(file).find(contains); child; child = node.getChildren(file).find(contains)) {
    node = child;
  }
  return node;
}
