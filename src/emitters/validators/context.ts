import type { Schema } from '../../model/schema.js';
import { keywordsHolding, type SchemaKeyword } from '../../model/schema-keywords.js';
import { type Code, type CodePart, code, joinCode, type Reference } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { allKinds, type Kinds } from './analysis/kinds.js';
import { runtime, type TestSite } from './assertions.js';
import { Lines } from './lines.js';
import { LocalNames, localName } from './local-names.js';
import type { ModuleWriter } from './module-writer.js';
import type { Program } from './program.js';
import type { Rules } from './rules.js';
import type { Scope } from './scope.js';

/** What a function does: `guard` answers whether, `collect` lists why not. */
export type Shape = 'guard' | 'collect';

/** An identifier that holds a value. */
export interface Value {
  readonly name: Reference;
  /** What the compiler knows of it, too. */
  readonly kinds: Kinds;
}

/** A step of a JSON pointer: text that is one already, or the identifier of an index or of a field's name. */
type PathStep = string | { readonly index: Reference } | { readonly key: Reference };

/** A place where a schema is written. */
export interface Site {
  readonly context: FunctionContext;
  readonly value: Value;
  /** From the value that the function got. */
  readonly path: readonly PathStep[];
  readonly scope: Scope;
  /** The first of the schemas that apply to this same value. */
  readonly root: Schema;
  /** The keyword that led here. */
  readonly keyword: string;
}

/** One function being written. */
export class FunctionContext {
  readonly program: Program;
  readonly module: ModuleWriter;
  readonly shape: Shape;
  readonly rules: Rules;
  /** Whether the function counts how deep it is. */
  readonly deep: boolean;
  /** The schema it is for. */
  readonly schema: Schema;
  /** Writes a schema at a site, in this function. */
  readonly writeSchema: (site: Site, schema: Schema) => void;
  readonly lines: Lines = new Lines();
  /** What a collector adds failures and items to. */
  readonly found: Reference;
  /** The parameter of a guard that counts how deep it is. */
  readonly depth: Reference;
  /** The JSON pointer of the schema that it is for, where it stands. */
  readonly at: Reference;
  /** The names inside the function. */
  readonly names: LocalNames = new LocalNames(['value', 'found', 'at', 'depth']);
  #valueCount = 0;
  readonly #narrowed = new Set<Reference>();

  constructor(
    options: Pick<FunctionContext, 'program' | 'module' | 'shape' | 'rules' | 'deep' | 'schema' | 'writeSchema'>,
  ) {
    this.program = options.program;
    this.module = options.module;
    this.shape = options.shape;
    this.rules = options.rules;
    this.deep = options.deep;
    this.schema = options.schema;
    this.writeSchema = options.writeSchema;
    this.found = localName('found');
    this.depth = localName('depth');
    this.at = localName('at');
  }

  /** Declares a constant of which the compiler knows nothing; left out where nothing uses it. */
  declareValue(text: CodePart): Value {
    const name = this.#nameValue('value');
    this.lines.declare(name, code`const ${name}: unknown = ${text};`);
    return { name, kinds: allKinds };
  }

  /** Declares an item of an array, whose type the compiler does not know; a name that is used once is left out. */
  declareItem(read: Code): Value {
    const name = this.#nameValue('item');
    this.lines.declare(name, code`const ${name}: unknown = ${read};`, read);
    return { name, kinds: allKinds };
  }

  /** Declares a field, whose type is `unknown`; a name that is used once is left out. */
  declareField(read: Code, property?: string): Value {
    this.#valueCount++;
    const name = property === undefined ? this.names.name('field') : this.names.nameField(property);
    this.lines.declare(name, code`const ${name} = ${read};`, read);
    return { name, kinds: allKinds };
  }

  /** Tells whether so much stands in this function that the rest is better put into others. */
  get isLong(): boolean {
    return this.#valueCount > 40;
  }

