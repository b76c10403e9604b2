import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import { anyType, listTypes, typeSets } from '../../model/json-type.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listKeywordsWith, type SchemaKeyword } from '../../model/schema-keywords.js';
import { nameGuard } from '../../naming/derived-names.js';
import { toCapitalized } from '../../naming/identifiers.js';
import { nameOrigin } from '../../naming/name-origin.js';
import { joinPascal, splitWords } from '../../naming/words.js';
import {
  type Code,
  type CodePart,
  code,
  encodeString,
  importType,
  importValue,
  joinCode,
  type Reference,
} from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import type { SchemaTypes } from '../types/contract.js';
import { importAssertion, Lines, nameField, nameLocal, parameters, readField } from './body.js';
import type { Value } from './conditions.js';
import type { Validators } from './contract.js';
import { type FunctionText, ModulePrinter } from './module-printer.js';
import { Patterns } from './patterns/patterns.js';
import { getRulesOfGuard, hasSameRules, type Place, type Places, type Rules } from './places.js';

/**
 * The task of a function: a `guard` returns whether a value is valid, a `collect` function lists its failures, and a
 * `fill` function fills in defaults.
 */
type Shape = 'guard' | 'collect' | 'fill';

/** The input of the functions of a description. */
export interface ProgramInput {
  readonly validators: Validators;
  readonly diagnostics: Diagnostics;
  /** Whether `format` is asserted. Otherwise it is an annotation (JSON Schema 2020-12, validation, 7.2). */
  readonly assertFormats: boolean;
}

/** A function that other functions call. */
interface Callee {
  readonly reference: Reference;
  /** Whether its last argument is its nesting depth. */
  readonly deep: boolean;
  /** Whether it is a guard that caches its results. */
  readonly repeated: boolean;
}

/** A request for a function: what it checks, and which module calls it. */
interface FunctionRequest {
  readonly rules: Rules;
  readonly shape: Shape;
  readonly caller: Pick<FunctionContext, 'module' | 'schema'>;
}

/** A function that is planned. */
interface PlannedFunction extends Callee {
  readonly schema: Schema;
  readonly rules: Rules;
  readonly shape: Shape;
  readonly module: ModulePrinter;
  /** Whether its module does not export it. */
  readonly local: boolean;
  /** The type that a public guard narrows to. */
  readonly guarded?: Reference | undefined;
  /** Prints its body. */
  readonly print: (site: Site) => void;
}

/** Prints the code for a schema at a site. */
type PrintSchema = (site: Site, schema: Schema) => void;

/** All functions of a description's validators. Each is planned at its first use, and printed once. */
export class Program {
  readonly input: ProgramInput;
  readonly types: SchemaTypes;
  readonly places: Places;
  /** Whether an integer may be a `bigint`. */
  readonly isExact: boolean;
  /** The schemas whose check is too long for one expression, each with the circumstances in which this is so. */
  readonly tooLong: Map<Schema, ReadonlySet<string>> = new Map();
  readonly printSchema: PrintSchema;
  readonly #printDefaults: PrintSchema;
  readonly #patterns: Patterns;
  readonly #modules = new Map<string, ModulePrinter>();
  /** The functions of each schema that are planned. */
  readonly #bySchema = new Map<Schema, PlannedFunction[]>();
  /** The planned functions that are not yet printed. */
  readonly #planned = new Map<Reference, PlannedFunction>();
  /** The first place of each module. */
  readonly #firstPlaces = new Map<string, Place>();

