import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { type Origin, originKey } from '../diagnostics/origin.js';
import type { Document, OpenApiVersion } from '../document/document.js';
import type { Example, SecurityRequirement, SecurityScheme, Server } from '../model/api.js';
import type { Coverage } from '../model/coverage.js';
import type { Element } from '../model/element.js';
import type {
  Callback,
  Header,
  Link,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
} from '../model/operation.js';
import { ItemRegistry } from './items/item-registry.js';
import type { Node } from './node.js';
import type { ObjectKind } from './object-kinds.js';
import type { PathItemPlace } from './objects/path-item.js';
import { SchemaGraph } from './schemas/schema-graph.js';

/** The readers that lead back to each other, handed over so that their files need not import in a circle. */
export interface Readers {
  readonly header: (context: BuildContext, wireName: string, node: Node) => Header | undefined;
  readonly pathItem: (context: BuildContext, node: Node, place: PathItemPlace) => Operation[];
}

/** Remembers what was read at which place, so that it is read once however many references lead there. */
export class Memo<T> {
  readonly #known = new Map<string, T | undefined>();

  /** Gives what was read at a place (and under a name, where that makes another thing of it) before, or reads it. */
  read(origin: Origin, read: () => T | undefined, name = ''): T | undefined {
    const key = `${name}\n${originKey(origin)}`;
    if (this.#known.has(key)) return this.#known.get(key);
    const value = read();
    this.#known.set(key, value);
    return value;
  }
}

/** What all readers share while one description is built. */
export class BuildContext {
  readonly document: Document;
  readonly version: OpenApiVersion;
  /** Told of what is read, where an account is kept. */
  readonly coverage: Coverage | undefined;
  readonly readers: Readers;
  readonly schemas: SchemaGraph = new SchemaGraph(this);
  readonly items: ItemRegistry = new ItemRegistry(this);
  readonly parameters: Memo<Parameter> = new Memo();
  readonly requestBodies: Memo<RequestBody> = new Memo();
  readonly responses: Memo<Omit<Response, 'status' | 'code'>> = new Memo();
  readonly headers: Memo<Omit<Header, 'wireName'>> = new Memo();
  readonly mediaTypes: Memo<MediaType> = new Memo();
  readonly examples: Memo<Omit<Example, 'name'>> = new Memo();
  readonly links: Memo<Link> = new Memo();
  readonly callbacks: Memo<Callback> = new Memo();
  /** By their key under `components/securitySchemes`. */
  readonly securitySchemes: Map<string, SecurityScheme> = new Map();
  /** What an operation takes over from the root where it says nothing itself. */
  rootSecurity: readonly SecurityRequirement[] = [];
  rootServers: readonly Server[] = [];
  /** The first operation with each `operationId`, known when everything has been read. */
  readonly operationIds: Map<string, Operation> = new Map();
  /** Whether anything in the description tells its source. */
  hasSources = false;
  readonly componentResponses: Element[] = [];
  readonly #diagnostics: Diagnostics;
  readonly #endless = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #asked = new Map<ObjectKind, Set<string>>();
  readonly #waiting: (() => void)[] = [];
  readonly #last: (() => void)[] = [];

  constructor(document: Document, diagnostics: Diagnostics, coverage: Coverage | undefined, readers: Readers) {
    this.document = document;
    this.version = document.version;
    this.#diagnostics = diagnostics;
    this.coverage = coverage;
    this.readers = readers;
  }

  /** Records a finding; `at` tells whether it is about the name of the member or about its value. */
  report<C extends Code>(code: C, origin: Origin, parameters: CodeTable[C], at?: 'key' | 'value'): void {
    // What is referred to from several places may be read more than once, and is told of once.
    const key = `${code} ${at} ${originKey(origin)} ${JSON.stringify(parameters)}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#diagnostics.report(code, origin, parameters, at === undefined ? {} : { at });
  }

  /** Records, once for each cycle, that references (by `originKey`) lead to each other and never to an object. */
  reportEndless(references: ReadonlySet<string>, origin: Origin, what: string): void {
    const isKnown = [...references].some((key) => this.#endless.has(key));
    for (const key of references) this.#endless.add(key);
    if (!isKnown) this.report('endless-reference', origin, { what });
  }

  /** Gives the keywords that the reader of an object asks for, as far as seen. */
  askedKeywords(kind: ObjectKind): Set<string> {
    const asked = this.#asked.get(kind) ?? new Set();
    this.#asked.set(kind, asked);
    return asked;
  }

  /** Postpones what would go round in circles or too deep. */
  later(task: () => void): void {
    this.#waiting.push(task);
  }

  /** Postpones what needs the whole model: checks of one part against another. */
  finally(task: () => void): void {
    this.#last.push(task);
  }

  /** Does everything that was postponed, the schemas included. */
  finish(): void {
    for (let index = 0; index < this.#waiting.length || this.schemas.complete(); index++) this.#waiting[index]?.();
  }

  /** Does the checks that were postponed. */
  check(): void {
    for (const task of this.#last) task();
  }
}
