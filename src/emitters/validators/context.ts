import type { KeywordSchema, Schema } from '../../model/schema.js';
import { type Code, type CodePart, code, joinCode, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import type { SchemaTypes } from '../types/contract.js';
import { allKinds } from './analysis/kinds.js';
import { importAssertion, type TestProgram, type TestSite } from './assertions.js';
import type { KindTests } from './kind-tests.js';
import { Lines } from './lines.js';
import { type FieldNames, getDepthArguments, LocalNames, parameters } from './local-names.js';
import type { ModuleWriter } from './module-writer.js';
import type { Places } from './places.js';
import type { Rules, Shape } from './rules.js';
import type { LongChecks, SimpleConditions } from './simple-conditions.js';
import type { Value } from './value.js';

/** A step of a JSON pointer: encoded text, or the identifier of an index or of a field's name. */
type PathStep = string | { readonly index: Reference } | { readonly key: Reference };

/** A value that the code for a schema checks. */
interface Spot {
  readonly value: Value;
  /** The path from the argument of the function to the value. */
  readonly path: readonly PathStep[];
  /** The first of the schemas that apply to this same value. */
  readonly root: Schema;
  /** The keyword that led to the schema. */
  readonly keyword: string;
}

/** A place where code for a schema is written. `Context` lists the members of the function that the writer uses. */
export interface Site<Context = FunctionContext> extends Spot {
  readonly context: Context;
}

/** Members of the function that is being written, and members of the environment that all functions share. */
export type Uses<Member extends keyof FunctionContext, Shared extends keyof Environment = never> = Pick<
  FunctionContext,
  Member
> & { readonly program: Pick<Environment, Shared> };

/** A function that other functions call. */
export interface Callee {
  readonly reference: Reference;
  /** Whether its last argument is its nesting depth. */
  readonly deep: boolean;
  /** Whether it is a guard that caches its results. */
  readonly repeated: boolean;
}

/** A request for a function: what it checks, and which module calls it. */
export interface FunctionRequest {
  readonly rules: Rules;
  readonly shape: Shape;
  readonly caller: Pick<FunctionContext, 'module' | 'schema'>;
}

/** The place where a part of a check becomes a separate function. */
export interface PartSite {
  readonly context: Pick<FunctionContext, 'module' | 'schema' | 'rules' | 'shape' | 'deep'>;
}

/** The parts that all functions of a description share. Each writer names the members that it uses. */
export interface Environment {
  readonly types: SchemaTypes;
  readonly places: Places;
  /** Whether `format` is asserted. Otherwise it is an annotation (JSON Schema 2020-12, validation, 7.2). */
  readonly assertFormats: boolean;
  /** Whether an integer may be a `bigint`. */
  readonly isExact: boolean;
  readonly kindTests: KindTests;
  readonly simpleConditions: SimpleConditions;
  readonly fieldNames: FieldNames;
  /** The schemas whose check is too long for one expression, each with the circumstances in which this is so. */
  readonly tooLong: LongChecks;
  /** Returns whether a schema has functions in its own module. */
  isPlaced(schema: Schema): boolean;
  /** Returns whether a separate function checks a schema wherever it applies. */
  isCalled(schema: Schema): boolean;
  /** Returns the schema itself, or the target if the schema is a component that only refers to another one. */
  findTarget(schema: Schema): Schema;
  /** Plans a function that checks values against a schema. It is written later, if another function calls it. */
  planFunction(schema: Schema, request: FunctionRequest): Callee;
  /** Plans a separate function for a part of a check. */
  planPart(site: PartSite, write: (site: Site) => void): Callee;
  /** Returns the constant of a pattern or of a list of patterns. Reports each problem of a pattern once. */
  emitPattern(module: ModuleWriter, schema: KeywordSchema, pattern: string): Reference;
  emitPatterns(module: ModuleWriter, schema: KeywordSchema, patterns: readonly string[]): Reference;
  /** Returns the JSON pointer of a schema. The name of its file precedes it, except for the entry file. */
  formatPointer(schema: Schema): string;
}

/** Writes the check of a schema at a site. */
export type WriteSchema = (site: Site, schema: Schema) => void;

/** A function that is being written. */
export class FunctionContext {
  readonly program: Environment;
  readonly module: ModuleWriter;
  readonly shape: Shape;
  readonly rules: Rules;
  /** Whether the function counts its nesting depth. */
  readonly deep: boolean;
  /** The schema that the function checks. */
  readonly schema: Schema;
  /** Writes the check of a value against a schema into this function. */
  readonly writeSchema: (spot: Spot, schema: Schema) => void;
  readonly lines: Lines = new Lines();
  /** The object to which a collector adds failures and items. */
  readonly found: Reference = parameters.found;
  /** The parameter of a guard for its nesting depth. */
  readonly depth: Reference = parameters.depth;
  /** The JSON pointer of the function's schema. */
  readonly at: Reference = parameters.at;
  /** The nesting depth of this function as an argument. Empty if the function does not count it. */
  readonly depthArgument: Code;
  /** The nesting depth of a called guard as an argument. Only functions that count their depth call guards that do. */
  readonly nextDepthArgument: Code;
  /** The names inside the function. */
  readonly names: LocalNames;
  #valueCount = 0;
  readonly #narrowed = new Set<Reference>();

  constructor(
    options: Pick<FunctionContext, 'program' | 'module' | 'shape' | 'rules' | 'deep' | 'schema'>,
    writeSchema: WriteSchema,
  ) {
    this.program = options.program;
    this.module = options.module;
    this.shape = options.shape;
    this.rules = options.rules;
    this.deep = options.deep;
    this.schema = options.schema;
    this.names = new LocalNames(options.program.fieldNames);
    this.writeSchema = (spot, schema) => writeSchema({ ...spot, context: this }, schema);
    const { own, next } = getDepthArguments(this.shape, this.deep);
    this.depthArgument = own;
    this.nextDepthArgument = next;
  }

  /** Declares a constant whose type the compiler does not know. The constant is omitted if nothing uses it. */
  declareValue(text: CodePart): Value {
    const name = this.#nameValue('value');
    this.lines.declare(name, code`const ${name}: unknown = ${text};`);
    return { name, kinds: allKinds };
  }

  /** Declares an item of an array with an unknown type. A name that is used once is inlined. */
  declareItem(read: Code): Value {
    const name = this.#nameValue('item');
    this.lines.read(name, ': unknown', read);
    return { name, kinds: allKinds };
  }

  /** Declares a field with the type `unknown`. A name that is used once is inlined. */
  declareField(read: Code, property?: string): Value {
    this.#valueCount++;
    const name = property === undefined ? this.names.name('field') : this.names.nameField(property);
    this.lines.read(name, '', read);
    return { name, kinds: allKinds };
  }

  /** Whether this function is so long that further code should go into other functions. */
  get isLong(): boolean {
    return this.#valueCount > 40;
  }

  #nameValue(word: string): Reference {
    this.#valueCount++;
    return this.names.name(word);
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
    const isPlain = value.kinds === allKinds || value.kinds.size === 1;
    if (isPlain && !this.#narrowed.has(value.name)) return value;
    const { name } = this.declareValue(value.name);
    const isObject = value.kinds.size === 1 && value.kinds.has('object');
    return { name, kinds: isObject ? value.kinds : allKinds };
  }
}

/** Writes a path as an expression whose value is a JSON pointer. */
export function printPath(path: readonly PathStep[]): Code {
  const parts: CodePart[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') parts.push(encodeString(text));
    text = '';
  };
  for (const step of path) {
    text += '/';
    if (typeof step === 'string') text += step;
    else {
      flush();
      parts.push('index' in step ? step.index : code`${importAssertion('pointerToken')}(${step.key})`);
    }
  }
  flush();
  return parts.length === 0 ? code`''` : joinCode(parts, ' + ');
}

/** The members that the writer of pointers to schemas uses. */
export type PointerContext = Uses<'schema' | 'at', 'formatPointer'>;

/** Writes the JSON pointer of a schema or its keyword, relative to the function's schema if it is inside that one. */
export function printPointer(context: PointerContext, schema: Schema, keyword?: string): Code {
  const end = keyword === undefined ? '' : `/${keyword}`;
  const { file, pointer } = context.schema.origin;
  const isInside = schema.origin.file === file && schema.origin.pointer.startsWith(`${pointer}/`);
  if (schema !== context.schema && !isInside) return code`${encodeString(context.program.formatPointer(schema) + end)}`;
  const rest = schema.origin.pointer.slice(pointer.length) + end;
  return rest === '' ? code`${context.at}` : code`${context.at} + ${encodeString(rest)}`;
}

/** The members that the writer of tests uses. */
export type TestContext = Uses<'module' | 'depthArgument', keyof TestProgram>;

/** Builds the context of tests that are one expression each. */
export function buildTestSite(context: TestContext, value: Value): TestSite {
  return { program: context.program, module: context.module, value: value.name, depth: context.depthArgument };
}
