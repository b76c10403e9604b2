import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { guardName } from '../../naming/derived-names.js';
import { capitalize } from '../../naming/identifiers.js';
import type { Names } from '../../naming/names.js';
import {
  type Code,
  type CodePart,
  code,
  type Reference,
  typeReference,
  valueReference,
} from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import { runtimeType } from '../runtime-references.js';
import { allKinds } from './analysis/kinds.js';
import { runtime } from './assertions.js';
import { FunctionContext, type Shape, type Site } from './context.js';
import { isRefusal, joinLines } from './lines.js';
import { localName } from './local-names.js';
import { ModuleWriter } from './module-writer.js';
import { Patterns } from './patterns/patterns.js';
import type { Place } from './place-schemas.js';
import { type Places, placesOf, type ValidatorsInput } from './places.js';
import { type Rules, rulesKey } from './rules.js';
import { emptyScope, reduceScope, type Scope, Scopes, scopeKey } from './scope.js';
import { SimpleConditions } from './simple-conditions.js';
import { writeSchema } from './write-schema.js';

/** What validators are written with. */
export interface ProgramInput extends ValidatorsInput {
  readonly diagnostics: Diagnostics;
  /** Whether `format` is asserted, or only says what is meant (JSON Schema 2020-12, validation, 7.2). */
  readonly assertFormats: boolean;
}

/** A function that others call. */
export interface Callee {
  readonly reference: Reference;
  /** The type that a public guard guards. */
  readonly guarded: Reference | undefined;
  /** Whether it takes, as its last argument, how deep it is. */
  readonly deep: boolean;
  /** Whether it is a guard that remembers its answers. */
  readonly repeated: boolean;
}

interface Job extends Callee {
  readonly schema: Schema;
  readonly rules: Rules;
  readonly scope: Scope;
  readonly shape: Shape;
  readonly module: ModuleWriter;
  readonly local: boolean;
  /** Writes its body. */
  readonly write: (site: Site) => void;
}

const mostScopes = 64;

const findingsType = runtimeType('findings', 'Findings');

/** All functions of a description's validators: each is written once, when something first asks for it. */
export class Program {
  readonly names: Names;
  readonly places: Places;
  readonly scopes: Scopes;
  readonly assertFormats: boolean;
  /** Whether an integer may be a `bigint`. */
  readonly isExact: boolean;
  readonly simpleConditions: SimpleConditions = new SimpleConditions();
  /** The schemas that have been found too long for one expression, with the circumstances. */
  readonly tooLong: Map<Schema, ReadonlySet<string>> = new Map();
  readonly input: ProgramInput;
  readonly #modules = new Map<string, ModuleWriter>();
  readonly #callees = new Map<string, Callee>();
  readonly #jobs = new Map<Reference, Job>();
  readonly #taken: Set<string>;
  readonly #ids = new Map<Schema, number>();
  readonly #patterns: Patterns;
  readonly #scopeKeys = new Map<Schema, Set<string>>();
  readonly #toldScopes = new Set<Schema>();
  readonly #counts = new Map<string, number>();

  constructor(input: ProgramInput) {
    this.input = input;
    this.#patterns = new Patterns(input.diagnostics);
    this.names = input.names;
    this.places = placesOf(input);
    this.scopes = new Scopes(input.names.views.dynamicAnchors);
    this.assertFormats = input.assertFormats;
    this.isExact = input.names.conversions.exact;
    this.#taken = new Set(this.places.taken);
  }

  /** Gives the module of this name, new when nobody has asked for it yet. */
  module(name: string): ModuleWriter {
    const known = this.#modules.get(name) ?? new ModuleWriter(name, (taken) => this.places.taken.has(taken));
    this.#modules.set(name, known);
    return known;
  }

