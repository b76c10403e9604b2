import { hash } from 'node:crypto';
import { collectUsed, type UsedSchemas } from '../../../changes/uses.js';
import type { Origin } from '../../../diagnostics/origin.js';
import { splitPointer } from '../../../diagnostics/origin.js';
import type { Api, Example, Header, Operation, Response } from '../../../model/api.js';
import { isError, listOperations } from '../../../model/api.js';
import { isList, isObject, type JsonObject, type JsonValue, type NotShown } from '../../../model/element.js';
import { ExactNumber } from '../../../model/exact-number.js';
import { printWrittenJson } from '../../../model/print-json.js';
import type { Schema } from '../../../model/schema.js';
import { encodeFileName } from '../../../text/encode.js';
import type { Blocks } from '../../../text/tree.js';
import type { Bundle, EmitInput } from '../../emitter.js';
import { listCommonGaps } from '../../not-shown/contract.js';
import { type Addresses, type NamedSchema, nameAddresses } from './addresses.js';
import type { Samples } from './samples/print-samples.js';

/** The input of the article. */
export interface ArticleInput extends Pick<EmitInput, 'api' | 'previous' | 'bundle'> {
  readonly samples: Samples;
}

/** The data and state that the functions for building the article share. */
export interface Context {
  readonly api: Api;
  readonly addresses: Addresses;
  readonly named: ReadonlyMap<Schema, NamedSchema>;
  readonly locate: Bundle['locate'];
  /** Returns an object of the description as it is written, with the extensions that the model omits. */
  readonly readObject: (origin: Origin) => JsonObject | undefined;
  /** Returns a value of the description in which numbers with more digits than those of JavaScript are `ExactNumber`s. */
  readonly write: (value: JsonValue, origin: Origin) => JsonValue;
  readonly samples: Samples;
  /** The gaps that affect every operation. */
  readonly every: ReadonlySet<NotShown>;
  /** The gaps that were written in full. Further places link to them. */
  readonly written: Set<NotShown>;
  /** The ids of the long examples that were built. Each example appears once. */
  readonly examples: Map<Example['value'], string>;
  /** Returns the id of long blocks, and whether identical blocks were built before. */
  readonly findRepeat: (blocks: Blocks | object) => Repeat;
  /** The gap that asks which fields of responses are always present, if it is open. */
  readonly presence: NotShown | undefined;
  /** The schemas of requests and those of responses. */
  readonly used: UsedSchemas;
  /** The schemas in which a field was marked as listed since the last explanation. */
  readonly listed: Set<Schema>;
  /** The responses that several operations share. Responses with the same statements count as one. */
  readonly shared: ReadonlyMap<Response, SharedResponse>;
  /** Returns whether the description states which authentication an operation needs, even if it needs none. */
  readonly hasStatedSecurity: (operation: Operation) => boolean;
  /** Returns whether an operation states its authentication itself. */
  readonly hasOwnSecurity: (operation: Operation) => boolean;
  /** The operations of callbacks that were built. Each appears once. */
  readonly called: Set<Operation>;
  /** The headers that are being built. Their encodings may contain them again. */
  readonly headers: Set<Header>;
}

/** Finds the gap that asks which fields of responses are always present, if it is open. */
export function findPresence({ notShown }: Api): NotShown | undefined {
  return notShown.find(({ kind }) => kind === 'presence');
}

/** Creates the context of one article. */
export function createContext(input: ArticleInput): Context {
  const { api, bundle, samples } = input;
  const addresses = nameAddresses(api, bundle.locate);
  let used: UsedSchemas | undefined;
  return {
    api,
    addresses,
    named: addresses.schemas,
    locate: bundle.locate,
    readObject: (origin) => readObject(origin, bundle),
    write: (value, origin) => (bundle.isExact ? writeNumbers(value, readValue(origin, bundle)) : value),
    samples,
    every: new Set(listCommonGaps(api)),
    written: new Set(),
    examples: new Map(),
    findRepeat: createFindRepeat(),
    presence: findPresence(api),
    // Most descriptions are printed without it, and it takes a walk over all schemas.
    get used() {
      used ??= collectUsed(api);
      return used;
    },
    listed: new Set(),
    shared: listSharedResponses(api, bundle),
    hasStatedSecurity: (operation) =>
      operation.security.length > 0 || bundle.complete['security'] !== undefined || hasOwnSecurity(operation, bundle),
    hasOwnSecurity: (operation) => hasOwnSecurity(operation, bundle),
    called: new Set(),
    headers: new Set(),
  };
}

// The model has no security requirements for an operation without statement, and for one that needs no authentication.
function hasOwnSecurity({ origin }: Operation, bundle: Bundle): boolean {
  return readObject(origin, bundle)?.['security'] !== undefined;
}

function readObject(origin: Origin, bundle: Bundle): JsonObject | undefined {
  const value = readValue(origin, bundle);
  return isObject(value) ? value : undefined;
}

function readValue(origin: Origin, { complete, locate }: Bundle): JsonValue | undefined {
  const pointer = locate(origin);
  return pointer === undefined ? undefined : readPointer(complete, pointer);
}

