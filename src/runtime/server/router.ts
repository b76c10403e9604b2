import { decodeForm, decodePercent } from '../read/text.js';
import { readQuery } from './place.js';
import { Refusal } from './refusal.js';
import type { ServerRoute } from './route.js';

/**
 * The continuations of a path, segment by segment. They are generated, so finding a route takes time linear in the
 * length of the path.
 */
export interface PathNode {
  /** Literal segments, decoded. */
  readonly literals?: ReadonlyMap<string, PathNode>;
  /** Segments that mix literal text and parameters, the most literal ones first. */
  readonly patterns?: readonly SegmentPattern[];
  /** A segment that is one parameter. */
  readonly parameter?: PathNode;
  /** The operations of a path that ends here. For each method, those with a query come first. */
  readonly routes?: readonly ServerRoute[];
}

/** A segment such as `{name}.{format}`: its literal texts as sent, with a parameter between each two. */
export interface SegmentPattern {
  readonly literals: readonly string[];
  /**
   * By parameter, where its value ends if the literal text after it is empty: before a character, or after a number of
   * characters.
   */
  readonly ends?: readonly (string | number | undefined)[];
  readonly node: PathNode;
}

/** A matched path: its operations, and the values of its parameters in order, as sent. */
export interface PathMatch {
  readonly routes: readonly ServerRoute[];
  readonly values: readonly string[];
}

/**
 * Finds the path of a request target. Returns `undefined` if the API has none. Segments are separated before anything
 * is decoded, so an encoded slash never changes the route. Literal segments come before templated ones (OpenAPI 3.2,
 * 4.8.2.1).
 */
export function matchPath(root: PathNode, path: string): PathMatch | undefined {
  const isEncoded = path.includes('%');
  if (isEncoded || path.includes('/.')) refuseUnsafe(path.split('/'));
  const search: Search = { path, isEncoded, values: [] };
  const routes = findRoutes(search, root, 1);
  return routes && { routes, values: search.values };
}

// A proxy that resolves dot segments would use another route.
function refuseUnsafe(segments: readonly string[]): void {
  const texts = segments.map(decodeSegment);
  if (texts.includes('.') || texts.includes('..')) throw new Refusal(400, 'path: has a dot segment');
}

// The search for the operations of a path.
interface Search {
  readonly path: string;
  readonly isEncoded: boolean;
  // The values of the parameters before the current segment.
  readonly values: string[];
}

// `start` is the position of a segment. After the last segment, it is beyond the end of the path.
function findRoutes(search: Search, node: PathNode, start: number): PathNode['routes'] {
  const { path, isEncoded, values } = search;
  if (start > path.length) return node.routes;
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  const literal = node.literals?.get(isEncoded ? decodeSegment(segment) : segment);
  const found = literal && findRoutes(search, literal, end + 1);
  if (found) return found;
  if (segment === '') return undefined;
  const count = values.length;
  const comparable = node.patterns && isEncoded ? normalizePercent(segment) : segment;
  for (const pattern of node.patterns ?? []) {
    const parts = matchSegment(pattern, comparable);
    if (!parts) continue;
    values.push(...parts);
    const routes = findRoutes(search, pattern.node, end + 1);
    if (routes) return routes;
    values.length = count;
  }
  if (!node.parameter) return undefined;
  values.push(segment);
  const routes = findRoutes(search, node.parameter, end + 1);
  if (!routes) values.length = count;
  return routes;
}

function matchSegment({ literals, ends = [] }: SegmentPattern, raw: string): string[] | undefined {
  const [first = '', ...rest] = literals;
  const last = rest.pop() ?? '';
  const end = raw.length - last.length;
  if (!raw.startsWith(first) || !raw.endsWith(last)) return undefined;
  const values: string[] = [];
  let position = first.length;
  for (const [index, literal] of rest.entries()) {
    const end = literal || ends[index];
    const next = typeof end === 'number' ? skipCharacters(raw, position, end) : raw.indexOf(end ?? '', position + 1);
    if (next < 0) return undefined;
    values.push(raw.slice(position, next));
    position = next + literal.length;
  }
  values.push(raw.slice(position, Math.max(position, end)));
  return values.every((value) => value !== '') ? values : undefined;
}