  constructor(input: ProgramInput, printSchema: PrintSchema, printDefaults: PrintSchema) {
    const { types, places } = input.validators;
    this.input = input;
    this.types = types;
    this.places = places;
    this.isExact = types.conversions.exact;
    this.printSchema = printSchema;
    this.#printDefaults = printDefaults;
    this.#patterns = new Patterns(input.diagnostics);
    for (const place of places.of.values())
      if (!this.#firstPlaces.has(place.module)) this.#firstPlaces.set(place.module, place);
  }

  /** Returns the module with this name. Creates it if it does not exist. */
  module(name: string): ModulePrinter {
    const module = this.#modules.get(name) ?? new ModulePrinter(name);
    this.#modules.set(name, module);
    return module;
  }

  /** All modules that were requested so far. */
  get modules(): readonly ModulePrinter[] {
    return [...this.#modules.values()];
  }

  /** Returns whether a schema has functions in its own module. */
  isPlaced(schema: Schema): boolean {
    return this.places.of.has(schema);
  }

  /** Returns whether a separate function checks a schema wherever it applies. */
  isCalled(schema: Schema): boolean {
    return this.isPlaced(schema) || this.places.isRepeated(schema);
  }

  /** Returns the schema itself, or the target if the schema is a component that only refers to another one. */
  findTarget(schema: Schema): Schema {
    return this.places.of.get(schema)?.schema ?? schema;
  }

  /** Plans a function for the values of a schema. It is printed later, if another function calls it. */
  planFunction(schema: Schema, { rules: asked, shape, caller }: FunctionRequest): PlannedFunction {
    const { places } = this;
    const target = places.equivalent(this.findTarget(schema));
    const place = places.of.get(target);
    const rules = shape === 'fill' ? places.reduceFilling(target, asked) : places.reduce(target, asked);
    // A schema without a place has separate functions in each module that calls it.
    const module = place ? this.module(place.module) : caller.module;
    const all = this.#bySchema.get(target) ?? [];
    this.#bySchema.set(target, all);
    const known = all.find((each) => each.shape === shape && each.module === module && hasSameRules(each.rules, rules));
    if (known) return known;
    const deep = places.facts(target).has('deep');
    const type = place && !deep ? this.#findGuarded(place, rules, shape) : undefined;
    const planned = this.#plan({
      schema: target,
      rules,
      shape,
      module,
      deep,
      reference: place
        ? this.#referToPlaced(place, module, rules, shape, deep)
        : this.requestPart(shape === 'fill' ? target : caller.schema, module, shape),
      repeated: shape !== 'collect' && places.isRepeated(target),
      local: place === undefined,
      guarded: type === undefined ? undefined : importType(module.module.replace(/^validators/, 'types'), type),
      print: (site) => (shape === 'fill' ? this.#printDefaults(site, target) : this.printSchema(site, target)),
    });
    all.push(planned);
    return planned;
  }

  /** Plans a separate function for a part of a check. */
  planPart({ module, schema, rules, shape, deep }: FunctionContext, print: PlannedFunction['print']): Callee {
    const reference = this.requestPart(schema, module, shape);
    return this.#plan({ schema, rules, shape, module, deep, reference, print, repeated: false, local: true });
  }

  #plan(planned: PlannedFunction): PlannedFunction {
    this.#planned.set(planned.reference, planned);
    return planned;
  }

  /**
   * Prints all planned functions that fill in defaults. Then prints the functions `roots`, and the functions that all
   * these call, directly or not.
   */
  printFunctions(roots: readonly Reference[]): void {
    const wanted = new Set(roots);
    const print = (planned: PlannedFunction): void => {
      this.#planned.delete(planned.reference); // a part refers to the function from which it was separated
      const { text, used } = printFunction(planned, this);
      planned.module.addFunction(text);
      for (const each of used) wanted.add(each);
    };
    for (const planned of this.#planned.values()) if (planned.shape === 'fill') print(planned);
    for (const reference of wanted) {
      const planned = this.#planned.get(reference);
      if (planned) print(planned);
    }
  }

  // Returns the type whose public guard has these rules.
  #findGuarded({ schema, types, directions }: Place, rules: Rules, shape: Shape): string | undefined {
    if (shape !== 'guard' || directions || this.types.conversions.planOf(schema)) return undefined;
    const isGuardOf = (view: View): boolean => hasSameRules(this.places.reduce(schema, getRulesOfGuard(view)), rules);
    if (isGuardOf(rules.view)) return types[rules.view];
    return types.request !== types.response && isGuardOf('request') ? types.request : undefined;
  }

