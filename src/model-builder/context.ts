import type { Coverage } from '../coverage/coverage.js';
import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatOrigin, type Origin } from '../diagnostics/origin.js';
import type { Document, OpenApiVersion } from '../document/document.js';
import type { Element } from '../model/element.js';
import type { ObjectValue } from '../model/is-object.js';
import type { NotShown, Resolved } from '../model/not-shown.js';
import type { ObjectKind } from '../model/openapi-objects.js';
import type { Header, Operation, PathTemplate } from '../model/operation.js';
import type { KeywordSchema, NotShownSchema, Schema } from '../model/schema.js';
import type { SecurityRequirement, SecurityScheme } from '../model/security.js';
import type { Server } from '../model/server.js';
import type { ProductExtension } from './items/product-extensions.js';
import type { Logged, LoggedReport, Reporter } from './logged-report.js';
import { Memos, ReadingLog } from './memo.js';
import type { Node } from './node.js';
import type { Admitted } from './schemas/admitted-types.js';
import type { SchemaMemory, SchemaRequest } from './schemas/schema-memory.js';

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
  /** Completes the requested schemas. Returns `false` if there were no incomplete schemas. */
  complete(): boolean;
  /** Settles a schema, unless the last run has settled it and it has not changed. */
  settle(schema: Schema, settle: () => Admitted): Admitted;
  /** The objects of the last run whose text or place has changed. Absent if nothing can be taken from the last run. */
  readonly changed: ReadonlySet<unknown> | undefined;
  /** Returns whether the last run has requested a schema that has not changed. */
  isKept(request: SchemaRequest): boolean;
  /** Requests a schema of the last run again. */
  repeat(request: SchemaRequest): void;
  /** Marks a schema that the next run has to read again, although its text and the schemas to which it leads are the same. */
  readAgain(schema: Schema): void;
  /** Keeps the schemas for the next run. */
  keep(): void;
}

/** An object of the description, with the values that are needed to read its items. */
export interface ItemHolder {
  readonly kind: ObjectKind;
  readonly origin: Origin;
  at(keyword: string): Origin;
  extension(name: ProductExtension): unknown;
}

/** The items of the description (`x-not-shown`), and the answered items (`x-resolved`). */
export interface Items {
  readonly list: readonly NotShown[];
  readonly resolved: readonly Resolved[];
  readonly isEmpty: boolean;
  findShape(value: ObjectValue): NotShown | undefined;
  readItems(holder: ItemHolder): readonly NotShown[];
  readResolved(holder: ItemHolder): void;
  closePlaces(): void;
  setOperations(touched: ReadonlyMap<NotShown, ReadonlySet<string>>): void;
}

/**
 * Functions that readers of other objects call. The context contains them, because imports between the modules of these
 * readers would form a circle.
 */
export interface Parts {
  readonly schemas: (context: BuildContext) => Schemas;
  readonly items: (context: BuildContext) => Items;
  readonly header: (context: BuildContext, wireName: string, node: Node) => Header | undefined;
  readonly pathItem: (context: BuildContext, node: Node, place: PathItemPlace) => Operation[];
}

/** What a run without errors has read, for the next run of the same description. */
export interface ModelMemory {
  readonly schemas: SchemaMemory;
  memos?: Memos<BuildContext>;
}

/** The state that all readers share while a description is read. */
export class BuildContext implements Reporter {
  readonly document: Document;
  readonly version: OpenApiVersion;
  /** Records what is read, if the run lists the coverage of keywords. */
  readonly coverage: Coverage | undefined;
  /** What the last run has read. Absent if no run follows. */
  readonly memory: ModelMemory | undefined;
  /** Records the reading of objects for the next run. */
  readonly log: ReadingLog<BuildContext> | undefined;
  readonly memos: Memos<BuildContext> = new Memos<BuildContext>();
  readonly schemas: Schemas;
  readonly items: Items;
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
  readonly #diagnostics: Diagnostics;
  readonly #endless = new Set<string>();
  readonly #reported = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #foreign = new Map<ProductExtension, Map<string, Origin>>();
  #reports: LoggedReport[] | undefined;

  constructor(
    document: Document,
    diagnostics: Diagnostics,
    { coverage, memory }: Pick<BuildContext, 'coverage' | 'memory'>,
    parts: Parts,
  ) {
    this.document = document;
    this.version = document.version;
    this.#diagnostics = diagnostics;
    this.coverage = coverage;
    this.memory = memory;
    this.readHeader = parts.header;
    this.readPathItem = parts.pathItem;
    this.schemas = parts.schemas(this);
    const { changed } = this.schemas;
    this.log = memory && new ReadingLog<BuildContext>(this, changed ?? new Set());
    if (this.log) this.memos.begin(this.log, changed && memory?.memos);
    this.items = parts.items(this);
  }

  report<C extends Code>(code: C, origin: Origin, parameters: CodeTable[C], at?: 'key' | 'value'): void {
    const repeat = (reporter: Reporter): void => reporter.report(code, origin, parameters, at);
    this.#reports?.push({ code, repeat });
    this.log?.add({ isValid: () => true, repeat });
    // An object with several references may be read more than once. It is reported once.
    const key = `${code} ${at} ${formatOrigin(origin)} ${JSON.stringify(parameters)}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#diagnostics.report(code, origin, parameters, at === undefined ? {} : { at });
  }

  addForeign(extension: ProductExtension, origin: Origin): void {
    const repeat = (reporter: Reporter): void => reporter.addForeign(extension, origin);
    this.#reports?.push({ code: 'foreign-extension', repeat });
    this.log?.add({ isValid: () => true, repeat });
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

  /** Runs a task, and returns what it reported, so that the next run can report it again. */
  logReports<Result>(task: () => Result): Logged<Result> {
    const reports: LoggedReport[] = [];
    this.#reports = reports;
    const result = task();
    this.#reports = undefined;
    return { result, reports };
  }

  // The steps below are kept for later runs, so no function in them refers to this run.

  /** Returns a list of the root that the object that is being read inherits. */
  inherit<Name extends 'rootSecurity' | 'rootServers'>(name: Name): BuildContext[Name] {
    const list = this[name];
    this.log?.add({ isValid: (run) => run[name] === list, repeat: () => undefined });
    return list;
  }

  /** Returns the security scheme with a key, on which the object that is being read depends. */
  findSecurityScheme(key: string): SecurityScheme | undefined {
    const scheme = this.securitySchemes.get(key);
    if (scheme) this.log?.add({ isValid: (run) => run.securitySchemes.get(key) === scheme, repeat: () => undefined });
    else this.log?.leaveOpen();
    return scheme;
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
    this.log?.leaveOpen();
    this.#waiting.push(task);
  }

  /** Completes everything that was postponed, including the schemas. */
  finish(): void {
    for (let index = 0; index < this.#waiting.length || this.schemas.complete(); index++) this.#waiting[index]?.();
  }

  /** Keeps what was read for the next run. */
  keep(): void {
    if (!this.memory) return;
    this.schemas.keep();
    this.memos.finish();
    this.memory.memos = this.memos;
  }
}
