import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript-6';
import { formatOrigin } from '../../src/diagnostics/origin.js';
import type { MediaType, Operation, Parameter } from '../../src/model/api.js';
import type { KeywordSchema, Schema } from '../../src/model/schema.js';
import type { View } from '../../src/views/views.js';
import type { Named } from '../types/emission.js';

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  types: [],
};

// The files that all descriptions share are read once: the compiler's own declarations and the runtime.
const common = /\/lib\.[a-z0-9.]+\.d\.ts$|\/runtime\/[^/]+\.ts$/;
const libraries = new Map<string, ts.SourceFile | undefined>();

function openProgram(files: readonly string[]): ts.Program {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target) => {
    if (!common.test(file)) return read(file, target);
    if (!libraries.has(file)) libraries.set(file, read(file, target));
    return libraries.get(file);
  };
  return ts.createProgram(files, options, host);
}

/**
 * Lists, by file and pointer, the schemas of an output's properties, items, parameters and contents that constrain
 * their values, but whose emitted type is `unknown`, `any` or absent.
 */
export function listUntyped(named: Named, folder: string): string[] {
  const { names } = named;
  const declared = [...names.schemas.values()];
  const fileOf = (module: string): string => join(folder, `${module}.ts`);
  const operations = [...names.operations].filter(([, { file }]) => existsSync(fileOf(`client/${file}`)));
  const program = openProgram([
    ...new Set([
      ...declared.map(({ module }) => fileOf(module)),
      ...operations.map(([, { file }]) => fileOf(`client/${file}`)),
    ]),
  ]);
  const walker = new TypeWalker(named, program.getTypeChecker());
  const typeOf = (module: string, name: string): ts.Type[] => {
    const source = program.getSourceFile(fileOf(module));
    return source ? walker.typeOfExport(source, name) : [];
  };
  for (const { schema, module, declarations } of declared)
    for (const { name, view } of declarations) walker.visit(schema, typeOf(module, name), view);
  for (const [operation, { file, type, parameters }] of operations) {
    const args = typeOf(`client/${file}`, `${type}Args`);
    const outcomes = ['Success', 'Failure'].flatMap((suffix) => typeOf(`client/${file}`, `${type}${suffix}`));
    walker.visitOperation(operation, parameters, args, outcomes);
  }
  return [...walker.untyped].sort();
}

/** A value of the description, and the type that was emitted for it. */
interface Emitted {
  /** The alternatives of the type. */
  readonly types: readonly ts.Type[];
  readonly view: View;
  /** The properties that this view leaves out in all schemas of the value. */
  readonly hidden: ReadonlySet<string>;
}

class TypeWalker {
  readonly untyped = new Set<string>();
  readonly #named: Named;
  readonly #checker: ts.TypeChecker;

  constructor(named: Named, checker: ts.TypeChecker) {
    this.#named = named;
    this.#checker = checker;
  }

  typeOfExport(source: ts.SourceFile, name: string): ts.Type[] {
    const module = this.#checker.getSymbolAtLocation(source);
    const symbol = module && this.#checker.tryGetMemberInModuleExports(name, module);
    return symbol ? [this.#checker.getDeclaredTypeOfSymbol(symbol)] : [];
  }

  visitOperation(
    operation: Operation,
    parameters: ReadonlyMap<Parameter, string>,
    args: readonly ts.Type[],
    outcomes: readonly ts.Type[],
  ): void {
    for (const { content, origin } of operation.parameters) {
      const schema = content.by === 'style' ? content.schema : content.mediaType.schema;
      const given = [...parameters].find(([each]) => each.origin === origin)?.[1];
      if (schema && given !== undefined) this.#visitPart(schema, this.#propertyTypes(args, given), 'request');
    }
    this.#visitContents(operation.requestBody?.content ?? [], this.#propertyTypes(args, 'body'), 'request');
    const answers = outcomes.flatMap(alternativesOf);
    for (const { content, status } of operation.responses) {
      const hasStatus = (type: ts.Type): boolean =>
        this.#propertyTypes([type], 'status')
          .flatMap(alternativesOf)
          .some((each) => each.isLiteral() && each.value === status);
      this.#visitContents(content, this.#propertyTypes(answers.filter(hasStatus), 'body'), 'response');
    }
  }

  // If there are several media types, those that are not JSON can be text or bytes.
  #visitContents(content: readonly MediaType[], types: readonly ts.Type[], view: View): void {
    for (const { schema, mediaType } of content)
      if (schema && (content.length === 1 || /json/.test(mediaType))) this.#visitPart(schema, types, view);
  }