  // A public function has the name that its type promises.
  #referToPlaced(place: Place, module: ModulePrinter, rules: Rules, shape: Shape, deep: boolean): Reference {
    const type = place.types[rules.view];
    if (shape === 'fill')
      return deep
        ? module.request(`fill${type}`)
        : importValue(module.module, this.places.nameFiller(place, rules.view));
    if (shape === 'collect') return module.request(`collect${toCapitalized(type)}`);
    const guarded = this.#findGuarded(place, rules, shape);
    if (guarded === undefined) return module.request(`accepts${toCapitalized(type)}`);
    return deep ? module.request(`matches${toCapitalized(guarded)}`) : importValue(module.module, nameGuard(guarded));
  }

  /**
   * Requests a function for a part of a schema. Its name contains the type of the schema or, if it has none, the first
   * type of the module or the last name in the schema's pointer, so that other schemas do not change it.
   */
  requestPart(owner: Schema, module: ModulePrinter, shape: Shape): Reference {
    const place = this.places.of.get(owner) ?? this.#firstPlaces.get(module.module);
    const type = place?.types.response ?? joinPascal(splitWords(nameOrigin(owner.origin)));
    return module.request(`${shape === 'guard' ? 'matches' : shape}${toCapitalized(type)}Part`);
  }

  /** Returns the reference to print: a name that a module only promised is chosen now. */
  use(reference: Reference): Reference {
    return this.#modules.get(reference.module)?.use(reference) ?? reference;
  }

  /** Returns the constant of a pattern or of a list of patterns. Reports each problem of a pattern once. */
  emitPattern(module: ModulePrinter, schema: KeywordSchema, pattern: string): Reference {
    return module.constant('pattern', pattern, this.#patterns.read(schema, pattern));
  }

  emitPatterns(module: ModulePrinter, schema: KeywordSchema, patterns: readonly string[]): Reference {
    const list = `[${patterns.map((pattern) => this.#patterns.read(schema, pattern)).join(', ')}]`;
    return module.constant('patterns', list, list);
  }

  /** Returns the JSON pointer of a schema. The name of its file precedes it, except for the entry file. */
  formatPointer({ origin }: Schema): string {
    return origin.file === this.input.validators.api.origin.file ? origin.pointer : `${origin.file}#${origin.pointer}`;
  }
}

/** A step of a JSON pointer: encoded text, or the identifier of an index or of a field's name. */
type PathStep = string | { readonly index: Reference } | { readonly key: Reference };

/** A place where code for a schema is printed, and the value that the code checks. */
export interface Site {
  readonly context: FunctionContext;
  readonly value: Value;
  /** The path from the argument of the function to the value. */
  readonly path: readonly PathStep[];
  /** The first of the schemas that apply to this same value. */
  readonly root: Schema;
  /** The keyword that led to the schema. */
  readonly keyword: string;
}

/** A function that is being printed. */
export class FunctionContext {
  readonly program: Program;
  readonly module: ModulePrinter;
  readonly shape: Shape;
  readonly rules: Rules;
  /** Whether the function counts its nesting depth. */
  readonly deep: boolean;
  /** The schema that the function checks. */
  readonly schema: Schema;
  readonly lines: Lines = new Lines();
  /** The names outside the function that its separate parts use, if it fills in defaults. */
  readonly partUses: Reference[] = [];
  /** The object to which a collector adds failures and gaps. */
  readonly found: Reference = parameters.found;
  /** The JSON pointer of the function's schema. */
  readonly at: Reference = parameters.at;
  /** The nesting depth of this function as an argument. Empty if the function does not count it. */
  readonly depthArgument: Code;
  /** The nesting depth of a called guard as an argument. Only functions that count their depth call guards that do. */
  readonly nextDepthArgument: Code;
  #valueCount = 0;
  /** The fields that were read, by the name of their object. */
  readonly #read = new Map<Reference, Set<string>>();
  /** The value of each name that only widens its type. */
  readonly #widened = new Map<Reference, Reference>();
  readonly #narrowed = new Set<Reference>();

