import { listPartsInPlace } from '../../model/in-place.js';
import { anyType, typeSets } from '../../model/json-type.js';
import type { ChildSchema, KeywordSchema, Schema } from '../../model/schema.js';
import { findFurtherItems, findFurtherProperties } from '../../model/schema-parts.js';
import {
  type Code,
  type CodePart,
  code,
  encodeString,
  importType,
  joinCode,
  type Reference,
} from '../../typescript/code.js';
import { encodeWireJson } from '../../typescript/encode-wire.js';
import { findOnlyReference, isAcceptingAll } from './analysis/kinds.js';
import {
  type Case,
  importAssertion,
  Lines,
  mostListed,
  nameLocal,
  parameters,
  readField,
  runtimeModule,
  splitList,
} from './body.js';
import { always, asWhole, type Condition, invert, isOfKind, isPresent, joinAny, test } from './conditions.js';
import { equalsOne } from './constants.js';
import { listNameTests, matchesName } from './fields.js';
import type { FunctionContext, Site } from './program.js';

const value = parameters.value;
const filled = nameLocal('filled');
const fields = nameLocal('fields');
const key = nameLocal('key');
const item = nameLocal('item');
const index = nameLocal('index');

const copyType = '{ [name: string]: unknown }';
const typeOf: ReadonlyMap<Reference, string> = new Map([
  [value, 'unknown'],
  [filled, 'unknown'],
  [fields, copyType],
  [key, 'string'],
  [item, 'unknown'],
  [index, 'number'],
]);

/**
 * Prints the body of a function that fills in defaults. For a received request, it also removes readOnly properties. It
 * returns the value itself if nothing is missing, or else a copy.
 */
export function printDefaults({ context }: Site, schema: Schema): void {
  const { lines, program } = context;
  if (schema.kind !== 'keywords') {
    lines.answer(value);
    return;
  }
  if (program.places.facts(schema).has('recursive'))
    lines.add(code`if (${parameters.depth} > ${importAssertion('deepest')}) return ${value};`);
  lines.add(code`let ${filled} = ${value};`);
  printChildren(context, schema);
  printApplied(context, schema);
  printFields(context, schema);
  printItems(context, schema);
  lines.answer(filled);
}

// Prints the call that fills in a part of the value. Returns `undefined` if it would change nothing.
function fill(context: FunctionContext, schema: Schema, part: CodePart): Code | undefined {
  const { program, rules, nextDepthArgument } = context;
  if (!program.places.isFilled(schema, rules.view)) return undefined;
  const target = program.isPlaced(schema) ? undefined : findOnlyReference(schema);
  const { reference, deep, repeated } = context.planCall(target ?? schema, 'fill');
  if (!deep || !context.deep) return code`${reference}(${part})`;
  if (repeated) return code`${importAssertion('fillOnce')}(${reference}, ${part}${nextDepthArgument})`;
  return code`${reference}(${part}${nextDepthArgument})`;
}

// Prints the condition that a schema accepts the value before defaults are filled in.
function accepts(context: FunctionContext, schema: Schema): Condition {
  if (isAcceptingAll(schema)) return always;
  const { reference, deep } = context.planCall(schema, 'guard');
  // A function that counts its depth runs within one call, during which guards cache their results.
  const check = importAssertion(context.deep ? 'checkDeepPart' : 'checkDeep');
  return test(deep ? code`${check}(${reference}, ${value})` : code`${reference}(${value})`);
}

function blockIfObject({ program }: FunctionContext, lines: Lines, print: () => void): void {
  const isObject = isOfKind({ name: filled, kinds: anyType }, typeSets.object, program.isExact);
  lines.blockIf(isObject.ok, print);
}

