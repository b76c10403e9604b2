import type { KeywordSchema, Property, Schema } from '../../model/schema.js';
import { findFurtherItems, findFurtherProperties } from '../../model/schema-parts.js';
import { type Code, type CodePart, code, importType, joinCode, type Reference } from '../../typescript/code.js';
import { encodeJson, encodeString } from '../../typescript/encode.js';
import type { View } from '../../views/views.js';
import { isAcceptingAll } from './analysis/checked-keywords.js';
import { importAssertion, runtimeModule } from './assertions.js';
import type { Environment } from './context.js';
import { type Case, Lines } from './lines.js';
import { nameLocal } from './local-names.js';
import type { ModuleWriter } from './module-writer.js';
import { joinOr, writeNegation } from './operators.js';
import { buildRulesOnWire } from './rules.js';
import { resolveDynamicReference, type Scope } from './scope.js';
import { mostFields, readField } from './write-fields.js';

/** A function that fills in defaults, and leaves out what is readOnly where a request is received. */
export interface Filler {
  readonly reference: Reference;
  /** Whether its last argument is how deep it is. */
  readonly deep: boolean;
  /** Whether it can be called several times with the same value, and so remembers its results. */
  readonly repeated: boolean;
}

/** The functions that fill in defaults. */
export interface Fillers {
  readonly program: Pick<Environment, 'planFunction' | 'types' | 'emitPattern'>;
  /** Plans the function that fills in the defaults of a schema; `undefined` where nothing changes. */
  planFiller(schema: Schema, view: View, scope: Scope, caller: ModuleWriter): Filler | undefined;
}

/** A function that fills in the defaults of one view of a schema. */
interface Filling {
  readonly defaults: Fillers;
  readonly schema: Schema;
  readonly view: View;
  readonly scope: Scope;
  readonly module: ModuleWriter;
  /** How deep the function is, where it counts that. */
  readonly depth: Reference | undefined;
  /** Called when the body uses `depth`. */
  readonly onDepth: () => void;
  /** Makes a function of its own of a part of the body. */
  readonly planPart: (body: readonly Code[], parameters: readonly Code[]) => Reference;
}

/** Writes the body of such a function: the value itself where nothing is missing, else a copy. */
export function writeDefaults(filling: Filling): readonly Code[] {
  const { schema } = filling;
  if (schema.kind !== 'keywords') return [code`return value;`];
  const lines = new Lines();
  lines.add('let filled = value;');
  writeChildren(filling, schema, lines);
  writeParts(filling, schema, lines);
  writeFields(filling, schema, lines);
  writeItems(filling, schema, lines);
  lines.add('return filled;');
  return lines.print().lines;
}

function writeFilled(filling: Filling, schema: Schema, value: CodePart): Code | undefined {
  const { defaults, view, scope, module, depth } = filling;
  const filler = defaults.planFiller(schema, view, scope, module);
  if (!filler?.deep || !depth) return filler && code`${filler.reference}(${value})`;
  filling.onDepth();
  if (filler.repeated) return code`${importAssertion('fillOnce')}(${filler.reference}, ${value}, ${depth} + 1)`;
  return code`${filler.reference}(${value}, ${depth} + 1)`;
}

// The condition that a schema accepts the value as it came.
function writeAcceptance({ defaults, view, scope, module, depth, schema: caller }: Filling, schema: Schema): Code {
  if (isAcceptingAll(schema)) return code`true`;
  const { reference, deep } = defaults.program.planFunction(schema, {
    rules: buildRulesOnWire(view),
    scope,
    shape: 'guard',
    caller: { module, schema: caller },
  });
  // What counts how deep it is runs within one call, during which guards remember answers.
  const check = importAssertion(depth ? 'checkDeepPart' : 'checkDeep');
  return deep ? code`${check}(${reference}, value)` : code`${reference}(value)`;
}

// What applies to the same value.
function writeParts(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const { dynamicRef } = schema;
  const write = (part: Schema, test?: () => Code): void => {
    const filled = writeFilled(filling, part, 'filled');
    if (!filled) return;
    if (test) lines.block(code`if (${test()})`, () => lines.add(code`filled = ${filled};`));
    else lines.add(code`filled = ${filled};`);
  };
  if (schema.ref) write(schema.ref);
  if (dynamicRef) write(resolveDynamicReference(dynamicRef, filling.scope));
  for (const part of schema.allOf ?? []) write(part);
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    write(part, () => writeAcceptance(filling, part));
  const condition = schema.if;
  if (!condition) return;
  write(condition, () => writeAcceptance(filling, condition));
  if (schema.then) write(schema.then, () => writeAcceptance(filling, condition));
  if (schema.else) write(schema.else, () => writeNegation(writeAcceptance(filling, condition)));
}

// A value of a parent schema says which child it is meant as.
function writeChildren(filling: Filling, { discriminator }: KeywordSchema, lines: Lines): void {
  const { propertyName, inheritance } = discriminator ?? {};
  if (propertyName === undefined || !inheritance) return;
  const fields = nameLocal('parent');
  const tag = readField(fields, propertyName);
  const cases = inheritance.children.flatMap(({ schema, values, isExtending }): Case[] => {
    const filled = schema === inheritance.base ? undefined : writeFilled(filling, schema, 'filled');
    if (!filled || !values) return [];
    const tests = values.map((value) => code`${tag} === ${encodeJson(value)}`);
    return [
      {
        test: joinOr(tests),
        write: () => lines.add(code`${isExtending ? 'return' : 'filled ='} ${filled};`),
      },
    ];
  });
  if (cases.length === 0) return;
  lines.block(code`if (${isObject})`, () => {
    lines.add(code`const ${fields} = filled as ${importType(runtimeModule, 'UnknownFields')};`);
    lines.chain(cases);
  });
}