  /** Every module asked for so far. */
  get modules(): readonly ModuleWriter[] {
    return [...this.#modules.values()];
  }

  /** Tells whether a schema has functions in a module of its own. */
  isPlaced(schema: Schema): boolean {
    return this.places.of.has(schema);
  }

  /** Returns whether a schema is checked by a function of its own wherever it applies. */
  isCalled(schema: Schema): boolean {
    return this.isPlaced(schema) || this.places.isRepeated(schema);
  }

  /** Gives the schema that a name stands for: itself, but for a component that is nothing but a reference. */
  targetOf(schema: Schema): Schema {
    return this.places.of.get(schema)?.schema ?? schema;
  }

  /** Gives the function that checks a schema by these rules; it is written later, if anything calls it. */
  functionOf(
    schema: Schema,
    wanted: Rules,
    outer: Scope,
    shape: Shape,
    caller: Pick<FunctionContext, 'module' | 'schema'>,
  ): Callee {
    const target = this.places.standIn(this.targetOf(schema));
    const place = this.places.of.get(target);
    const rules = this.places.reduce(target, wanted);
    const scope = this.#scopeIn(target, this.scopes.enter(outer, schema, target));
    const module = place ? this.module(place.module) : caller.module;
    const key = [this.#idOf(target), module.module, shape, rulesKey(rules), scopeKey(scope)].join(' ');
    const known = this.#callees.get(key);
    if (known) return known;
    const { deep } = this.places.facts(target);
    const type = place && !deep && this.#isInitial(place, scope) ? this.#publicType(place, rules, shape) : undefined;
    const name = type
      ? guardName(type)
      : this.newName(place ? this.#internalName(place, rules, shape) : this.#partName(caller.schema, shape));
    const reference = valueReference(module.module, name);
    const guarded = type ? typeReference(module.module.replace(/^validators/, 'types'), type) : undefined;
    const write = (site: Site): void => writeSchema(site, target);
    const job: Job = {
      schema: target,
      rules,
      scope,
      shape,
      module,
      reference,
      deep,
      repeated: shape === 'guard' && this.places.isRepeated(target),
      local: place === undefined,
      guarded,
      write,
    };
    this.#callees.set(key, job);
    this.#jobs.set(job.reference, job);
    return job;
  }

  /** Gives a function for some of what is written about the value of a site. */
  partOf({ context, scope }: Site, write: (site: Site) => void): Callee {
    const { module, schema, rules, shape, deep } = context;
    const reference = valueReference(module.module, this.newName(this.#partName(schema, shape)));
    const part = { deep, repeated: false, local: true, guarded: undefined };
    const job: Job = { schema, rules, scope, shape, module, reference, ...part, write };
    this.#jobs.set(reference, job);
    return job;
  }

  // Each scope makes a function of its own, and a description can be made to have very many.
  #scopeIn(schema: Schema, entered: Scope): Scope {
    const scope = reduceScope(entered, this.places.facts(schema).dynamic);
    if (scope.size === 0) return scope;
    const known = this.#scopeKeys.get(schema) ?? new Set();
    this.#scopeKeys.set(schema, known);
    const key = scopeKey(scope);
    if (known.has(key)) return scope;
    if (known.size < mostScopes) {
      known.add(key);
      return scope;
    }
    if (!this.#toldScopes.has(schema))
      this.input.diagnostics.report('reduced-emission', schema.origin, {
        variant: 'dynamic-scopes',
        limit: mostScopes,
      });
    this.#toldScopes.add(schema);
    return emptyScope;
  }

  #isInitial(place: Place, scope: Scope): boolean {
    const initial = this.scopes.enter(emptyScope, place.entry, place.schema);
    return scopeKey(scope) === scopeKey(reduceScope(initial, this.places.facts(place.schema).dynamic));
  }

  // The type whose guard, which everybody may use, goes by these rules.
  #publicType({ schema, types, directions }: Place, rules: Rules, shape: Shape): string | undefined {
    if (shape !== 'guard' || directions || this.names.conversions.planOf(schema)) return undefined;
    const isGuardOf = (view: View): boolean =>
      rulesKey(this.places.reduce(schema, { view, filled: true, children: true })) === rulesKey(rules);
    if (isGuardOf(rules.view)) return types[rules.view];
    return types.request !== types.response && isGuardOf('request') ? types.request : undefined;
  }

  #internalName(place: Place, rules: Rules, shape: Shape): string {
    const type = this.#publicType(place, rules, shape);
    if (type !== undefined) return `matches${capitalize(type)}`;
    return `${shape === 'collect' ? 'collect' : 'accepts'}${capitalize(place.types[rules.view])}`;
  }

  #partName(owner: Schema, shape: Shape): string {
    const types = this.places.of.get(owner)?.types;
    return `${shape === 'guard' ? 'matches' : 'collect'}${capitalize(types?.response ?? '')}Part`;
  }

  /** Gives a name that no function and no type of the output has yet. */
  newName(wanted: string): string {
    let count = this.#counts.get(wanted) ?? 0;
    let name = wanted;
    do name = ++count === 1 ? wanted : `${wanted}${count}`;
    while (this.#taken.has(name));
    this.#counts.set(wanted, count);
    this.#taken.add(name);
    return name;
  }

  #idOf(schema: Schema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }

  /** Writes the functions that public ones call, and those that these call. */
  writeFunctions(roots: readonly Reference[]): void {
    const wanted = new Set(roots);
    for (const reference of wanted) {
      const job = this.#jobs.get(reference);
      if (job) for (const used of this.#write(job)) wanted.add(used);
    }
  }

  // Gives what the function refers to.
  #write(job: Job): Iterable<Reference> {
    const { schema, rules, shape, module, deep } = job;
    const context = new FunctionContext({ program: this, module, shape, rules, deep, schema, writeSchema });
    const name = localName('value');
    const site: Site = {
      context,
      value: { name, kinds: allKinds },
      path: [],
      scope: job.scope,
      root: schema,
      keyword: 'false',
    };
    if (shape === 'guard' && deep && this.places.facts(schema).recursive)
      context.lines.add(code`if (${context.depth} > ${runtime('deepest')}) throw ${runtime('tooDeep')};`);
    if (shape === 'collect' && (this.places.facts(schema).recursive || this.places.isRepeated(schema)))
      context.lines.add(code`if (${context.found}.isFull) return;`);
    job.write(site);
    const { lines: body, used } = context.lines.print();
    const nameOf = (given: Reference): string => `${used.has(given) ? '' : '_'}${given.name}`;
    const parameter = (given: Reference, type: CodePart): Code => code`${nameOf(given)}: ${type}`;
    const collecting = [parameter(context.found, code`${findingsType}`), parameter(context.at, 'string')];
    const isComplete = shape === 'collect' || body.slice(-1).some(isAnswer);
    module.addFunction({
      name: job.reference.name,
      local: job.local,
      parameters: [
        parameter(name, 'unknown'),
        ...(shape === 'collect' ? collecting : []),
        ...(deep && shape === 'guard' ? [parameter(context.depth, 'number')] : []),
      ],
      returns: shape === 'collect' ? code`void` : job.guarded ? code`${nameOf(name)} is ${job.guarded}` : code`boolean`,
      body: [joinLines(isComplete ? body : [...body, code`return true;`])],
    });
    return used.keys();
  }

  /** Gives the constant of a pattern; what is wrong with it is told once. */
  patternOf(module: ModuleWriter, schema: KeywordSchema, pattern: string): Reference {
    return module.constant('pattern', pattern, this.#patterns.read(schema, pattern));
  }

  /** Gives the JSON pointer of a schema; with its file in front where that is not the description itself. */
  pointerOf({ origin }: Schema): string {
    return origin.file === this.input.api.origin.file ? origin.pointer : `${origin.file}#${origin.pointer}`;
  }
}

// Whether a line returns for every value.
function isAnswer(line: Code): boolean {
  const [text] = line.parts;
  return isRefusal(line) || (typeof text === 'string' && text.startsWith('return '));
}
