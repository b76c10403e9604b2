import { type Code, code, importValue, type Reference, toCode } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { printArray, printObject } from '../../typescript/print-literal.js';
import { collectRepeated } from '../../typescript/share-repeated.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan } from '../../wire/plan.js';
import { importRuntimeType } from '../runtime-references.js';
import { findIdentifier } from './contract.js';
import { addErrorForms } from './error-forms.js';
import { listRouteParts, printRoute } from './route.js';
import type { ServerInput } from './server-input.js';

const routerModule = 'server/router';

/** The module of the router, and the forms of errors outside operations. */
export interface Router {
  readonly file: TsFile;
  readonly paths: Reference;
  readonly errors: Reference;
}

/**
 * Builds the module with every path, segment by segment, and the routes of its operations. A server needs all routes
 * before its first response, so they are in one module.
 */
export function buildRouterModule(input: ServerInput): Router {
  const file = new TsFile(routerModule);
  const formsOf = addErrorForms(file, input);
  const errors = formsOf(undefined);
  const root = new Node();
  const routes = input.api.operations.flatMap((operation) => {
    const plan = input.plans.get(operation);
    if (!plan || !addPath(root, plan, input)) return [];
    return [{ plan, errors: formsOf(operation), ...listRouteParts(plan, input) }];
  });
  const share = collectRepeated(
    file,
    routes.flatMap(({ parameters, replies }) => [...parameters, replies]),
  );
  for (const route of routes)
    file.addConstant({
      name: nameRoute(route.plan, input),
      local: true,
      type: code`${importRuntimeType('server-route', 'ServerRoute')}`,
      value: printRoute(route, share, route.errors),
    });
  file.addConstant({
    name: 'paths',
    doc: 'All paths of the API, as a tree of segments.',
    type: code`${importRuntimeType('server-router', 'PathNode')}`,
    value: printNode(root, { file, count: 1 }),
  });
  return { file, paths: importValue(routerModule, 'paths'), errors };
}

function nameRoute({ operation }: OperationPlan, { names }: ServerInput): string {
  return `${findIdentifier(operation, names)}Route`;
}

/** A node of the tree of paths, and its continuations. */
class Node {
  readonly literals = new Map<string, Node>();
  /** The nodes by the literal texts of the segment, joined by a line feed, which no path contains. */
  readonly patterns = new Map<string, Node>();
  parameter: Node | undefined;
  readonly routes: { readonly plan: OperationPlan; readonly name: string }[] = [];
}

// Adds the path of an operation. Returns whether the operation can be reached.
function addPath(root: Node, plan: OperationPlan, input: ServerInput): boolean {
  let node = root;
  for (const literals of splitSegments(plan)) node = addSegment(node, literals);
  const { operation, query } = plan;
  const other = node.routes.find(
    (route) => route.plan.operation.method === operation.method && route.plan.query === query,
  );
  if (other) {
    input.diagnostics.report('reduced-emission', operation.origin, {
      variant: 'same-route',
      method: operation.method,
      path: operation.path.template,
      first: findIdentifier(other.plan.operation, input.names),
    });
    return false;
  }
  node.routes.push({ plan, name: nameRoute(plan, input) });
  return true;
}

// Returns the literal texts of each segment, with a parameter between each two: `['a']`, `['', '']`, `['', '.json']`.
function splitSegments({ path }: OperationPlan): string[][] {
  const segments: string[][] = [];
  let segment: string[] = [''];
  for (const part of path) {
    if ('parameter' in part) {
      segment.push('');
      continue;
    }
    part.literal.split('/').forEach((text, index) => {
      if (index > 0) {
        segments.push(segment);
        segment = [''];
      }
      segment.push(`${segment.pop() ?? ''}${text}`);
    });
  }
  return [...segments, segment].slice(1);
}

function addSegment(node: Node, literals: readonly string[]): Node {
  const [first = '', second] = literals;
  if (second === undefined) return getOrAdd(node.literals, decode(first));
  if (literals.every((text) => text === '') && literals.length === 2) {
    node.parameter ??= new Node();
    return node.parameter;
  }
  return getOrAdd(node.patterns, literals.map(normalizePercent).join('\n'));
}

function getOrAdd(nodes: Map<string, Node>, key: string): Node {
  const node = nodes.get(key) ?? new Node();
  nodes.set(key, node);
  return node;
}

// Normalizes percent-encoding as the runtime does, so that paths can be compared (RFC 3986, 6.2.2).
function normalizePercent(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// Compilers use recursion to read nested objects. A longer path consists of several constants.
const mostNested = 20;

// Adds the constants of which the node consists to the module.
function printNode(node: Node, added: { readonly file: TsFile; count: number }, depth = 1): Code {
  const type = importRuntimeType('server-router', 'PathNode');
  const printNext = (next: Node): Code => {
    const value = printNode(next, added, depth + 1);
    if (depth % mostNested !== 0) return value;
    added.count += 1;
    const name = `paths${added.count}`;
    added.file.addConstant({ name, local: true, type: code`${type}`, value });
    return toCode(name);
  };
  const literals = [...node.literals].sort(([a], [b]) => compareText(a, b));
  const patterns = [...node.patterns].sort(([a], [b]) => b.length - a.length || compareText(a, b));
  const routes = [...node.routes].sort(
    (a, b) => Number(b.plan.query !== undefined) - Number(a.plan.query !== undefined),
  );
  return printObject([
    ['routes', routes.length > 0 ? printArray(routes.map(({ name }) => name)) : undefined],
    [
      'literals',
      literals.length > 0
        ? code`new Map<string, ${type}>(${printArray(literals.map(([text, next]) => printArray([encodeString(text), printNext(next)])))})`
        : undefined,
    ],
    [
      'patterns',
      patterns.length > 0
        ? printArray(
            patterns.map(([texts, next]) =>
              printObject([
                ['literals', printArray(texts.split('\n').map(encodeString))],
                ['node', printNext(next)],
              ]),
            ),
          )
        : undefined,
    ],
    ['parameter', node.parameter && printNext(node.parameter)],
  ]);
}