  /** Compares a schema, and its parts without names, with the type that was emitted. */
  visit(schema: Schema, given: readonly ts.Type[], view: View): void {
    if (!constrains(schema)) return;
    const types = given.filter(saysSomething).flatMap(alternativesOf);
    const hidden = new Set(this.#listHidden(schema, view));
    if (types.length === 0) this.untyped.add(formatOrigin(schema.origin));
    else this.#visitApplied(schema, { types, view, hidden });
  }

  #visitApplied(schema: Schema, emitted: Emitted): void {
    if (schema.kind !== 'keywords') return;
    this.#visitMembers(schema, emitted);
    this.#visitItems(schema, emitted);
    for (const inside of appliedBy(schema))
      if (!this.#named.names.schemas.has(inside)) this.#visitApplied(inside, emitted);
  }

  #visitMembers(schema: KeywordSchema, { types, view, hidden }: Emitted): void {
    for (const { name, schema: property } of schema.properties ?? [])
      if (!hidden.has(name)) this.#visitPart(property, this.#propertyTypes(types, name), view);
    const others = types.flatMap((each) => list(this.#checker.getIndexTypeOfType(each, ts.IndexKind.String)));
    const additional = schema.additionalProperties ?? schema.unevaluatedProperties;
    for (const other of [...list(additional), ...(schema.patternProperties ?? []).map((each) => each.schema)])
      this.#visitPart(other, others, view);
  }

  #visitItems(schema: KeywordSchema, { types, view }: Emitted): void {
    if (schema.types && !schema.types.includes('array')) return;
    const arrays = types.filter((type) => this.#checker.isArrayType(type) || this.#checker.isTupleType(type));
    const items = arrays.flatMap((each) => list(this.#checker.getIndexTypeOfType(each, ts.IndexKind.Number)));
    const rest = schema.items ?? schema.unevaluatedItems;
    if (rest) this.#visitPart(rest, items, view);
    schema.prefixItems?.forEach((item, index) => {
      this.#visitPart(item, this.#propertyTypes(arrays, String(index)), view);
    });
  }

  // A named schema is compared separately.
  #visitPart(schema: Schema, types: readonly ts.Type[], view: View): void {
    const isImpossible = types.some((type) => type.flags & ts.TypeFlags.Never);
    if (isImpossible || (this.#named.names.schemas.has(schema) && types.some(saysSomething))) return;
    this.visit(schema, types, view);
  }

  #propertyTypes(types: readonly ts.Type[], name: string): ts.Type[] {
    return types.flatMap(alternativesOf).flatMap((each) => {
      const property = this.#checker.getPropertyOfType(each, name);
      return property ? [this.#checker.getTypeOfSymbol(property)] : [];
    });
  }

  #listHidden(schema: Schema, view: View): string[] {
    if (schema.kind !== 'keywords') return [];
    const own = (schema.properties ?? []).filter((property) => this.#named.types.views.isHidden(property.schema, view));
    return [...own.map(({ name }) => name), ...appliedBy(schema).flatMap((each) => this.#listHidden(each, view))];
  }
}

function alternativesOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

function saysSomething(type: ts.Type): boolean {
  return !(type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown));
}

function appliedBy({ ref, allOf = [], anyOf = [], oneOf = [] }: KeywordSchema): Schema[] {
  return [...list(ref), ...allOf, ...anyOf, ...oneOf];
}

const annotations: ReadonlySet<string> = new Set([
  ...['kind', 'origin', 'notShown', 'source', 'component', 'definition', 'identifier', 'bound'],
  ...['title', 'description', 'comment', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['discriminator', 'xml', 'externalDocs', 'transitions'],
]);

/** Returns whether a schema constrains values, by itself or through schemas that it applies. */
function constrains(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (schema.kind !== 'keywords' || seen.has(schema)) return false;
  const within = new Set([...seen, schema]);
  const { ref, allOf = [], anyOf, oneOf, ...own } = schema;
  if (Object.entries(own).some(([keyword, value]) => value !== undefined && !annotations.has(keyword))) return true;
  if (ref && constrains(ref, within)) return true;
  if (allOf.some((member) => constrains(member, within))) return true;
  return [anyOf, oneOf].some((members) => members?.every((member) => constrains(member, within)) ?? false);
}

function list<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
