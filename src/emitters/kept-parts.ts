import type { Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import type { Api } from '../model/api.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { Operation } from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import type { Names } from '../naming/names.js';
import type { FingerprintMemory } from './fingerprint-memory.js';
import { Fingerprints, type Texts } from './fingerprints.js';
import { describeTypes, type SchemaTypes } from './types/contract.js';
import { describeChecks, type FunctionMemory, type PlacesMemory, type Validators } from './validators/contract.js';

/** What a run emits, for the next run. Parts are kept as long as this object. */
export interface EmitMemory {
  /** The functions of validators. */
  readonly functions: FunctionMemory;
  readonly fingerprints: FingerprintMemory;
  readonly places: PlacesMemory;
}

/** What parts of the output can read. */
interface ReadsInput {
  readonly api: Api;
  readonly names: Names;
  readonly types: SchemaTypes;
  readonly validators: Validators;
  readonly importExtension: string;
  readonly wireNames?: Readonly<Record<string, string>>;
  readonly memory?: EmitMemory | undefined;
}

/**
 * What the parts of the output read, as texts that two runs can compare. It is the only place that knows what a part
 * reads: elements of the model, the schemas to which they lead, their names and uses, and what all parts read. The texts
 * of schemas are recorded while a part is built, because few parts contain them.
 */
export class RunReads {
  readonly memory: EmitMemory;
  /** Identifies the run without keeping its model. */
  readonly identity: object = {};
  readonly #fingerprints: Fingerprints;
  readonly #input: ReadsInput;
  readonly #operations = new Map<Operation, string>();
  readonly #common: string;

  private constructor(input: ReadsInput, memory: EmitMemory, kinds: ReadonlySet<ArtifactKind>) {
    this.#input = input;
    this.memory = memory;
    const ofTypes = describeTypes(input.types);
    const hasChecks = kinds.has('validators') || kinds.has('server');
    const ofChecks = hasChecks ? describeChecks(input.validators) : () => '';
    const describe = (schema: Schema): string => `${ofTypes(schema)} ${ofChecks(schema)}`;
    this.#fingerprints = new Fingerprints(input.types.parts, describe, memory.fingerprints);
    this.#common = this.#hashCommon(hasChecks);
  }

  /**
   * Returns `undefined` if no run follows, or if the description has a `$dynamicAnchor`: a dynamic scope can change the
   * target of a reference anywhere.
   */
  static create(input: ReadsInput, kinds: ReadonlySet<ArtifactKind>): RunReads | undefined {
    const { memory, types } = input;
    return memory && types.views.dynamicAnchors.size === 0 ? new RunReads(input, memory, kinds) : undefined;
  }

  /** Builds a part, and returns it with the texts of schemas that it contains. */
  recordTexts<Part>(build: () => Part): { readonly part: Part; readonly texts: Texts } {
    const { read } = this.#input.types.docs;
    const before = read.length;
    const part = build();
    return { part, texts: this.#fingerprints.hashTexts(new Set(read.slice(before))) };
  }

  /** Returns whether schemas have the same texts as in the last run. If so, records that a part contains them. */
  hasTexts(texts: Texts): boolean {
    const schemas = this.#fingerprints.findSchemas(texts);
    if (schemas) this.#input.types.docs.read.push(...schemas);
    return schemas !== undefined;
  }

  /** Returns the fingerprint of a schema, without its texts. */
  ofSchema(schema: Schema): string {
    return this.#fingerprints.of(schema);
  }

  /** Returns what a part about some schemas reads. */
  ofSchemas(schemas: Iterable<Schema>): string {
    let text = this.#common;
    for (const schema of schemas) text += ` ${this.#fingerprints.of(schema)}`;
    return text;
  }

  /** Returns what a part about an operation reads. Its plan follows from the operation. */
  ofOperation(operation: Operation): string {
    return `${this.#common} ${this.#hashOperation(operation)}`;
  }

  /** Returns what a part about all operations reads. */
  ofOperations(): string {
    const all = this.#input.api.operations.map((each) => this.#hashOperation(each));
    return this.#fingerprints.ofValue([this.#common, all]);
  }

  #hashOperation(operation: Operation): string {
    const names = this.#input.names.operations.get(operation);
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const parameters = [...(names?.parameters.values() ?? [])];
    const hashed = this.#fingerprints.ofValue([operation, { ...names, parameters }]);
    this.#operations.set(operation, hashed);
    return hashed;
  }

  #hashCommon(hasChecks: boolean): string {
    const { api, names, types, importExtension, wireNames } = this.#input;
    const { origin, servers, items, resolved, notShown, securitySchemes } = api;
    const schemes = [...names.securitySchemes.values()];
    const settings = [hasChecks, importExtension, wireNames, types.conversions.exact];
    return this.#fingerprints.ofValue([settings, origin, servers, items, resolved, notShown, securitySchemes, schemes]);
  }
}

/** Everything that a part was built from: a text, or texts and objects of which each is the same as before. */
type Reads = string | readonly unknown[];

/** A part of the output, everything that decided it, and what building it reported. */
interface Kept<Part> {
  readonly reads: Reads;
  readonly texts: Texts;
  readonly part: Part;
  readonly findings: readonly Diagnostic[];
}

/** The parts that the last run built or kept, and those of this run. */
interface State<Part> {
  /** The identity of the run. */
  readonly run: object;
  readonly last: ReadonlyMap<string, Kept<Part>>;
  readonly next: Map<string, Kept<Part>>;
}

/**
 * Parts of the output, such as modules, that a run under `watch` takes from the run before it. A part is the same object
 * in both runs if what it reads has not changed.
 */
export class KeptParts<Part> {
  readonly #states = new WeakMap<EmitMemory, State<Part>>();

  /** Returns the part of the last run with this name if it has read the same. Builds it otherwise. */
  keep(
    { reads: run, diagnostics }: { readonly reads?: RunReads | undefined; readonly diagnostics: Diagnostics },
    name: string,
    list: (run: RunReads) => Reads,
    build: () => Part,
  ): Part {
    if (!run) return build();
    const { last, next } = this.#stateOf(run);
    const reads = list(run);
    const known = last.get(name);
    if (known && isSame(known.reads, reads) && run.hasTexts(known.texts)) {
      diagnostics.include({ list: known.findings });
      next.set(name, known);
      return known.part;
    }
    const before = diagnostics.list.length;
    const { part, texts } = run.recordTexts(build);
    next.set(name, { reads, texts, part, findings: diagnostics.list.slice(before) });
    return part;
  }

  #stateOf(run: RunReads): State<Part> {
    const known = this.#states.get(run.memory);
    if (known?.run === run.identity) return known;
    const state: State<Part> = { run: run.identity, last: known?.next ?? new Map(), next: new Map() };
    this.#states.set(run.memory, state);
    return state;
  }
}

function isSame(a: Reads, b: Reads): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
