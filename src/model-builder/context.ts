import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import type { Document, OpenApiVersion } from '../document/document.js';
import { readExactNumber } from '../document/number-text.js';
import { findNumberText } from '../document/written.js';
import type {
  Callback,
  Example,
  Header,
  Link,
  MediaType,
  Operation,
  Parameter,
  PathTemplate,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
} from '../model/api.js';
import type { Element, JsonValue, NotShown, ObjectValue, Resolved } from '../model/element.js';
import type { ObjectKind } from '../model/openapi-objects.js';
import { printExactJson } from '../model/print-json.js';
import type { KeywordSchema, NotShownSchema, Schema } from '../model/schema.js';
import type { ProductExtension } from './gaps/product-extensions.js';

/** Records what readers visit. A test lists how each keyword of a description is used. */
export interface Coverage {
  /**
   * Records a visited object, with its name in OpenAPI. `taken` has the keywords that were read, and `data` those among
   * them that contain plain data instead of OpenAPI objects.
   */
  visit(origin: Origin, object: string, taken: readonly string[] | 'all', data: readonly string[]): void;
  /** Records that a value which is not an OpenAPI object was used as a whole. */
  reach(origin: Origin): void;
}

/** The path item, webhook or callback to which operations belong. */
export interface PathItemPlace {
  readonly kind: Operation['kind'];
  readonly path: PathTemplate;
}

/** The names of a schema that follow from its place. */
export interface PlaceName {
  readonly component?: string;
  readonly definition?: string;
}

/** The schemas of the description, one object per place. */
export interface Schemas {
  /** Every schema requested so far, in the order of the requests. */
  readonly list: readonly Schema[];
  /** Returns the schema at a place. It is complete only after everything was read. */
  at(node: Node, name?: PlaceName): Schema;
  /** Returns an entry of the map or list of schemas at `place`, which a reference replaces. */
  entry(place: Origin, node: Node): Schema;
  /** Adds a schema that results from a reading of the description. */
  add(schema: KeywordSchema | NotShownSchema): Schema;
  /** What `$dynamicRef` and `$dynamicAnchor` say. */
  readonly dynamic: {
    /** The anchors of each resource (a key of `findResource`), by their names. */
    readonly anchors: Map<string, Map<string, Schema>>;
    /** The schemas that a `$dynamicRef` becomes: references to its initial target, each with the name of its anchor. */
    readonly references: Map<Schema, string>;
  };
  /** Completes the requested schemas. Returns `false` if there were no incomplete schemas. */
  complete(): boolean;
}

/** An object of the description, with the values that are needed to read its gaps. */
export interface GapHolder {
  readonly kind: ObjectKind;
  readonly origin: Origin;
  at(keyword: string): Origin;
  extension(name: ProductExtension): unknown;
}

/** The gaps of the description (`x-not-shown`), and the answered gaps (`x-resolved`). */
export interface Gaps {
  readonly list: readonly NotShown[];
  readonly resolved: readonly Resolved[];
  readonly isEmpty: boolean;
  findShape(value: ObjectValue): NotShown | undefined;
  readGaps(holder: GapHolder): readonly NotShown[];
  readResolved(holder: GapHolder): void;
  closePlaces(): void;
  setOperations(touched: ReadonlyMap<NotShown, ReadonlySet<string>>): void;
}

/**
 * Functions that readers of other objects call. The context contains them, because imports between the modules of these
 * readers would form a circle.
 */
export interface Parts {
  readonly schemas: (context: BuildContext) => Schemas;
  readonly gaps: (context: BuildContext) => Gaps;
  readonly header: (context: BuildContext, wireName: string, node: Node) => Header | undefined;
  readonly pathItem: (context: BuildContext, node: Node, place: PathItemPlace) => Operation[];
}

/** The state that all readers share while a description is read. */
export class BuildContext {
  readonly document: Document;
  readonly version: OpenApiVersion;
  /** Records what is read, if the run lists the coverage of keywords. */
  readonly coverage: Coverage | undefined;
  readonly memos: Memos = new Memos();
  readonly schemas: Schemas;
  readonly gaps: Gaps;
  readonly readHeader: Parts['header'];
  readonly readPathItem: Parts['pathItem'];
  /** The security schemes by their key under `components/securitySchemes`. */
  readonly securitySchemes: Map<string, SecurityScheme> = new Map();
  /** The security requirements of the root, for operations that state none. */
  rootSecurity: readonly SecurityRequirement[] = [];
  rootServers: readonly Server[] = [];
  /** Whether any object of the description names its source. */
  hasSources = false;
  readonly componentResponses: Element[] = [];
  /** The numbers and booleans that are read as text, by the `formatOrigin` of their places. */
  readonly texts: Map<string, { readonly origin: Origin; readonly text: string }> = new Map();
  readonly #diagnostics: Diagnostics;
  readonly #endless = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #foreign = new Map<ProductExtension, Map<string, Origin>>();

  constructor(document: Document, diagnostics: Diagnostics, coverage: Coverage | undefined, parts: Parts) {
    this.document = document;
    this.version = document.version;
    this.#diagnostics = diagnostics;
    this.coverage = coverage;
    this.readHeader = parts.header;
    this.readPathItem = parts.pathItem;
    this.schemas = parts.schemas(this);
    this.gaps = parts.gaps(this);
  }

