import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { importType, importValue, type Reference } from '../../typescript/code.js';
import type { RunReads } from '../kept-parts.js';
import type { SchemaTypes } from '../types/contract.js';
import { CheckedSchemas } from './checked-schemas.js';
import type { Callee, Environment, FunctionRequest, PartSite, WriteSchema } from './context.js';
import { FunctionNames } from './function-names.js';
import { FunctionScopes } from './function-scopes.js';
import { KindTests } from './kind-tests.js';
import { FieldNames } from './local-names.js';
import { ModuleWriter } from './module-writer.js';
import { Patterns } from './patterns/patterns.js';
import type { Places } from './places.js';
import { Scopes } from './scope.js';
import { type LongChecks, SimpleConditions } from './simple-conditions.js';
import type { Validators } from './validators.js';
import { findPlanned, type PlannedFunction, type WantedFunction, writeFunction } from './write-function.js';
import { type Answer, askAgain, formatCallee, type StepLog, WrittenFunctions } from './written-functions.js';

/** The input of the functions of a description. */
export interface ProgramInput {
  readonly validators: Validators;
  readonly diagnostics: Diagnostics;
  /** Whether `format` is asserted. Otherwise it is an annotation (JSON Schema 2020-12, validation, 7.2). */
  readonly assertFormats: boolean;
  /** What the functions read, and those of the last run. Absent if no run follows. */
  readonly reads?: RunReads | undefined;
}

/** All functions of a description's validators. Each is planned at its first use, and written once. */
export class Program implements Environment {
  readonly types: SchemaTypes;
  readonly places: Places;
  readonly scopes: Scopes;
  readonly assertFormats: boolean;
  readonly isExact: boolean;
  readonly kindTests: KindTests;
  readonly simpleConditions: SimpleConditions = new SimpleConditions();
  readonly fieldNames: FieldNames = new FieldNames();
  readonly tooLong: LongChecks = {
    has: (schema, text) => {
      const answered = this.#log?.answered;
      const isKnown = answered ? answered.answer === 'true' : (this.#tooLong.get(schema)?.has(text) ?? false);
      this.#log?.record(schema, (about) => ({ kind: 'is too long', about, text, answer: String(isKnown) }));
      return isKnown;
    },
    add: (schema, text) => {
      this.#tooLong.set(schema, new Set([...(this.#tooLong.get(schema) ?? []), text]));
      this.#log?.record(schema, (about) => ({ kind: 'mark too long', about, text, answer: '' }));
    },
  };
  readonly input: ProgramInput;
  readonly functionNames: FunctionNames;
  readonly #functionScopes: FunctionScopes;
  readonly #patterns: Patterns;
  readonly #writeSchema: WriteSchema;
  readonly #modules = new Map<string, ModuleWriter>();
  readonly #checked: CheckedSchemas;
  readonly #planned = new Map<Reference, PlannedFunction>();
  readonly #tooLong = new Map<Schema, ReadonlySet<string>>();
  /** The functions of the last run and of this one. Absent if no run follows. */
  readonly written: WrittenFunctions | undefined;
  #log: StepLog | undefined;

  constructor(input: ProgramInput, writeSchema: WriteSchema) {
    const { types, places } = input.validators;
    this.input = input;
    this.#writeSchema = writeSchema;
    this.#patterns = new Patterns(input.diagnostics);
    this.types = types;
    if (input.reads) this.written = new WrittenFunctions(input.reads, input.validators);
    this.places = places;
    this.#checked = new CheckedSchemas(places, (name) => this.module(name));
    this.scopes = new Scopes(types.views.dynamicAnchors);
    this.assertFormats = input.assertFormats;
    this.isExact = types.conversions.exact;
    this.kindTests = new KindTests(this.isExact);
    this.functionNames = new FunctionNames(types.conversions, this.places);
    this.#functionScopes = new FunctionScopes(this.places, this.scopes, input.diagnostics);
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
    const callee = this.#findFunction(schema, request);
    const { reference } = callee;
    this.#log?.record(
      schema,
      (about) => ({ kind: 'call', about, text: request.shape, answer: formatCallee(callee) }),
      reference,
    );
    return callee;
  }