const isObject = code`typeof filled === 'object' && filled !== null && !Array.isArray(filled)`;

function writeFields(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const fields = nameLocal('fields');
  const inner = new Lines();
  writeKnownFields(filling, schema.properties ?? [], fields, inner);
  writeFurtherFields(filling, schema, fields, inner);
  for (const { name, schema: part } of schema.dependentSchemas ?? []) {
    const filled = writeFilled(filling, part, fields);
    if (filled) inner.add(code`if (${readField(fields, name)} !== undefined) Object.assign(${fields}, ${filled});`);
  }
  const body = inner.print().lines;
  if (body.length === 0) return;
  const known = importType(runtimeModule, 'UnknownFields');
  lines.block(code`if (${isObject})`, () => {
    lines.add(code`const ${fields}: ${fieldsType} = { ...(filled as ${known}) };`);
    for (const line of body) lines.add(line);
    lines.add(code`filled = ${fields};`);
  });
}

const fieldsType = code`{ [name: string]: unknown }`;

// A function with very many is too large for compilers to follow.
function writeKnownFields(filling: Filling, list: readonly Property[], fields: Reference, lines: Lines): void {
  if (list.length <= mostFields) {
    for (const property of list) writeField(filling, property, fields, lines);
    return;
  }
  for (let start = 0; start < list.length; start += mostFields) {
    const part = new Lines();
    let depth: Reference | undefined;
    const onDepth = (): void => {
      depth = filling.depth;
      filling.onDepth();
    };
    for (const property of list.slice(start, start + mostFields))
      writeField({ ...filling, onDepth }, property, fields, part);
    const body = part.print().lines;
    const parameters = [code`${fields.name}: ${fieldsType}`, ...(depth ? [code`${depth.name}: number`] : [])];
    if (body.length > 0)
      lines.add(code`${filling.planPart(body, parameters)}(${joinCode([fields, ...(depth ? [depth] : [])], ', ')});`);
  }
}

function writeField(filling: Filling, { name, schema }: Property, fields: Reference, lines: Lines): void {
  const { views } = filling.defaults.program.types;
  if (views.isHidden(schema, filling.view)) {
    // What is readOnly "SHOULD NOT be sent" (OpenAPI 3.0, 4.7.24.1), but clients send it when they send back a value that they received.
    if (filling.view === 'received') lines.add(code`delete ${fields}[${encodeString(name)}];`);
    return;
  }
  const value = views.defaultOf(schema);
  const read = readField(fields, name);
  const set = (part: CodePart): Code =>
    name === '__proto__'
      ? code`Object.defineProperty(${fields}, '__proto__', { value: ${part}, configurable: true, enumerable: true, writable: true });`
      : code`${fields}[${encodeString(name)}] = ${part};`;
  const filled = writeFilled(filling, schema, read);
  if (value !== undefined) lines.add(code`if (${read} === undefined) ${set(encodeJson(value))}`);
  if (filled) lines.add(value === undefined ? code`if (${read} !== undefined) ${set(filled)}` : set(filled));
}

function writeFurtherFields(filling: Filling, schema: KeywordSchema, fields: Reference, lines: Lines): void {
  const { patternProperties = [] } = schema;
  const further = findFurtherProperties(schema);
  const { program } = filling.defaults;
  const key = nameLocal('key');
  const read = code`${fields}[${key}]`;
  const tests = patternProperties.map(
    ({ pattern }) => code`${program.emitPattern(filling.module, schema, pattern)}.test(${key})`,
  );
  const body = new Lines();
  patternProperties.forEach(({ schema: part }, index) => {
    const [test, filled] = [tests[index], writeFilled(filling, part, read)];
    if (test && filled) body.add(code`if (${test}) ${read} = ${filled};`);
  });
  const filled = further && writeFilled(filling, further, read);
  if (filled) {
    const names = (schema.properties ?? []).map(({ name }) => code`${key} === ${encodeString(name)}`);
    const known = [...names, ...tests];
    const set = code`${read} = ${filled};`;
    body.add(known.length === 0 ? set : code`if (${writeNegation(joinOr(known))}) ${set}`);
  }
  const printed = body.print().lines;
  lines.block(code`for (const ${key} of Object.keys(${fields}))`, () => {
    for (const line of printed) lines.add(line);
  });
}

function writeItems(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const { prefixItems = [] } = schema;
  const items = findFurtherItems(schema);
  const item = items && writeFilled(filling, items, 'item');
  const first = prefixItems.map((part) => writeFilled(filling, part, 'item'));
  if (!item && first.every((filled) => filled === undefined)) return;
  const choices = first.map((filled, index) => code`index === ${index} ? ${filled ?? 'item'} : `);
  const list = nameLocal('list');
  lines.block('if (Array.isArray(filled))', () => {
    lines.add(code`const ${list}: readonly unknown[] = filled;`);
    lines.add(code`filled = ${list}.map((item${choices.length > 0 ? ', index' : ''}) => ${choices}${item ?? 'item'});`);
  });
}