// Prints the code for the schemas that apply to the same value.
function printApplied(context: FunctionContext, schema: KeywordSchema): void {
  const { anyOf = [], oneOf = [], if: condition } = schema;
  const when = (tested: Schema) => () => accepts(context, tested);
  const parts: { readonly part: Schema; readonly when?: () => Condition }[] = [
    ...listPartsInPlace(schema).map((part) => ({ part })),
    ...[...anyOf, ...oneOf].map((part) => ({ part, when: when(part) })),
  ];
  if (condition) {
    parts.push({ part: condition, when: when(condition) });
    if (schema.then) parts.push({ part: schema.then, when: when(condition) });
    if (schema.else) parts.push({ part: schema.else, when: () => invert(accepts(context, condition)) });
  }
  printParts(context, context.lines, parts, { uses: [value, filled], returns: filled }, (applied, lines) => {
    const result = fill(context, applied.part, filled);
    const print = (): void => lines.add(code`${filled} = ${result ?? filled};`);
    if (result && applied.when) lines.blockIf(applied.when().ok, print);
    else if (result) print();
  });
}

// A value of a parent schema names its child.
function printChildren(context: FunctionContext, { discriminator }: KeywordSchema): void {
  const { propertyName, inheritance } = discriminator ?? {};
  if (propertyName === undefined || !inheritance) return;
  const children = inheritance.children.flatMap((child): FilledChild[] => {
    const isFilled = child.schema !== inheritance.base && fill(context, child.schema, filled);
    return isFilled && child.values ? [{ ...child, values: child.values }] : [];
  });
  if (children.length > 0)
    blockIfObject(context, context.lines, () => printCases(context, context.lines, propertyName, children));
}

type FilledChild = ChildSchema & Required<Pick<ChildSchema, 'values'>>;

function printCases(context: FunctionContext, lines: Lines, property: string, children: readonly FilledChild[]): void {
  const parent = nameLocal('parent');
  const groups = [true, false].flatMap((isExtending) =>
    splitList(children.filter((child) => child.isExtending === isExtending)),
  );
  lines.add(code`const ${parent} = ${filled} as ${importType(runtimeModule, 'UnknownFields')};`);
  lines.chain(
    (children.length > mostListed ? groups : children.map((child) => [child])).map((group): Case => {
      const values = group.flatMap((child) => child.values);
      const [first, ...more] = group;
      const result =
        more.length > 0
          ? printPart(context, { uses: [filled], returns: filled }, (inner) =>
              printCases(context, inner, property, group),
            )
          : first && fill(context, first.schema, filled);
      const start = first?.isExtending ? 'return' : code`${filled} =`;
      return {
        test: equalsOne(context, readField(parent, property), values).ok,
        print: () => lines.add(code`${start} ${result ?? filled};`),
      };
    }),
  );
}

function printFields(context: FunctionContext, schema: KeywordSchema): void {
  const inner = new Lines();
  const { properties = [], dependentSchemas = [] } = schema;
  const shape = { uses: [fields] };
  printParts(context, inner, properties, shape, ({ name, schema: property }, lines) =>
    printField(context, lines, name, property),
  );
  printFurtherFields(context, schema, inner);
  printParts(context, inner, dependentSchemas, shape, ({ name, schema: dependent }, lines) => {
    const result = fill(context, dependent, fields);
    if (result) lines.addIf(isPresent(readField(fields, name)).ok, code`Object.assign(${fields}, ${result});`);
  });
  if (inner.isEmpty) return;
  const { lines } = context;
  blockIfObject(context, lines, () => {
    const copied = importType(runtimeModule, 'UnknownFields');
    lines.add(code`const ${fields}: ${copyType} = { ...(${filled} as ${copied}) };`);
    lines.include(inner);
    lines.add(code`${filled} = ${fields};`);
  });
}

function printField(context: FunctionContext, lines: Lines, name: string, schema: Schema): void {
  const { view } = context.rules;
  const { views, conversions } = context.program.types;
  if (views.isHidden(schema, view)) {
    // A readOnly property "SHOULD NOT be sent" (OpenAPI 3.0, 4.7.24.2), but clients that return a received value send
    // it.
    if (view === 'received') lines.add(code`delete ${fields}[${encodeString(name)}];`);
    return;
  }
  const isGiven = isPresent(readField(fields, name));
  const set = (part: CodePart): Code =>
    name === '__proto__'
      ? code`Object.defineProperty(${fields}, '__proto__', { value: ${part}, configurable: true, enumerable: true, writable: true });`
      : code`${fields}[${encodeString(name)}] = ${part};`;
  const byDefault = views.defaultOf(schema);
  const result = fill(context, schema, readField(fields, name));
  if (byDefault !== undefined) lines.addIf(isGiven.bad, set(encodeWireJson(byDefault, conversions.planOf(schema))));
  if (result) lines.addIf(byDefault === undefined ? isGiven.ok : 'true', set(result));
}