  #findFunction(schema: Schema, request: FunctionRequest): Callee {
    const { shape, caller } = request;
    const { schema: target, module: placed, planned } = this.#checked.of(schema);
    const rules = this.places.reduce(target, request.rules);
    const scope = this.#functionScopes.enter(request.scope, schema, target);
    // A schema without a place has separate functions in each module that calls it.
    const wanted = { schema: target, rules, scope, shape, module: placed ?? caller.module };
    const known = findPlanned(planned, wanted);
    if (known) return known;
    const added = this.#planNew(wanted, caller);
    planned.push(added);
    return added;
  }

  #planNew(wanted: WantedFunction, caller: FunctionRequest['caller']): PlannedFunction {
    const { schema: target, rules, scope, shape, module } = wanted;
    const place = this.places.of.get(target);
    const { deep } = this.places.facts(target);
    const isPublic = place !== undefined && !deep && this.#functionScopes.isInitial(place, scope);
    const type = isPublic ? this.functionNames.findGuarded(place, rules, shape) : undefined;
    const name = place
      ? this.functionNames.namePlaced(place, rules, shape, type)
      : this.functionNames.namePart(caller.schema, module.module, shape);
    return this.#plan({
      part: false,
      deep,
      reference: importValue(module.module, name),
      repeated: shape === 'guard' && this.places.isRepeated(target),
      local: place === undefined,
      guarded: type ? importType(module.module.replace(/^validators/, 'types'), type) : undefined,
      write: (site) => this.#writeSchema(site, target),
      ...wanted,
    });
  }

  planPart({ context, scope }: PartSite, write: PlannedFunction['write']): Callee {
    const { module, schema, rules, shape, deep } = context;
    const reference =
      this.#log?.answered?.reference ??
      importValue(module.module, this.functionNames.namePart(schema, module.module, shape));
    this.#log?.add({ kind: 'part', answer: reference.name }, reference);
    const part = { part: true, repeated: false, local: true, guarded: undefined };
    return this.#plan({ schema, rules, scope, shape, module, deep, reference, write, ...part });
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
      for (const each of this.#applyLast(planned)) wanted.add(each);
    }
    this.written?.finish();
  }

  // Takes the text of the last run if all questions of the function have the same answers as before. Asking them plans
  // and declares what the function uses, in the order of writing it. A function that gets another answer is written,
  // without asking again what it asked so far: names of parts would be chosen twice.
  #applyLast(planned: PlannedFunction): readonly Reference[] {
    const last = this.written?.findLast(planned);
    if (!last) return this.#write(planned);
    const { answers, isSame } = askAgain(this, planned, last.steps);
    if (!isSame) return this.#write(planned, answers);
    planned.module.addLasting(last.text);
    this.written?.keep(planned, last, answers);
    return last.calls.flatMap((position) => answers[position]?.reference ?? []);
  }

  #write(planned: PlannedFunction, answers?: readonly Answer[]): readonly Reference[] {
    const log = this.written?.startLog(answers);
    const { text, used } = this.#writeText(this.#completePart(planned), log);
    planned.module.addLasting(text);
    if (log) this.written?.record(planned, log, text, used);
    return used;
  }

  #writeText(planned: PlannedFunction, log: StepLog | undefined): ReturnType<typeof writeFunction> {
    this.#log = log;
    const written = writeFunction(planned, this, this.#writeSchema);
    this.#log = undefined;
    return written;
  }

  // A part can call other functions than in the last run even if its owner is the same. How to write a part is known only
  // after its owner is written. So the owner is written too, with the answers that it got. This has no further effects.
  #completePart(part: PlannedFunction): PlannedFunction {
    const owner = part.write ? undefined : this.written?.findOwner(part);
    if (!owner) return part;
    this.#writeText(this.#completePart(owner.planned), this.written?.startLog(owner.answers));
    return this.#planned.get(part.reference) ?? part;
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
    const expression = this.#patterns.read(schema, pattern);
    this.#log?.record(schema, (about) => ({ kind: 'pattern', about, text: pattern, answer: expression }));
    return expression;
  }

  #createModule(name: string): ModuleWriter {
    return new ModuleWriter(
      name,
      (taken) => this.places.taken.has(taken),
      (kind, key, value, { name: answer }) =>
        this.#log?.add({ kind: 'constant', about: kind, text: key, value, answer }),
    );
  }

  formatPointer({ origin }: Schema): string {
    return origin.file === this.input.validators.api.origin.file ? origin.pointer : `${origin.file}#${origin.pointer}`;
  }
}
