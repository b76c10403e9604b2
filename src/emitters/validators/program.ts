import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { importType, importValue, type Reference } from '../../typescript/code.js';
import type { SchemaTypes } from '../types/contract.js';
import { CheckedSchemas } from './checked-schemas.js';
import type { Callee, Environment, FunctionRequest, PartSite, WriteSchema } from './context.js';
import { FunctionNames } from './function-names.js';
import { KindTests } from './kind-tests.js';
import { FieldNames } from './local-names.js';
import { ModuleWriter } from './module-writer.js';
import { Patterns } from './patterns/patterns.js';
import type { Places } from './places.js';
import { type LongChecks, SimpleConditions } from './simple-conditions.js';
import type { Validators } from './validators.js';
import { findPlanned, type PlannedFunction, type WantedFunction, writeFunction } from './write-function.js';

/** The input of the functions of a description. */
export interface ProgramInput {
  readonly validators: Validators;
  readonly diagnostics: Diagnostics;
  /** Whether `format` is asserted. Otherwise it is an annotation (JSON Schema 2020-12, validation, 7.2). */
  readonly assertFormats: boolean;
}

/** All functions of a description's validators. Each is planned at its first use, and written once. */
export class Program implements Environment {
  readonly types: SchemaTypes;
  readonly places: Places;
  readonly assertFormats: boolean;
  readonly isExact: boolean;
  readonly kindTests: KindTests;
  readonly simpleConditions: SimpleConditions = new SimpleConditions();
  readonly fieldNames: FieldNames = new FieldNames();
  readonly tooLong: LongChecks = {
    has: (schema, text) => this.#tooLong.get(schema)?.has(text) ?? false,
    add: (schema, text) => {
      this.#tooLong.set(schema, new Set([...(this.#tooLong.get(schema) ?? []), text]));
    },
  };
  readonly input: ProgramInput;
  readonly functionNames: FunctionNames;
  readonly #patterns: Patterns;
  readonly #writeSchema: WriteSchema;
  readonly #modules = new Map<string, ModuleWriter>();
  readonly #checked: CheckedSchemas;
  readonly #planned = new Map<Reference, PlannedFunction>();
  readonly #tooLong = new Map<Schema, ReadonlySet<string>>();

  constructor(input: ProgramInput, writeSchema: WriteSchema) {
    const { types, places } = input.validators;
    this.input = input;
    this.#writeSchema = writeSchema;
    this.#patterns = new Patterns(input.diagnostics);
    this.types = types;
    this.places = places;
    this.#checked = new CheckedSchemas(places, (name) => this.module(name));
    this.assertFormats = input.assertFormats;
    this.isExact = types.conversions.exact;
    this.kindTests = new KindTests(this.isExact);
    this.functionNames = new FunctionNames(types.conversions, this.places);
  }

  /** Returns the module with this name. Creates it if it does not exist. */
  module(name: string): ModuleWriter {
    let module = this.#modules.get(name);
    if (!module) {
      module = this.#createModule(name);
      this.#modules.set(name, module);
    }
    return module;
  }

  /** All modules that were requested so far. */
  get modules(): readonly ModuleWriter[] {
    return [...this.#modules.values()];
  }

  isPlaced(schema: Schema): boolean {
    return this.places.of.has(schema);
  }

  isCalled(schema: Schema): boolean {
    return this.isPlaced(schema) || this.places.isRepeated(schema);
  }

  findTarget(schema: Schema): Schema {
    return this.places.of.get(schema)?.schema ?? schema;
  }

  planFunction(schema: Schema, request: FunctionRequest): Callee {
    const { shape, caller } = request;
    const { schema: target, module: placed, planned } = this.#checked.of(schema);
    const rules = this.places.reduce(target, request.rules);
    // A schema without a place has separate functions in each module that calls it.
    const wanted = { schema: target, rules, shape, module: placed ?? caller.module };
    const known = findPlanned(planned, wanted);
    if (known) return known;
    const added = this.#planNew(wanted, caller);
    planned.push(added);
    return added;
  }

  #planNew(wanted: WantedFunction, caller: FunctionRequest['caller']): PlannedFunction {
    const { schema: target, rules, shape, module } = wanted;
    const place = this.places.of.get(target);
    const { deep } = this.places.facts(target);
    const isPublic = place !== undefined && !deep;
    const type = isPublic ? this.functionNames.findGuarded(place, rules, shape) : undefined;
    const name = place
      ? this.functionNames.namePlaced(place, rules, shape, type)
      : this.functionNames.namePart(caller.schema, module.module, shape);
    return this.#plan({
      deep,
      reference: importValue(module.module, name),
      repeated: shape === 'guard' && this.places.isRepeated(target),
      local: place === undefined,
      guarded: type ? importType(module.module.replace(/^validators/, 'types'), type) : undefined,
      write: (site) => this.#writeSchema(site, target),
      ...wanted,
    });
  }

  planPart({ context }: PartSite, write: PlannedFunction['write']): Callee {
    const { module, schema, rules, shape, deep } = context;
    const reference = importValue(module.module, this.functionNames.namePart(schema, module.module, shape));
    const part = { repeated: false, local: true, guarded: undefined };
    return this.#plan({ schema, rules, shape, module, deep, reference, write, ...part });
  }

  #plan(planned: PlannedFunction): PlannedFunction {
    this.#planned.set(planned.reference, planned);
    return planned;
  }

  /** Writes the functions `roots`, and the functions that they call, directly or not. */
  writeFunctions(roots: readonly Reference[]): void {
    const wanted = new Set(roots);
    for (const reference of wanted) {
      const planned = this.#planned.get(reference);
      if (!planned) continue;
      this.#planned.delete(reference); // a part refers to the function from which it was separated
      const { text, used } = writeFunction(planned, this, this.#writeSchema);
      planned.module.addFunction(text);
      for (const each of used) wanted.add(each);
    }
  }

  emitPattern(module: ModuleWriter, schema: KeywordSchema, pattern: string): Reference {
    return module.constant('pattern', pattern, this.readPattern(schema, pattern));
  }

  emitPatterns(module: ModuleWriter, schema: KeywordSchema, patterns: readonly string[]): Reference {
    const list = `[${patterns.map((pattern) => this.readPattern(schema, pattern)).join(', ')}]`;
    return module.constant('patterns', list, list);
  }

  /** Returns the expression of a pattern, and reports each of its problems once. */
  readPattern(schema: KeywordSchema, pattern: string): string {
    return this.#patterns.read(schema, pattern);
  }

  #createModule(name: string): ModuleWriter {
    return new ModuleWriter(name, (taken) => this.places.taken.has(taken));
  }

  formatPointer({ origin }: Schema): string {
    return origin.file === this.input.validators.api.origin.file ? origin.pointer : `${origin.file}#${origin.pointer}`;
  }
}