  constructor(planned: PlannedFunction, program: Program) {
    this.program = program;
    this.module = planned.module;
    this.shape = planned.shape;
    this.rules = planned.rules;
    this.deep = planned.deep;
    this.schema = planned.schema;
    const depth = this.shape === 'collect' ? code`${parameters.found}.depth` : code`${parameters.depth}`;
    this.depthArgument = this.deep ? code`, ${depth}` : code``;
    this.nextDepthArgument = this.deep ? code`, ${depth} + 1` : code``;
  }

  /** Prints the check of a value against a schema into this function. */
  printSchema(site: Site, schema: Schema): void {
    this.program.printSchema(site, schema);
  }

  /** Declares a name for a value of which the compiler knows more (`value`), or must not learn more by a test (`test`). */
  widen(value: Reference, why: 'value' | 'test' = 'value'): Value {
    const name = this.#nameValue('given');
    const first = this.findFirstName(value);
    this.lines.widen(name, first, why);
    this.#widened.set(name, first);
    return { name, kinds: anyType };
  }

  /** Returns the first name of a value, which others may widen. */
  findFirstName(name: Reference): Reference {
    return this.#widened.get(name) ?? name;
  }

  /** Declares an item of an array with an unknown type. A name that is used once is inlined. */
  declareItem(read: Code): Value {
    const name = this.#nameValue('item');
    this.lines.read(name, ': unknown', read);
    return { name, kinds: anyType };
  }

  /** Declares a field whose name is not in the description. A name that is used once is inlined. */
  declareAnyField(read: Code): Value {
    const name = this.#nameValue('field');
    this.lines.read(name, '', read);
    return { name, kinds: anyType };
  }

  /** Declares a field with the type `unknown`. A name that is used once is inlined. */
  declareField(fields: Reference, property: string): Value {
    this.#valueCount++;
    const name = nameField(property);
    const read = readField(fields, property);
    const known = this.#read.get(fields) ?? new Set();
    // The compiler may have narrowed a field that was read before.
    if (known.has(property)) this.lines.declare(name, code`const ${name}: unknown = ${read};`);
    else this.lines.read(name, '', read);
    this.#read.set(fields, known.add(property));
    return { name, kinds: anyType };
  }

  /** Whether this function is so long that further code should go into other functions. */
  get isLong(): boolean {
    return this.#valueCount > 40;
  }

  #nameValue(word: string): Reference {
    this.#valueCount++;
    return nameLocal(word);
  }

  /** Plans a function with the same rules, for a call from this one. */
  planCall(schema: Schema, shape: Shape): Callee {
    return this.program.planFunction(schema, { rules: this.rules, shape, caller: this });
  }

  /** Records that the compiler knows more about an identifier than its kinds. */
  markNarrowed({ name }: Value): void {
    this.#narrowed.add(name);
  }

  /** Returns the value under a name that the compiler has narrowed only to its kinds. */
  redeclare(value: Value): Value {
    const isPlain = value.kinds === anyType || listTypes(value.kinds).length === 1;
    if (isPlain && !this.#narrowed.has(value.name)) return value;
    const { name } = this.widen(value.name);
    return { name, kinds: value.kinds === typeSets.object ? value.kinds : anyType };
  }
}

const parameterTypes: readonly (readonly [name: keyof typeof parameters, type: CodePart])[] = [
  ['value', 'unknown'],
  ['found', importRuntimeType('validate/findings', 'Findings')],
  ['at', 'string'],
  ['depth', 'number'],
];