  #nameValue(word: string): Reference {
    this.#valueCount++;
    return this.names.name(word);
  }

  /** How deep this function is, as an argument; nothing if it does not count. */
  get depthArgument(): Code {
    if (!this.deep) return code``;
    return this.shape === 'guard' ? code`, ${this.depth}` : code`, ${this.found}.depth`;
  }

  /** How deep a guard is that this function calls, as an argument. */
  get nextDepthArgument(): Code {
    return this.deep ? code`${this.depthArgument} + 1` : code``;
  }

  /** Remembers that the compiler knows more of an identifier than its kinds. */
  markNarrowed({ name }: Value): void {
    this.#narrowed.add(name);
  }

  /** Gives the value under a name of which the compiler knows no more than its kinds. */
  freshen(value: Value): Value {
    const isPlain = value.kinds === allKinds || value.kinds.size === 1;
    if (isPlain && !this.#narrowed.has(value.name)) return value;
    const { name } = this.declareValue(value.name);
    const isObject = value.kinds.size === 1 && value.kinds.has('object');
    return { name, kinds: isObject ? value.kinds : allKinds };
  }
}

/** Writes what happens when a keyword is not met: `return false;`, or one more failure. */
export function writeFailure(site: Site, schema: Schema, keyword: string, expected: string): Code {
  if (site.context.shape === 'guard') return code`return false;`;
  const { context, path } = site;
  const verb = verbOf(keyword);
  const words = code`${encodeString(keyword)}, ${encodeString(expected)}${verb === undefined ? '' : `, '${verb} '`}`;
  return code`${context.found}.fail(${pathCode(path)}, ${pointerCode(context, schema, keyword)}, ${words});`;
}

// Most expectations are what a value should be, some what it should have.
function verbOf(keyword: string): string | undefined {
  if (keyword === 'pattern') return 'must match';
  return have.has(keyword) ? 'must have' : undefined;
}

const have: ReadonlySet<string> = new Set([
  ...keywordsHolding('count', 'names', 'names{}'),
  ...(['uniqueItems', 'contains', 'propertyNames'] satisfies SchemaKeyword[]),
]);

/** Writes what happens where nothing is accepted. */
export function writeRefusal(site: Site, schema: Schema): Code {
  if (site.context.shape === 'guard') return code`return false;`;
  const { context, path, keyword } = site;
  const place = code`${pathCode(path)}, ${pointerCode(context, schema)}`;
  return code`${context.found}.forbid(${place}, ${encodeString(keyword)});`;
}

/** Writes a failure under a condition. */
export function writeFailureIf(site: Site, bad: CodePart, schema: Schema, keyword: string, expected: string): void {
  site.context.lines.add(code`if (${bad}) ${writeFailure(site, schema, keyword, expected)}`);
}

/** Writes a path as an expression that is a JSON pointer. */
export function pathCode(path: readonly PathStep[]): Code {
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
      parts.push('index' in step ? step.index : code`${runtime('pointerToken')}(${step.key})`);
    }
  }
  flush();
  return parts.length === 0 ? code`''` : joinCode(parts, ' + ');
}

/** Writes the JSON pointer of a schema, or of its keyword: from that of the schema that the function is for, where it is written inside it. */
export function pointerCode(context: FunctionContext, schema: Schema, keyword?: string): Code {
  const end = keyword === undefined ? '' : `/${keyword}`;
  const { file, pointer } = context.schema.origin;
  const isInside = schema.origin.file === file && schema.origin.pointer.startsWith(`${pointer}/`);
  if (schema !== context.schema && !isInside) return code`${encodeString(context.program.pointerOf(schema) + end)}`;
  const rest = schema === context.schema ? end : schema.origin.pointer.slice(pointer.length) + end;
  return rest === '' ? code`${context.at}` : code`${context.at} + ${encodeString(rest)}`;
}

/** Gives what tests of one expression are written with. */
export function testSite(context: FunctionContext, value: Value): TestSite {
  return {
    module: context.module,
    value: value.name,
    patternOf: (schema, pattern) => context.program.patternOf(context.module, schema, pattern),
    assertFormats: context.program.assertFormats,
    isExact: context.program.isExact,
    isConverted: (schema) => context.program.names.conversions.formatOf(schema) !== undefined,
    depth: context.depthArgument,
  };
}