// The model has the value. Another one can be written, which is read as that value.
function writeNumbers(value: JsonValue, written: JsonValue | undefined): JsonValue {
  if (written instanceof ExactNumber) return typeof value === 'number' && Number(written) === value ? written : value;
  if (isList(value) && isList(written)) return value.map((item, index) => writeNumbers(item, written[index]));
  if (!isObject(value) || !isObject(written)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, writeNumbers(member, written[name])]));
}

/** The place where blocks were built. Short blocks have no id. */
interface Repeat {
  readonly id?: string;
  readonly isRepeated: boolean;
}

// Shorter blocks, in characters of JSON, are always repeated. Descriptions that tools have expanded repeat fields
// hundreds of times.
const leastRepeated = 400;

/**
 * Adds the content of blocks with an id. `findRepeat` compares them by the other members, which include the id, so that
 * deeply nested content is not printed again at each level.
 */
export function addContent<const Known extends { readonly id: string }, Content extends object>(
  known: Known,
  content: Content,
): Known & Content {
  return { ...known, ...content, toJSON: () => known };
}

function createFindRepeat(): Context['findRepeat'] {
  const ids = new Map<string, string>();
  return (blocks) => {
    const text = JSON.stringify(blocks);
    // Gaps are visible at each of their places.
    if (text.length < leastRepeated || text.includes('"kind":"call-out"')) return { isRepeated: false };
    const digest = hash('sha256', text, 'base64url');
    const last = ids.get(digest);
    if (last !== undefined) return { id: last, isRepeated: true };
    // The id depends only on the text, so links remain valid if the order of the article changes.
    const id = `text-${digest.slice(0, 10)}`;
    ids.set(digest, id);
    return { id, isRepeated: false };
  };
}

/** An error response that several operations share. The article describes it once. */
interface SharedResponse {
  readonly id: string;
  readonly oldIds: readonly string[];
  /** The statuses with which operations use it, in order. Only a component has several. */
  readonly statuses: readonly string[];
  /** The name of its component; absent if it is not a component. */
  readonly name: string | undefined;
  /** One of the equal responses. */
  readonly response: Response;
}

// A response that fewer operations share is described at each of them.
const leastShared = 3;

interface Group {
  readonly pointer: string;
  /** What its id ends with. */
  readonly end: string;
  readonly responses: Response[];
}

/**
 * Lists the error responses that several operations share: those of the same component with the same texts, and those with
 * the same status and the same statements.
 */
function listSharedResponses(api: Api, bundle: Bundle): ReadonlyMap<Response, SharedResponse> {
  const groups = new Map<string, Group>();
  for (const { responses } of listOperations(api)) {
    for (const response of responses.filter(isError)) {
      const pointer = bundle.locate(response.origin);
      if (pointer === undefined) continue;
      const key = formatKey(response, pointer, bundle);
      const group = groups.get(key) ?? { pointer, end: formatEnd(response, pointer, key, bundle), responses: [] };
      groups.set(key, group);
      group.responses.push(response);
    }
  }
  const shared = new Map<Response, SharedResponse>();
  for (const group of groups.values()) {
    const [first] = group.responses;
    if (!first || group.responses.length < leastShared) continue;
    const one = buildShared(first, group);
    for (const response of group.responses) shared.set(response, one);
  }
  return shared;
}

// Texts beside a reference replace those of the component.
function formatKey(response: Response, pointer: string, { complete }: Bundle): string {
  const { status, summary, description } = response;
  if (componentPointer.test(pointer)) return JSON.stringify([pointer, summary, description]);
  return `${status} ${printWrittenJson(readPointer(complete, pointer))}`;
}

function formatEnd({ description }: Response, pointer: string, key: string, { complete }: Bundle): string {
  const digest = hash('sha256', key, 'hex').slice(0, 6);
  if (!componentPointer.test(pointer)) return digest;
  const component = readPointer(complete, pointer);
  const isOwn = isObject(component) && (component['description'] ?? '') === description;
  const name = encodeFileName(splitPointer(pointer)[2] ?? '');
  return isOwn ? name : `${name}-${digest}`;
}

function buildShared(response: Response, { pointer, end, responses }: Group): SharedResponse {
  const statuses = [...new Set(responses.map(({ status }) => String(status)))].sort();
  const ids = statuses.map((status) => `response-${status}-${end}`);
  return {
    id: ids.length === 1 ? (ids[0] ?? '') : `response-shared-${end}`,
    oldIds: ids.length === 1 ? [] : ids,
    statuses,
    name: componentPointer.test(pointer) ? splitPointer(pointer)[2] : undefined,
    response,
  };
}

const componentPointer = /^\/components\/responses\/[^/]*$/;

/** Returns the value at a pointer. Returns `undefined` if there is none. */
function readPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of splitPointer(pointer)) {
    if (isObject(value)) value = value[token];
    else value = isList(value) ? value[Number(token)] : undefined;
  }
  return value;
}
