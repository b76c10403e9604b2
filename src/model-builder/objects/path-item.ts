import type { Origin } from '../../diagnostics/origin.js';
import { formatValue } from '../../diagnostics/show-text.js';
import { resolveReference } from '../../document/resolve.js';
import type { Operation, Parameter, PathItem, Server } from '../../model/api.js';
import {
  type BuildContext,
  getPlaceKey,
  type NamedNode,
  type Node,
  omitUndefinedMembers,
  type PathItemPlace,
} from '../context.js';
import { readElement } from '../gaps/element.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { checkTarget } from '../reference.js';
import { isToken } from '../token.js';
import { type OperationPlace, readOperation } from './operation.js';
import { mergeParameters, readParameters } from './parameters.js';
import { readServers } from './server.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

type Reader = ObjectReader<'Path Item Object'>;

/**
 * Reads the operations of a path item (OpenAPI 3.2, 4.9). With `$ref`, both objects count: members of the object with
 * the reference take precedence over those of its target.
 */
export function readPathItem(context: BuildContext, node: Node, place: PathItemPlace): Operation[] {
  const readers = openChain(context, node);
  const last = readers.at(-1);
  if (!last) return [];
  const merged = mergeTexts(readers);
  const written = readers.map((reader) => readParameters(reader));
  const parameters = written.reduce<readonly Parameter[]>((all, own) => mergeParameters(all, own), []);
  const pathItem: PathItem = { ...readElement(last), ...merged };
  for (const reader of readers.slice(0, -1)) readElement(reader);
  const lists = readers.map((reader) => readServers(reader));
  const servers = lists.find((list) => list !== undefined);
  const operations = readOperations(readers, { pathItem, parameters, ...place, ...omitUndefinedMembers({ servers }) });
  for (const [index, reader] of readers.entries()) reportOverridden(reader, operations, written.flat(), lists[index]);
  if (operations.length === 0) reportWithoutOperations(readers, place);
  return operations;
}

// The first object with a text counts.
function mergeTexts(readers: readonly Reader[]): { readonly summary?: string; readonly description?: string } {
  const merged: { summary?: string; description?: string } = {};
  for (const reader of readers) {
    Object.assign(merged, { ...reader.presentTexts('summary', 'description'), ...merged });
  }
  return merged;
}

// The first operation of a method counts. Closes the readers.
function readOperations(readers: readonly Reader[], shared: Omit<OperationPlace, 'method'>): Operation[] {
  const seen = new Map<string, Reader>();
  const operations: Operation[] = [];
  for (const reader of readers) {
    const { context } = reader;
    for (const { method, node } of listOperationNodes(reader)) {
      const first = seen.get(method);
      if (first) {
        context.report('operation-twice', node.origin, { method, isHere: first === reader }, 'key');
        continue;
      }
      seen.set(method, reader);
      const operation = readOperation(context, node, { method, ...shared });
      if (operation) operations.push(operation);
    }
    reader.close();
  }
  return operations;
}

// An empty path item means that the description intentionally leaves out the operations (OpenAPI 3.2, 4.9).
function reportWithoutOperations(readers: readonly Reader[], { path }: PathItemPlace): void {
  const [first] = readers;
  const isBroken = readers.at(-1)?.has('$ref'); // A broken reference is a separate error.
  if (first === undefined || isBroken || Object.keys(first.value).length === 0) return;
  const { context, origin } = first;
  context.report('no-effect', origin, { variant: 'no-operation', path: path.template }, 'key');
}

// If a reference leads to a parameter, the parameter may have an effect elsewhere.
function reportOverridden(
  reader: Reader,
  operations: readonly Operation[],
  parameters: readonly Parameter[],
  servers: readonly Server[] | undefined,
): void {
  const { context } = reader;
  const own = reader.at('parameters');
  for (const { origin: place, writtenName } of parameters) {
    const isHere = place.file === own.file && place.pointer.startsWith(`${own.pointer}/`);
    const isTaken = operations.some((one) => one.parameters.some(({ origin: taken }) => taken === place));
    if (isHere && !isTaken) context.report('overridden', place, { keyword: writtenName });
  }
  if (servers && reader.has('servers') && !operations.some((one) => one.servers === servers))
    context.report('overridden', reader.at('servers'), { keyword: 'servers' }, 'key');
}

/** Opens the path item and those to which its `$ref` leads, in order. */
function openChain(context: BuildContext, node: Node): Reader[] {
  const readers: Reader[] = [];
  const seen = new Map<unknown, Origin>();
  for (let at: Node | undefined = node; at; ) {
    const key = getPlaceKey(at);
    if (seen.has(key)) {
      context.reportEndless([...seen.values()], node.origin, { variant: 'object', object: 'Path Item Object' });
      break;
    }
    seen.set(key, at.origin);
    const reader = openObject(context, 'Path Item Object', at);
    if (!reader) break;
    readers.push(reader);
    at = readNext(reader);
  }
  return readers;
}

function readNext(reader: Reader): Node | undefined {
  const { context } = reader;
  const reference = reader.take('$ref');
  if (typeof reference !== 'string') return undefined;
  const target = resolveReference(context.document, reader.origin, reference);
  return checkTarget(context, target, { reference, place: reader.at('$ref'), expected: 'Path Item Object' });
}

function listOperationNodes(reader: Reader): { readonly method: string; readonly node: Node }[] {
  const found = methods.flatMap((keyword) => {
    const node = reader.node(keyword);
    return node ? [{ keyword: `${keyword}`, method: keyword.toUpperCase(), node }] : [];
  });
  const more = reader.map('additionalOperations') ?? [];
  const others = more.flatMap((node) => {
    const method = readMethod(reader, node);
    return method === undefined ? [] : [{ keyword: 'additionalOperations', method, node }];
  });
  const order = Object.keys(reader.value);
  return [...found, ...others].sort((a, b) => order.indexOf(a.keyword) - order.indexOf(b.keyword));
}

// `fetch` converts some methods to capitals (Fetch standard, 2.2.1). All other methods are case-sensitive.
function readMethod({ context }: Reader, { name, origin }: NamedNode): string | undefined {
  if (!isToken(name)) {
    context.report('wrong-kind', origin, { variant: 'method', found: formatValue(name) }, 'key');
    return undefined;
  }
  const keyword = methods.find((method) => method === name.toLowerCase());
  if (keyword === undefined) return name;
  context.report('read-as', origin, { variant: 'method', found: name, keyword }, 'key');
  return keyword.toUpperCase();
}
