import { normalize } from 'node:path';
import { ts } from 'ts-morph';
import { notShownFunctions, notShownModule } from '../emitters/types/contract.js';
import type { Code } from './code.js';
import { findWireNames } from './find-wire-names.js';
import { isPassedOn, walkNodes } from './syntax.js';
import { followFunction } from './trace-function.js';
import type { ItemUse, UseKind } from './use.js';

/** The names that code for items can contain. */
interface ItemNames {
  /** The id of the item of each guard and matcher, by the name of that function. */
  readonly guards: ReadonlyMap<string, string>;
  /** The ids of the items of parameters without a known name, open or answered. */
  readonly parameterNames: ReadonlySet<string>;
}

/** Finds the uses of items in the user's code, in the order of files and lines. */
export function findUses(code: Code, names: ItemNames): readonly ItemUse[] {
  const uses = [
    ...findCalls(code),
    ...findGuards(code, names.guards),
    ...findExtraQueries(code),
    ...findWireNames(code, names.parameterNames).map(({ node, id }) => buildUse(node, 'wireNames', id)),
    ...findLeftovers(code),
  ];
  const unique = new Map(uses.map((use) => [`${use.path}:${use.start}:${use.kind}:${use.id}`, use]));
  return [...unique.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start));
}

function findCalls(code: Code): ItemUse[] {
  const module = code.findModule(notShownModule);
  if (!module) return [];
  return callKinds.flatMap((kind) =>
    listFunctions(module, (name) => name === kind).flatMap((name) =>
      followFunction(name, code).map(({ node, id }) => buildUse(node, kind, id)),
    ),
  );
}

const callKinds = ['assume', 'reveal', 'rest'] as const;

function findGuards(code: Code, guards: ReadonlyMap<string, string>): ItemUse[] {
  return code.generated.flatMap((module) =>
    listFunctions(module, (name) => guards.has(name)).flatMap((name) =>
      code
        .listReferences(name)
        .filter((reference) => !isPassedOn(reference))
        .map((reference) => buildUse(reference, findKind(name.text), guards.get(name.text))),
    ),
  );
}

function listFunctions(module: ts.SourceFile, isWanted: (name: string) => boolean): readonly ts.Identifier[] {
  return module.statements.flatMap((statement) =>
    ts.isFunctionDeclaration(statement) && statement.name && isWanted(statement.name.text) ? [statement.name] : [],
  );
}

function findKind(name: string): UseKind {
  const call = callKinds.find((kind) => kind === name);
  return call ?? (name.startsWith('isKnown') ? 'isKnown' : 'match');
}

// The type of the property contains the id of the item: `extraQuery?: NotShown<'list-pets-parameters'>`.
function findExtraQueries(code: Code): ItemUse[] {
  return code.generated.flatMap((module) => {
    const uses: ItemUse[] = [];
    walkNodes(module, (node) => {
      if (!ts.isPropertySignature(node) || node.name.getText() !== 'extraQuery' || !node.type) return;
      const id = /NotShown<'([^']+)'>/.exec(node.type.getText())?.[1];
      for (const reference of code.listReferences(node.name)) uses.push(buildUse(reference, 'extraQuery', id));
    });
    return uses;
  });
}

// Finds uses of names that a generated module no longer exports because the item was answered.
function findLeftovers(code: Code): ItemUse[] {
  const pattern = new RegExp(`^(${notShownFunctions.map(({ name }) => name).join('|')}|isKnown[A-Z].*|match[A-Z].*)$`);
  return code.files.flatMap((file) => {
    const uses: ItemUse[] = [];
    walkNodes(file, (node) => {
      const specifier = ts.isImportSpecifier(node) ? node : undefined;
      const from = specifier?.parent.parent.parent.moduleSpecifier;
      if (!specifier || !from || !ts.isStringLiteral(from) || !code.isGenerated(from.text, file)) return;
      const { text } = specifier.propertyName ?? specifier.name;
      if (!pattern.test(text) || isExported(specifier, code)) return;
      const kind = findKind(text);
      const places = isCallKind(kind)
        ? followFunction(specifier.name, code)
        : code.listReferences(specifier.name).flatMap((node) => (isPassedOn(node) ? [] : [{ node, id: undefined }]));
      uses.push(...places.map(({ node: place, id }) => buildUse(place, kind, id, true)));
      uses.push(buildUse(specifier, kind, undefined, true));
    });
    return uses;
  });
}

function isCallKind(kind: UseKind): boolean {
  return callKinds.some((one) => one === kind);
}

function isExported({ name }: ts.ImportSpecifier, { checker }: Code): boolean {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol !== undefined && checker.getAliasedSymbol(symbol).declarations !== undefined;
}

function buildUse(node: ts.Node, kind: UseKind, id: string | undefined, isGone = false): ItemUse {
  const file = node.getSourceFile();
  const start = node.getStart(file);
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return {
    ...(id !== undefined && { id }),
    kind,
    isGone,
    path: normalize(file.fileName),
    start,
    line: line + 1,
    column: character + 1,
  };
}