function printFurtherFields(context: FunctionContext, schema: KeywordSchema, lines: Lines): void {
  const further = findFurtherProperties(schema);
  const read = code`${fields}[${key}]`;
  const body = new Lines();
  const shape = { uses: [fields, key] };
  printParts(context, body, schema.patternProperties ?? [], shape, ({ pattern, schema: part }, inner) => {
    const result = fill(context, part, read);
    if (result) inner.addIf(matchesName(context, schema, pattern, key).ok, code`${read} = ${result};`);
  });
  const result = further && fill(context, further, read);
  if (result) {
    const isListed = joinAny(listNameTests(context, schema, key));
    body.addIf(asWhole(isListed).bad, code`${read} = ${result};`);
  }
  if (!body.isEmpty) lines.block(code`for (const ${key} of Object.keys(${fields}))`, () => lines.include(body));
}

function printItems(context: FunctionContext, schema: KeywordSchema): void {
  const { lines } = context;
  const { prefixItems = [] } = schema;
  const items = findFurtherItems(schema);
  const result = items && fill(context, items, item);
  if (!result && !prefixItems.some((part) => fill(context, part, item))) return;
  const list = nameLocal('list');
  const choices = printChoices(context, [...prefixItems.entries()]);
  lines.blockIf(code`Array.isArray(${filled})`, () => {
    lines.add(code`const ${list}: readonly unknown[] = ${filled};`);
    const names = prefixItems.length > 0 ? code`${item}, ${index}` : item;
    lines.add(code`${filled} = ${list}.map((${names}) => ${choices}${result ?? item});`);
  });
}

// Prints the choices among the first items: `index === 0 ? … : `.
function printChoices(context: FunctionContext, first: readonly (readonly [number, Schema])[]): Code {
  const groups = splitList(first);
  const choices =
    groups.length < 2
      ? first.map(([at, part]) => code`${index} === ${at} ? ${fill(context, part, item) ?? item} : `)
      : groups.map((group) => {
          const call = printPart(context, { uses: [item, index], returns: item }, (lines) =>
            lines.add(code`${item} = ${printChoices(context, group)}${item};`),
          );
          return code`${index} <= ${group.at(-1)?.[0] ?? 0} ? ${call ?? item} : `;
        });
  return joinCode(choices, '');
}

/** The names that a part of a body may use, and the one that it returns. */
interface PartShape {
  readonly uses: readonly Reference[];
  readonly returns?: Reference;
}

// Prints the code for the members of a list. Splits a very long list into groups with one function each.
function printParts<Member>(
  context: FunctionContext,
  lines: Lines,
  members: readonly Member[],
  shape: PartShape,
  print: (member: Member, lines: Lines) => void,
): void {
  if (members.length <= mostListed) {
    for (const member of members) print(member, lines);
    return;
  }
  for (const group of splitList(members)) {
    const call = printPart(context, shape, (inner) => {
      for (const member of group) print(member, inner);
    });
    if (call) lines.add(shape.returns ? code`${shape.returns} = ${call};` : code`${call};`);
  }
}

// Prints a separate function and returns its call. Returns `undefined` if the function would be empty.
function printPart(
  { program, module, schema, partUses }: FunctionContext,
  { uses, returns }: PartShape,
  print: (lines: Lines) => void,
): Code | undefined {
  const lines = new Lines();
  print(lines);
  if (lines.isEmpty) return undefined;
  if (returns) lines.answer(returns);
  const { body, used, outer } = lines.print((reference) => program.use(reference));
  partUses.push(...outer);
  const all = [...uses, parameters.depth].filter((name) => used.has(name));
  const reference = program.requestPart(schema, module, 'fill');
  module.addFunction({
    name: module.use(reference).name,
    local: true,
    parameters: all.map((parameter) => code`${parameter.name}: ${typeOf.get(parameter) ?? 'number'}`),
    returns: code`${returns ? 'unknown' : 'void'}`,
    body: [body],
  });
  return code`${reference}(${joinCode(all, ', ')})`;
}
