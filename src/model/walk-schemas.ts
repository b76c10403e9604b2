import type { Header, MediaType, Operation } from './api.js';
import type { KeywordSchema, Schema } from './schema.js';
import { listPresent, type PartKeyword, type PartRow, partMembers, partRows } from './schema-keywords.js';
import { type ContentPart, walkContents } from './walk-contents.js';

/** A schema that another one contains or refers to. */
export interface Subschema {
  /** The keyword that contains it, such as `properties`, `$ref` or `mapping` (of a discriminator). */
  readonly keyword: SubschemaKeyword;
  /** Its name in a map, or its position in a list. */
  readonly key?: string | number;
  readonly schema: Schema;
  /**
   * Whether it applies to the same value as its parent (`allOf`, `$ref`, `not` …), rather than to a part of the value.
   */
  readonly inPlace: boolean;
}

/** The keywords that contain schemas. */
export type SubschemaKeyword = PartKeyword | 'mapping' | 'defaultMapping';

const none: readonly Subschema[] = [];
const allRows = indexRows(partRows);
const inPlaceRows = indexRows(partRows.filter(({ applies }) => applies !== 'inside'));

/** Some rows of the table of keywords, by their member. */
export type PartRows = ReadonlyMap<PartRow['member'], PartRow>;

/** Indexes rows by their member, in their order. */
export function indexRows(rows: readonly PartRow[]): PartRows {
  return new Map(rows.map((row) => [row.member, row]));
}

/**
 * Lists the direct subschemas that apply to the same value as the schema, with the targets of references, always in the
 * same order. A walk along these meets no cycle.
 */
export function listAppliedSubschemas(schema: Schema): readonly Subschema[] {
  return schema.kind === 'keywords' ? listParts(schema, inPlaceRows) : none;
}

/**
 * Lists every direct subschema of a schema, with the targets of its references and of its discriminator, always in the
 * same order. Does not go deeper. The graph has cycles, so a walk needs a set of visited schemas.
 */
export function listSubschemas(schema: Schema): readonly Subschema[] {
  if (schema.kind !== 'keywords' || !hasParts(schema)) return none;
  const found = listParts(schema, allRows);
  const { mapping = [], defaultMapping } = schema.discriminator ?? {};
  for (const { value, schema: target } of mapping)
    found.push({ keyword: 'mapping', key: value, schema: target, inPlace: false });
  if (defaultMapping) found.push({ keyword: 'defaultMapping', schema: defaultMapping, inPlace: false });
  return found;
}

/** Lists the subschemas of the keywords in `rows`, in that order. */
export function listParts(schema: KeywordSchema, rows: PartRows): Subschema[] {
  const found: Subschema[] = [];
  for (const member of listPresent(schema, rows)) {
    const row = rows.get(member);
    if (row) addParts(found, schema, row);
  }
  return found;
}

/**
 * Returns whether a schema contains or refers to others. This is much faster than listing them, and most schemas have
 * none.
 */
export function hasParts(schema: Schema): boolean {
  for (const member in schema) if (partMembers.has(member)) return true;
  return false;
}

function addParts(found: Subschema[], schema: KeywordSchema, row: PartRow): void {
  const { keyword, applies } = row;
  const inPlace = applies !== 'inside';
  switch (row.holds) {
    case 'schema[]':
      schema[row.member]?.forEach((part, key) => {
        found.push({ keyword, key, schema: part, inPlace });
      });
      return;
    case 'schema{}':
      for (const { name: key, schema: part } of schema[row.member] ?? [])
        found.push({ keyword, key, schema: part, inPlace });
      return;
    case 'schema{pattern}':
      for (const { pattern: key, schema: part } of schema[row.member] ?? [])
        found.push({ keyword, key, schema: part, inPlace });
      return;
    default: {
      const part = schema[row.member];
      if (part) found.push({ keyword, schema: part, inPlace });
    }
  }
}

/** Lists schemas and everything that they lead to, each once, depth first, in the order of the roots. */
export function collectSchemas(roots: Iterable<Schema>): Set<Schema> {
  const seen = new Set<Schema>();
  const waiting = [...roots].reverse();
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const inside = listSubschemas(schema);
    for (let index = inside.length - 1; index >= 0; index--) {
      const next = inside[index];
      if (next && !seen.has(next.schema)) waiting.push(next.schema);
    }
  }
  return seen;
}

/**
 * Returns the start nodes and every node that leads to them, directly or not. Takes time linear in the number of nodes
 * and parts.
 */
export function withHolders<Node>(
  some: Iterable<Node>,
  all: Iterable<Node>,
  partsOf: (node: Node) => Iterable<Node>,
): Set<Node> {
  const holders = new Map<Node, Node[]>();
  for (const node of all) {
    for (const part of partsOf(node)) {
      const known = holders.get(part);
      if (known) known.push(node);
      else holders.set(part, [node]);
    }
  }
  const found = new Set(some);
  // The loop also visits the nodes that it adds.
  for (const node of found) for (const holder of holders.get(node) ?? []) found.add(holder);
  return found;
}

/** The kind of message that contains a value. */
export type Direction = 'request' | 'response';

/** A schema that an operation uses directly, of a parameter, media type or header. */
export interface MessageSchema {
  readonly direction: Direction;
  readonly schema: Schema;
}

/**
 * Lists the schemas that an operation uses directly, with the message that contains them: first parameters and request
 * body, then the responses with their headers. Leaves out callbacks, which are separate operations.
 */
export function listMessageSchemas(operation: Operation): MessageSchema[] {
  const found: MessageSchema[] = [];
  const addParts = (direction: Direction, parts: readonly (MediaType | Header)[], seen: Set<ContentPart>): void => {
    const start = parts.map((part) => ({ part, context: direction }));
    walkContents(start, (part, context) => addSchemas(found, part, context), seen);
  };
  const sent = new Set<ContentPart>();
  for (const { content } of operation.parameters) {
    if (content.by === 'style') found.push({ direction: 'request', schema: content.schema });
    else addParts('request', [content.mediaType], sent);
  }
  addParts('request', operation.requestBody?.content ?? [], sent);
  const received = new Set<ContentPart>();
  for (const { headers, content } of operation.responses) addParts('response', [...headers, ...content], received);
  return found;
}

function addSchemas(found: MessageSchema[], part: ContentPart, direction: Direction): Direction {
  if ('content' in part) {
    if (part.content.by === 'style') found.push({ direction, schema: part.content.schema });
  } else if ('mediaType' in part) {
    if (part.schema) found.push({ direction, schema: part.schema });
    if (part.itemSchema) found.push({ direction, schema: part.itemSchema });
  }
  return direction;
}

/** Lists every schema to which an operation leads, directly or not, by the message that contains it. */
export function listOperationSchemas(operation: Operation): { readonly [D in Direction]: ReadonlySet<Schema> } {
  const direct = listMessageSchemas(operation);
  const reach = (direction: Direction): Set<Schema> =>
    collectSchemas(direct.filter((used) => used.direction === direction).map((used) => used.schema));
  return { request: reach('request'), response: reach('response') };
}