  /** Reports a finding. `at` chooses whether it is about the name of the member or about its value. */
  report<C extends Code>(code: C, origin: Origin, parameters: CodeTable[C], at?: 'key' | 'value'): void {
    // An object with several references may be read more than once. It is reported once.
    const key = `${code} ${at} ${formatOrigin(origin)} ${printExactJson(parameters)}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#diagnostics.report(code, origin, parameters, at === undefined ? {} : { at });
  }

  /** Returns a number of the description. An integer that is not a safe one is a `bigint`, which has all its digits. */
  readNumber(origin: Origin, value: number): number | bigint {
    if (!isUnsafeInteger(value)) return value;
    return readExactNumber(findNumberText(this.document, origin, value) ?? String(value));
  }

  /** Returns a value of the description, in which `readNumber` reads each number. */
  readNumbers(origin: Origin, value: JsonValue): JsonValue {
    if (typeof value === 'number') return this.readNumber(origin, value);
    if (typeof value !== 'object' || value === null || !hasUnsafeInteger(value)) return value;
    const members = Object.entries(value).map(([key, member]: [string, JsonValue]) => [
      key,
      this.readNumbers(buildChildOrigin(origin, key), member),
    ]);
    return Array.isArray(value) ? members.map(([, member]) => member ?? null) : Object.fromEntries(members);
  }

  /** Records a value of another tool under the name of one of our extensions. */
  addForeign(extension: ProductExtension, origin: Origin): void {
    const places = this.#foreign.get(extension) ?? new Map<string, Origin>();
    this.#foreign.set(extension, places.set(formatOrigin(origin), origin));
  }

  /** Reports the values of other tools, once per extension. */
  reportForeign(): void {
    for (const [extension, places] of this.#foreign) {
      const first = places.get([...places.keys()].sort()[0] ?? '');
      if (first) this.report('foreign-extension', first, { extension, count: places.size }, 'key');
    }
  }

  /** Reports references that lead only to each other and never to an object, once per cycle. */
  reportEndless(references: readonly Origin[], origin: Origin, subject: CodeTable['endless-reference']): void {
    const keys = references.map(formatOrigin);
    const isKnown = keys.some((key) => this.#endless.has(key));
    for (const key of keys) this.#endless.add(key);
    if (!isKnown) this.report('endless-reference', origin, subject);
  }

  /** Postpones a task. If it ran at once, it would recurse endlessly or too deeply. */
  later(task: () => void): void {
    this.#waiting.push(task);
  }

  /** Completes everything that was postponed, including the schemas. */
  finish(): void {
    for (let index = 0; index < this.#waiting.length || this.schemas.complete(); index++) this.#waiting[index]?.();
  }
}

function isUnsafeInteger(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

function hasUnsafeInteger(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return isUnsafeInteger(value);
  return Object.values(value).some(hasUnsafeInteger);
}

/** Remembers what was read at each place, so that it is read only once, however many references lead there. */
export class Memo<T> {
  readonly #known = new Map<string, Map<unknown, T | undefined>>();
  readonly #list: T[] = [];

  /** Returns the result of an earlier reading at a place (and under a name, if the name matters), or reads it now. */
  read(node: Node, read: () => T | undefined, name = ''): T | undefined {
    const key = getPlaceKey(node);
    const known = this.#known.get(name) ?? new Map<unknown, T | undefined>();
    this.#known.set(name, known);
    if (known.has(key)) return known.get(key);
    const result = read();
    known.set(key, result);
    if (result !== undefined) this.#list.push(result);
    return result;
  }

  /** Lists the results in the order of reading. */
  list(): readonly T[] {
    return this.#list;
  }
}

/** What was read at each place, by the kind of the object. */
class Memos {
  readonly parameters: Memo<Parameter> = new Memo();
  readonly requestBodies: Memo<RequestBody> = new Memo();
  readonly responses: Memo<Omit<Response, 'status' | 'code'>> = new Memo();
  readonly headers: Memo<Omit<Header, 'wireName'>> = new Memo();
  readonly mediaTypes: Memo<MediaType> = new Memo();
  readonly examples: Memo<Omit<Example, 'name'>> = new Memo();
  readonly links: Memo<Link> = new Memo();
  readonly callbacks: Memo<Callback> = new Memo();
}

/** A value of the description and its place. */
export interface Node {
  readonly origin: Origin;
  readonly value: unknown;
}

/** A member of a map. */
export interface NamedNode extends Node {
  readonly name: string;
}

/** Builds a schema that results from a reading of the description. */
export function buildSchema(origin: Origin, keywords: Partial<KeywordSchema>): KeywordSchema {
  return { kind: 'keywords', origin, ...keywords, notShown: none, source: none };
}

const none: readonly never[] = [];

/**
 * Returns the key of the place of a node for maps. No two places of a description share an object or array, so these
 * are their own keys, which is faster than a text.
 */
export function getPlaceKey({ origin, value }: Node): unknown {
  return typeof value === 'object' && value !== null ? value : formatOrigin(origin);
}

/** The members without those that are `undefined`. */
type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Omits the members that are `undefined`, as optional members of the model require. */
export function omitUndefinedMembers<T extends object>(members: T): Present<T> {
  const result: Present<T> = {};
  for (const key in members) {
    const value = members[key];
    if (isPresent(value)) result[key] = value;
  }
  return result;
}

function isPresent<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}

/** A model object that is being built, with writable members. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };
