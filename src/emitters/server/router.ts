import {
  type Code,
  code,
  encodeString,
  importValue,
  type LiteralMember,
  printArray,
  printFilled,
  printObject,
  type Reference,
  toCode,
} from '../../typescript/code.js';
import { collectRepeated, type Repeatable } from '../../typescript/share-repeated.js';
import { compareText, TsFile } from '../../typescript/ts-file.js';
import type { OperationPlan, PathParameterPlan } from '../../wire/plan.js';
import { importRuntimeType } from '../runtime-references.js';
import { findIdentifier } from './contract.js';
import type { ServerInput } from './declared-names.js';
import { addErrorForms, nameStatuses } from './error-forms.js';
import { listBesideParameters, listPairs, listParameterRows } from './parameters.js';
import { printContentPlan } from './received-content.js';
import { printReplies } from './reply-content.js';
import { printSecurity } from './security.js';

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
      type: code`${importRuntimeType('server/route', 'ServerRoute')}`,
      value: printRoute(route, share, route.errors),
    });
  file.addConstant({
    name: 'paths',
    doc: 'All paths of the API, as a tree of segments.',
    type: code`${importRuntimeType('server/router', 'PathNode')}`,
    value: printNode(root, { file, count: 1 }),
  });
  return { file, paths: importValue(routerModule, 'paths'), errors };
}

function nameRoute({ operation }: OperationPlan, { names }: ServerInput): string {
  return `${findIdentifier(operation, names)}Route`;
}

/** A segment: its literal texts with a parameter between each two, such as `['a']`, `['', '']` or `['', '.json']`. */
interface Segment {
  readonly literals: readonly string[];
  /** By parameter, where it ends if another one follows at once. */
  readonly ends: readonly PathParameterPlan['end'][];
}

interface Pattern extends Segment {
  readonly node: Node;
}

/** A node of the tree of paths, and its continuations. */
class Node {
  readonly literals = new Map<string, Node>();
  readonly patterns = new Map<string, Pattern>();
  parameter: Node | undefined;
  readonly routes: { readonly plan: OperationPlan; readonly name: string }[] = [];
}