// Prints a function, and returns it with what it refers to.
function printFunction(
  planned: PlannedFunction,
  program: Program,
): { readonly text: FunctionText; readonly used: readonly Reference[] } {
  const { schema, shape, deep, guarded } = planned;
  const context = new FunctionContext(planned, program);
  const { lines, found } = context;
  const recursive = program.places.facts(schema).has('recursive');
  if (shape === 'guard' && deep && recursive)
    lines.add(code`if (${parameters.depth} > ${importAssertion('deepest')}) throw ${importAssertion('tooDeep')};`);
  if (shape === 'collect' && (recursive || program.places.isRepeated(schema)))
    lines.add(code`if (${found}.isFull) return;`);
  const value = { name: parameters.value, kinds: anyType };
  planned.print({ context, value, path: [], root: schema, keyword: 'false' });
  if (shape === 'guard' && !lines.isAnswered) lines.add('return true;');
  const { body, used, outer } = lines.print((reference) => program.use(reference));
  const nameParameter = (name: keyof typeof parameters): string => `${used.has(parameters[name]) ? '' : '_'}${name}`;
  const wanted = shape === 'collect' ? ['value', 'found', 'at'] : ['value', ...(deep ? ['depth'] : [])];
  const answer = guarded ? code`${nameParameter('value')} is ${guarded}` : code`boolean`;
  const text: FunctionText = {
    name: program.use(planned.reference).name,
    local: planned.local,
    parameters: parameterTypes.flatMap(([name, type]) =>
      wanted.includes(name) ? [code`${nameParameter(name)}: ${type}`] : [],
    ),
    returns: shape === 'guard' ? answer : code`${shape === 'collect' ? 'void' : 'unknown'}`,
    body: [body],
  };
  return { text, used: [...outer, ...context.partUses] };
}

/** Prints a path as an expression whose value is a JSON pointer. */
export function printPath(path: readonly PathStep[]): Code {
  const parts: CodePart[] = [];
  let text = '';
  for (const step of path) {
    text += '/';
    if (typeof step === 'string') text += step;
    else {
      parts.push(
        encodeString(text),
        'index' in step ? step.index : code`${importRuntimeValue('values/pointer', 'pointerToken')}(${step.key})`,
      );
      text = '';
    }
  }
  if (text !== '' || parts.length === 0) parts.push(encodeString(text));
  return joinCode(parts, ' + ');
}

/** Prints the JSON pointer of a schema or its keyword, relative to the function's schema if it is inside that one. */
export function printPointer(context: FunctionContext, schema: Schema, keyword?: string): Code {
  const end = keyword === undefined ? '' : `/${keyword}`;
  const { file, pointer } = context.schema.origin;
  const isInside = schema.origin.file === file && schema.origin.pointer.startsWith(`${pointer}/`);
  if (schema !== context.schema && !isInside) return code`${encodeString(context.program.formatPointer(schema) + end)}`;
  const rest = schema.origin.pointer.slice(pointer.length) + end;
  return rest === '' ? code`${context.at}` : code`${context.at} + ${encodeString(rest)}`;
}

/** Prints the statement for a value that a keyword refuses: `return false;` in a guard, otherwise another failure. */
export function printFailure(site: Site, schema: Schema, keyword: string, expected: string): Code {
  const { context, path } = site;
  if (context.shape === 'guard') return code`return false;`;
  // Most expectations follow "must be".
  const verb = keyword === 'pattern' ? `, 'must match '` : have.has(keyword) ? `, 'must have '` : '';
  const words = code`${encodeString(keyword)}, ${encodeString(expected)}${verb}`;
  return code`${context.found}.fail(${printPath(path)}, ${printPointer(context, schema, keyword)}, ${words});`;
}

const have: ReadonlySet<string> = new Set([
  ...listKeywordsWith('count', 'names', 'names{}'),
  ...(['uniqueItems', 'contains', 'propertyNames'] satisfies SchemaKeyword[]),
]);

/** Prints the statement for a schema that refuses every value. */
export function printRefusal({ context, path, keyword }: Site, schema: Schema): Code {
  if (context.shape === 'guard') return code`return false;`;
  const place = code`${printPath(path)}, ${printPointer(context, schema)}`;
  return code`${context.found}.forbid(${place}, ${encodeString(keyword)});`;
}

/** Prints a failure under a condition. */
export function printFailureIf(site: Site, schema: Schema, bad: CodePart, keyword: string, expected: string): void {
  site.context.lines.addIf(bad, printFailure(site, schema, keyword, expected));
}