// Returns the position after a number of characters, or -1. A character may consist of several percent-encoded bytes.
function skipCharacters(raw: string, position: number, count: number): number {
  const characters = raw.slice(position).match(/%[c-f].(?:%[89ab].)+|%..|./gisu) ?? [];
  return characters.length < count ? -1 : position + characters.slice(0, count).join('').length;
}

/** Normalizes percent-encoding, so that equal texts are equal (RFC 3986, 6.2.2.1 and 6.2.2.2). */
function normalizePercent(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

function decodeSegment(raw: string): string {
  const text = decodePercent(raw);
  if (text === undefined) throw new Refusal(400, 'path: is not percent-encoded UTF-8');
  return text;
}

/**
 * Chooses an operation of a path. HEAD is handled like GET (RFC 9110, 9.3.2). Returns `undefined` for OPTIONS (9.3.7),
 * unless the description has it.
 */
export function chooseRoute(routes: readonly ServerRoute[], method: string, query: string): ServerRoute | undefined {
  const route = findRoute(routes, method, query) ?? (method === 'HEAD' ? findRoute(routes, 'GET', query) : undefined);
  if (route || method === 'OPTIONS') return route;
  if (!routes.some((one) => isFitting(one, query))) throw new Refusal(404, 'path: the API has no such path');
  const allow = listMethods(routes);
  throw new Refusal(405, `method: must be one of ${allow}`, [['allow', allow]]);
}

function findRoute(routes: readonly ServerRoute[], method: string, query: string): ServerRoute | undefined {
  for (const route of routes) if (route.method === method && isFitting(route, query)) return route;
  return undefined;
}

function isFitting({ query: wanted }: ServerRoute, query: string): boolean {
  if (wanted === undefined) return true;
  const pairs = readQuery(query);
  return wanted.every(([name, value]) => pairs?.get(name)?.some((given) => decodeForm(given) === value));
}

/** Lists every operation below a node. */
export function listRoutes(node: PathNode): ServerRoute[] {
  const next = [...(node.literals?.values() ?? []), ...(node.patterns ?? []).map((pattern) => pattern.node)];
  if (node.parameter) next.push(node.parameter);
  return [...(node.routes ?? []), ...next.flatMap(listRoutes)];
}

/** Splits a request target in origin or absolute form (RFC 9112, 3.2) at its query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  if (!origin.startsWith('/') || origin.includes('#')) throw new Refusal(400, 'path: must be a path');
  const question = origin.indexOf('?');
  return question < 0
    ? { path: origin, query: '' }
    : { path: origin.slice(0, question), query: origin.slice(question + 1) };
}

/**
 * Splits a base path, such as `/2.0`, into its decoded segments. Throws a `TypeError` if it is not a path.
 */
export function splitBasePath(path: string): readonly string[] {
  const segments = path.replace(/\/$/, '').split('/').map(decodePercent);
  const decoded = segments.filter((segment) => segment !== undefined);
  if (segments[0] !== '' || decoded.length < segments.length || /[?#]/.test(path))
    throw new TypeError(`basePath: must be a path such as '/v1', not '${path}'`);
  return decoded.slice(1);
}

/** Returns what follows a base path in the path of a request, or `undefined` if it has another beginning. */
export function removeBasePath(path: string, segments: readonly string[]): string | undefined {
  let start = 1;
  for (const segment of segments) {
    const end = path.indexOf('/', start);
    if (end < 0 || decodePercent(path.slice(start, end)) !== segment) return undefined;
    start = end + 1;
  }
  return path.slice(start - 1);
}

/** Lists the methods of some routes for the `Allow` header. */
export function listMethods(routes: readonly ServerRoute[]): string {
  const methods = new Set(routes.map((route) => route.method));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods.add('OPTIONS')].sort().join(', ');
}