// Adds the path of an operation. Returns whether the operation can be reached.
function addPath(root: Node, plan: OperationPlan, input: ServerInput): boolean {
  let node = root;
  for (const segment of splitSegments(plan)) node = addSegment(node, segment);
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

function splitSegments({ path }: OperationPlan): Segment[] {
  const segments: { literals: string[]; ends: PathParameterPlan['end'][] }[] = [];
  let segment: (typeof segments)[number] = { literals: [''], ends: [] };
  for (const part of path) {
    if ('parameter' in part) {
      segment.literals.push('');
      segment.ends.push(part.end);
      continue;
    }
    part.literal.split('/').forEach((text, index) => {
      if (index > 0) {
        segments.push(segment);
        segment = { literals: [''], ends: [] };
      }
      segment.literals.push(`${segment.literals.pop() ?? ''}${text}`);
    });
  }
  return [...segments, segment].slice(1);
}

function addSegment(node: Node, { literals, ends }: Segment): Node {
  const [first = '', second] = literals;
  if (second === undefined) {
    const next = node.literals.get(decode(first)) ?? new Node();
    node.literals.set(decode(first), next);
    return next;
  }
  if (literals.every((text) => text === '') && literals.length === 2) {
    node.parameter ??= new Node();
    return node.parameter;
  }
  const texts = literals.map(normalizePercent);
  // No path contains a line feed.
  const key = [...texts, ...ends].join('\n');
  const pattern = node.patterns.get(key) ?? { literals: texts, ends, node: new Node() };
  node.patterns.set(key, pattern);
  return pattern.node;
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
  const type = importRuntimeType('server/router', 'PathNode');
  const printNext = (next: Node): Code => {
    const value = printNode(next, added, depth + 1);
    if (depth % mostNested !== 0) return value;
    added.count += 1;
    const name = `paths${added.count}`;
    added.file.addConstant({ name, local: true, type: code`${type}`, value });
    return toCode(name);
  };
  const literals = [...node.literals].sort(([a], [b]) => compareText(a, b));
  const lengthOf = ({ literals: texts }: Pattern): number => texts.join('\n').length;
  const patterns = [...node.patterns]
    .sort(([a, one], [b, other]) => lengthOf(other) - lengthOf(one) || compareText(a, b))
    .map(([, pattern]) => pattern);
  const routes = [...node.routes].sort(
    (a, b) => Number(b.plan.query !== undefined) - Number(a.plan.query !== undefined),
  );
  const rows = printFilled(literals.map(([text, next]) => printArray([encodeString(text), printNext(next)])));
  const printPattern = ({ literals: texts, ends, node: next }: Pattern): Code =>
    printObject([
      ['literals', printArray(texts.map(encodeString))],
      ['ends', ends.some((end) => end !== undefined) ? printArray(ends.map(printEnd)) : undefined],
      ['node', printNext(next)],
    ]);
  return printObject([
    ['routes', printFilled(routes.map(({ name }) => name))],
    ['literals', rows && code`new Map<string, ${type}>(${rows})`],
    ['patterns', printFilled(patterns.map(printPattern))],
    ['parameter', node.parameter && printNext(node.parameter)],
  ]);
}

function printEnd(end: PathParameterPlan['end']): string {
  return typeof end === 'string' ? encodeString(end) : String(end);
}

/** The route of an operation, except its errors. Other operations may have the same parameters and replies. */
interface RouteParts {
  /** What precedes and follows the parameters. */
  readonly call: readonly LiteralMember[];
  readonly content: readonly LiteralMember[];
  readonly parameters: readonly Repeatable[];
  readonly besideParameters: readonly LiteralMember[];
  readonly replies: Repeatable;
}

/** Lists the parts of the route of an operation. */
function listRouteParts(plan: OperationPlan, input: ServerInput): RouteParts {
  const { operation, body, responses } = plan;
  const identifier = findIdentifier(operation, input.names);
  const query = listPairs(plan.query);
  const call: LiteralMember[] = [
    ['operation', encodeString(identifier)],
    ['method', encodeString(operation.method)],
    ['query', printFilled(query.map((pair) => printArray(pair.map(encodeString))))],
    ['security', printSecurity(operation, input)],
  ];
  const parameters = listParameterRows(plan, input);
  const bodyCode =
    body &&
    printObject([
      ['required', body.required ? 'true' : undefined],
      ['alternatives', printArray(body.alternatives.map((content) => printContentPlan(content, input)))],
    ]);
  const content: LiteralMember[] = [
    ['body', bodyCode],
    ['accept', printArray(listSuccessTypes(plan).map(encodeString))],
  ];
  const replies = {
    // The statuses of successes come first.
    name: `${nameStatuses([...new Set([...plan.successes, ...responses.map(({ status }) => status)])])}Replies`,
    type: code`${importRuntimeType('server/route', 'ServerRoute')}['replies']`,
    value: printReplies(responses, input),
  };
  return { call, content, parameters, besideParameters: listBesideParameters(plan), replies };
}

/** Prints how the requests of an operation are read and its replies written. */
function printRoute(
  { call, content, parameters, besideParameters, replies }: RouteParts,
  share: (value: Code) => Code,
  errors: Reference,
): Code {
  const rows = parameters.map(({ value }) => share(value));
  return printObject([
    ...call,
    ['parameters', printObject([['list', printArray(rows)], ...besideParameters])],
    ...content,
    ['replies', share(replies.value)],
    ['errors', errors],
  ]);
}

// A success without content satisfies every `Accept` header.
function listSuccessTypes({ responses, successes }: OperationPlan): string[] {
  const found = responses.filter(({ status }) => successes.includes(status));
  if (found.some(({ alternatives }) => alternatives.length === 0)) return [];
  return [...new Set(found.flatMap(({ alternatives }) => alternatives.map(({ mediaType }) => mediaType.mediaType)))];
}
