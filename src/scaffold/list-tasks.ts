import { ts } from 'ts-morph';
import { adapters, hasPrincipal, printPrincipal } from '../emitters/server/contract.js';
import { ContractReader } from './contract-reader.js';
import { listTypes, type NamedOperation } from './named-operation.js';
import type { Place, Task } from './scaffold.js';
import type { ScaffoldRun } from './scaffold-run.js';
import type { UserCode } from './user-code.js';

/**
 * Returns the place of a node, or of a position, in the user's file. The place of a declaration is the place of its
 * name.
 */
export function findPlace(path: string, node: ts.Node, position: number = findStart(node)): Place {
  const { line, character } = node.getSourceFile().getLineAndCharacterOfPosition(position);
  return { path, line: line + 1, column: character + 1 };
}

function findStart(node: ts.Node): number {
  return (
    (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name ? node.name : node
  ).getStart();
}

/**
 * Lists the places where the user's code uses operations that the description no longer has, or that the filter leaves
 * out.
 */
export function listOrphans(
  removed: readonly NamedOperation[],
  now: readonly NamedOperation[],
  code: UserCode,
  filtered: ReadonlySet<string>,
): { readonly tasks: readonly Task[]; readonly named: readonly NamedOperation[] } {
  const current = new Set(now.map(({ identifier }) => identifier));
  const gone = removed.filter(({ identifier }) => !current.has(identifier));
  if (gone.length === 0) return { tasks: [], named: [] };
  code.setContract([...gone, ...now]);
  const reader = new ContractReader(code, [...gone, ...now]);
  const places = new Map<NamedOperation, Map<string, Place>>();
  for (const [path, file] of code.files) {
    for (const use of reader.listUses(file)) {
      if (!gone.includes(use.operation) || isImported(use.node)) continue;
      const place = findPlace(path, reader.findOwner(use)?.name ?? use.node);
      const known = places.get(use.operation) ?? new Map();
      places.set(use.operation, known.set(`${path}:${place.line}`, place));
    }
  }
  const tasks = [...places].map(([{ identifier, key }, list]) => ({
    text: filtered.has(key)
      ? `the filter omits \`${identifier}\`, ${key}, so the server no longer calls this handler; move it out of the handlers, or include the operation`
      : `the description no longer has ${key}, so nothing calls \`${identifier}\`; delete this code when you no longer need it`,
    places: [...list.values()],
  }));
  return { tasks, named: [...places.keys()] };
}

// An import is not listed, because the uses of the imported name are listed.
function isImported({ parent }: ts.Node): boolean {
  return ts.isImportSpecifier(parent);
}

/** Lists the compiler's errors about names and types of the output, except about `known` operations. */
export function listMistakes({ input, now, before, code }: ScaffoldRun, known: readonly NamedOperation[]): Task[] {
  const asking = new Set(
    now.filter(({ operation }) => printPrincipal(operation) !== 'undefined').map(({ type }) => type),
  );
  const handlers = hasPrincipal(input.api.operations);
  code.setContract(now, { handlers, handler: ({ type }) => asking.has(type) });
  const isOurs = buildMessageFilter(now, before);
  const knownNames = new Set(known.flatMap((each) => [each.identifier, ...listTypes(each)]));
  const { program } = code;
  const tasks = new Map<string, Place[]>();
  for (const [path, file] of code.files) {
    if (code.drafts.get(path)?.file?.isLink) continue;
    for (const { code: number, start, messageText } of program.getSemanticDiagnostics(file)) {
      const text = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ');
      if (isImplicitAny(number, text)) continue;
      if (start === undefined || !isOurs(text) || listQuotedNames(text).some((name) => knownNames.has(name))) continue;
      tasks.set(text, [...(tasks.get(text) ?? []), findPlace(path, file, start)]);
    }
  }
  return [...tasks].map(([text, places]) => ({ text, places }));
}

// Packages are not read, so imports from them have no type. This is not a mistake of the user. `handlers[key]` with an
// old key is a mistake.
function isImplicitAny(number: number, text: string): boolean {
  return number >= 7000 && number < 7100 && !(number === noSuchIndex && text.includes('of type \'"'));
}

const noSuchIndex = 7053;

function buildMessageFilter(
  now: readonly NamedOperation[],
  before: readonly NamedOperation[],
): (message: string) => boolean {
  const current = new Set(now.map(({ identifier }) => identifier));
  const types = [...now, ...before].flatMap(listTypes);
  const stale = before.map(({ identifier }) => identifier).filter((identifier) => !current.has(identifier));
  const names = new Set([...types, ...stale]);
  // A mapped type can derive other names, such as `onGetPet`.
  const stems = before.filter(({ identifier }) => stale.includes(identifier)).map(({ type }) => type);
  return (message) => {
    const [, missing] = /\bserver\b.* has no exported member '(\w+(?:Received|Reply|Handler))'/.exec(message) ?? [];
    return (
      /\bHandlers\b/.test(message) ||
      (missing !== undefined && !adapterNames.has(missing)) ||
      listQuotedNames(message).some((name) => names.has(name) || stems.some((stem) => name.endsWith(stem)))
    );
  };
}

// The stubs have no adapters.
const adapterNames = new Set(adapters.flatMap(({ values, types }) => [...values, ...types]));

function listQuotedNames(message: string): string[] {
  return [...message.matchAll(/(['"])([\p{ID_Continue}$]+)(?:<[^'"]*)?\1/gu)].map(([, , name = '']) => name);
}
