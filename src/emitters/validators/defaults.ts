import { listPartsInPlace } from '../../model/in-place.js';
import type { ChildSchema, KeywordSchema, Property, Schema } from '../../model/schema.js';
import { findFurtherItems, findFurtherProperties } from '../../model/schema-parts.js';
import {
  type Code,
  type CodePart,
  code,
  importType,
  importValue,
  joinCode,
  type Reference,
} from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { encodeWireJson } from '../../typescript/encode-wire.js';
import type { View } from '../../views/views.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findConversion } from '../types/contract.js';
import { findOnlyReference, isAcceptingAll } from './analysis/kinds.js';
import {
  type Case,
  importAssertion,
  Lines,
  mostListed,
  nameLocal,
  readField,
  runtimeModule,
  splitList,
} from './body.js';
import { asWhole, invert, joinAny } from './conditions.js';
import { equalsOne } from './constants.js';
import { listNameTests, matchesName } from './fields.js';
import type { ModuleWriter } from './module-writer.js';
import { getRulesOnWire, nameFiller, type Place } from './places.js';
import type { Callee, Program } from './program.js';

/** A function that fills in defaults. For a received request, it also removes readOnly properties. */
interface Filler extends Callee {
  readonly schema: Schema;
  readonly view: View;
  readonly module: ModuleWriter;
  readonly local: boolean;
}

/** Writes all functions that fill in defaults, each once. */
export class Defaults {
  readonly program: Program;
  readonly #known = new Map<string, Filler>();
  readonly #ids = new Map<Schema, number>();

  constructor(program: Program) {
    this.program = program;
  }

  /** Emits the public function that fills in the defaults of a view of a schema, and returns its name. */
  emit(place: Place, view: View): string {
    const module = this.program.module(place.module);
    const { places } = this.program;
    const name = places.nameFiller(place, view);
    const { reference, deep } = this.#ask(place.schema, view, module);
    const add = (called: string, body: Code): void =>
      module.addFunction({
        name: called,
        parameters: [code`value: unknown`],
        returns: code`unknown`,
        body: [code`return ${body};`],
      });
    if (reference.module !== place.module || reference.name !== name)
      add(name, deep ? code`${importAssertion('withNewMemory')}(${reference}, value)` : code`${reference}(value)`);
    const conversion = findConversion(place.schema, this.program);
    if (!conversion) return name;
    const converted = nameFiller(places.nameType(place, view));
    const fill = importRuntimeValue('validate-converted', 'fillConverted');
    add(converted, code`${fill}(value, ${conversion.code}, ${importValue(place.module, name)})`);
    return converted;
  }

  /** Plans the function that fills in the defaults of a schema. Returns `undefined` if it would change nothing. */
  planFiller(schema: Schema, view: View, caller: ModuleWriter): Filler | undefined {
    const { places } = this.program;
    if (!places.isFilled(schema, view)) return undefined;
    const target = places.of.has(schema) ? undefined : findOnlyReference(schema);
    return this.#ask(target ?? schema, view, caller);
  }

  #ask(schema: Schema, wanted: View, caller: ModuleWriter): Filler {
    const { program } = this;
    const { places, types } = program;
    const target = places.equivalent(program.findTarget(schema));
    const place = places.of.get(target);
    const { deep, readOnly, writeOnly } = places.facts(target);
    // Values with the same properties are filled alike. A place with directions may lack the function of a response.
    const isFilledAlike = !readOnly && !writeOnly && (place?.directions?.has('response') ?? true);
    const view = types.views.differs(target, wanted) && !isFilledAlike ? wanted : 'response';
    const module = place ? program.module(place.module) : caller;
    const id = this.#ids.get(target) ?? this.#ids.size;
    this.#ids.set(target, id);
    const type = place?.types[view] ?? 'Part';
    const key = [id, module.module, type, view].join(' ');
    const known = this.#known.get(key);
    if (known) return known;
    const name = !place
      ? program.namePart(target, module.module, 'fill')
      : deep
        ? program.nameNew(`fill${type}`)
        : places.nameFiller(place, view);
    const reference = importValue(module.module, name);
    const repeated = places.isRepeated(target);
    const filler: Filler = { schema: target, view, module, reference, deep, repeated, local: place === undefined };
    this.#known.set(key, filler);
    return filler;
  }

  /** Writes every requested function, and returns the guards that they call. */
  write(): Reference[] {
    const used = new Set<Reference>();
    // Writing one function can request others.
    for (const filler of this.#known.values())
      for (const part of this.#write(filler).flatMap((line) => line.parts))
        if (typeof part !== 'string') used.add(part);
    return [...used];
  }

  #write(filler: Filler): readonly Code[] {
    const { module, deep, schema, view, local, reference } = filler;
    const { recursive } = this.program.places.facts(schema);
    const depth = deep ? nameLocal('depth') : undefined;
    let isCounted = recursive;
    const onDepth = (): void => {
      isCounted = true;
    };
    const parts: Code[] = [];
    const planPart: Filling['planPart'] = ({ parameters, returns, body: part }) => {
      const name = this.program.namePart(schema, module.module, 'fill');
      module.addFunction({ name, local: true, parameters, returns: code`${returns}`, body: part });
      parts.push(...part);
      return importValue(module.module, name);
    };
    const filled = writeDefaults({ defaults: this, schema, view, module, depth, onDepth, planPart });
    const body = [...(recursive ? [code`if (depth > ${importAssertion('deepest')}) return value;`] : []), filled];
    module.addFunction({
      name: reference.name,
      local,
      parameters: [code`value: unknown`, ...(deep ? [code`${isCounted ? '' : '_'}depth: number`] : [])],
      returns: code`unknown`,
      body,
    });
    return [...body, ...parts];
  }
}

/** A function that fills in the defaults of one view of a schema. */
interface Filling {
  readonly defaults: Defaults;
  readonly schema: Schema;
  readonly view: View;
  readonly module: ModuleWriter;
  /** The nesting depth of the function, if it counts it. */
  readonly depth: Reference | undefined;
  /** Called when the body uses `depth`. */
  readonly onDepth: () => void;
  /** Plans a separate function for a part of the body. */
  readonly planPart: (part: FillingPart) => Reference;
}

interface FillingPart {
  readonly parameters: readonly Code[];
  readonly returns: string;
  readonly body: readonly Code[];
}

// Writes the body of a function that fills in defaults. It returns the value itself if nothing is missing, or else a
// copy.
function writeDefaults(filling: Filling): Code {
  const { schema } = filling;
  if (schema.kind !== 'keywords') return code`return value;`;
  const lines = new Lines();
  lines.add('let filled = value;');
  writeChildren(filling, schema, lines);
  writeParts(filling, schema, lines);
  writeFields(filling, schema, lines);
  writeItems(filling, schema, lines);
  lines.add('return filled;');
  return lines.print().body;
}

// Writes the call that fills in a part of the value. Returns `undefined` if it would change nothing.
function writeFilled(filling: Filling, schema: Schema, value: CodePart): Code | undefined {
  const { defaults, view, module, depth } = filling;
  const filler = defaults.planFiller(schema, view, module);
  if (!filler?.deep || !depth) return filler && code`${filler.reference}(${value})`;
  filling.onDepth();
  if (filler.repeated) return code`${importAssertion('fillOnce')}(${filler.reference}, ${value}, ${depth} + 1)`;
  return code`${filler.reference}(${value}, ${depth} + 1)`;
}

// Writes the condition that a schema accepts the value before defaults are filled in.
function writeAcceptance({ defaults, view, module, depth, schema: caller }: Filling, schema: Schema): Code {
  if (isAcceptingAll(schema)) return code`true`;
  const { reference, deep } = defaults.program.planFunction(schema, {
    rules: getRulesOnWire(view),
    shape: 'guard',
    caller: { module, schema: caller },
  });
  // A function that counts its depth runs within one call, during which guards cache their results.
  const check = importAssertion(depth ? 'checkDeepPart' : 'checkDeep');
  return deep ? code`${check}(${reference}, value)` : code`${reference}(value)`;
}

/** A schema that applies to the same value, and the condition under which it does. */
interface AppliedPart {
  readonly schema: Schema;
  readonly test?: (filling: Filling) => Code;
}

function writeParts(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const write = (inner: Filling, { schema: part, test }: AppliedPart, into: Lines): void => {
    const filled = writeFilled(inner, part, 'filled');
    if (!filled) return;
    if (test) into.block(code`if (${test(inner)})`, () => into.add(code`filled = ${filled};`));
    else into.add(code`filled = ${filled};`);
  };
  const { anyOf = [], oneOf = [], if: condition } = schema;
  const when = (tested: Schema) => (inner: Filling) => writeAcceptance(inner, tested);
  const members: AppliedPart[] = listPartsInPlace(schema).map((part) => ({ schema: part }));
  members.push(...[...anyOf, ...oneOf].map((part) => ({ schema: part, test: when(part) })));
  if (condition) {
    members.push({ schema: condition, test: when(condition) });
    if (schema.then) members.push({ schema: schema.then, test: when(condition) });
    if (schema.else)
      members.push({ schema: schema.else, test: (inner) => code`!${writeAcceptance(inner, condition)}` });
  }
  writeFillingParts(filling, lines, { uses: ['value', 'filled'], returns: 'filled', members, write });
}

// The condition that the value is an object.
const isObject: Code = code`typeof filled === 'object' && filled !== null && !Array.isArray(filled)`;

// A value of a parent schema names its child.
function writeChildren(filling: Filling, { discriminator }: KeywordSchema, lines: Lines): void {
  const { propertyName, inheritance } = discriminator ?? {};
  if (propertyName === undefined || !inheritance) return;
  const children = inheritance.children.flatMap((child): FilledChild[] => {
    const isFilled = child.schema !== inheritance.base && writeFilled(filling, child.schema, 'filled');
    return isFilled && child.values ? [{ ...child, values: child.values }] : [];
  });
  if (children.length === 0) return;
  lines.block(code`if (${isObject})`, () => writeCases(filling, propertyName, children, lines));
}

type FilledChild = ChildSchema & Required<Pick<ChildSchema, 'values'>>;

function writeCases(filling: Filling, property: string, children: readonly FilledChild[], lines: Lines): void {
  const fields = nameLocal('parent');
  const tag = readField(fields, property);
  const groups = [true, false].flatMap((isExtending) =>
    splitList(children.filter((child) => child.isExtending === isExtending)),
  );
  const cases = children.length > mostListed ? groups : children.map((child) => [child]);
  lines.add(code`const ${fields} = filled as ${importType(runtimeModule, 'UnknownFields')};`);
  lines.chain(
    cases.map((group): Case => {
      const values = group.flatMap((child) => child.values);
      const [first] = group;
      const filled =
        group.length > 1
          ? writeFillingPart(filling, { uses: ['filled'], returns: 'filled' }, (inner, body) =>
              writeCases(inner, property, group, body),
            )
          : first && writeFilled(filling, first.schema, 'filled');
      const write = (): void => lines.add(code`${first?.isExtending ? 'return' : 'filled ='} ${filled ?? 'filled'};`);
      return { test: equalsOne({ module: filling.module, program: filling.defaults.program }, tag, values).ok, write };
    }),
  );
}

// Writes the code that fills in the fields of an object.
function writeFields(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const fields = nameLocal('fields');
  const inner = new Lines();
  const uses = ['fields'] as const;
  const { properties: known = [], dependentSchemas: dependent = [] } = schema;
  writeFillingParts(filling, inner, { uses, members: known, write: (...part) => writeField(fields, ...part) });
  writeFurtherFields(filling, schema, fields, inner);
  writeFillingParts(filling, inner, {
    uses,
    members: dependent,
    write: (part, { name, schema: applied }, into) => {
      const filled = writeFilled(part, applied, fields);
      if (filled) into.add(code`if (${readField(fields, name)} !== undefined) Object.assign(${fields}, ${filled});`);
    },
  });
  if (inner.isEmpty) return;
  const copied = importType(runtimeModule, 'UnknownFields');
  lines.block(code`if (${isObject})`, () => {
    lines.add(code`const ${fields}: ${nameTypes.fields} = { ...(filled as ${copied}) };`);
    lines.include(inner);
    lines.add(code`filled = ${fields};`);
  });
}

function writeField(fields: Reference, filling: Filling, { name, schema }: Property, lines: Lines): void {
  const { views, conversions } = filling.defaults.program.types;
  if (views.isHidden(schema, filling.view)) {
    // A readOnly property "SHOULD NOT be sent" (OpenAPI 3.0, 4.7.24.2), but clients that return a received value send
    // it.
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
  if (value !== undefined)
    lines.add(code`if (${read} === undefined) ${set(encodeWireJson(value, conversions.planOf(schema)))}`);
  if (filled) lines.add(value === undefined ? code`if (${read} !== undefined) ${set(filled)}` : set(filled));
}

function writeFurtherFields(filling: Filling, schema: KeywordSchema, fields: Reference, lines: Lines): void {
  const { patternProperties = [] } = schema;
  const further = findFurtherProperties(schema);
  const key = nameLocal('key');
  const read = code`${fields}[${key}]`;
  const context = { module: filling.module, program: filling.defaults.program };
  const body = new Lines();
  writeFillingParts(filling, body, {
    uses: ['fields', 'key'],
    members: patternProperties,
    write: (inner, { pattern, schema: part }, into) => {
      const filled = writeFilled(inner, part, read);
      if (filled) into.addIf(matchesName(context, schema, pattern, key).ok, code`${read} = ${filled};`);
    },
  });
  const filled = further && writeFilled(filling, further, read);
  if (filled) {
    const isOther = invert(asWhole(joinAny(listNameTests(context, schema, key))));
    body.addIf(isOther.ok, code`${read} = ${filled};`);
  }
  if (!body.isEmpty) lines.block(code`for (const ${key} of Object.keys(${fields}))`, () => lines.include(body));
}

// Writes the code that fills in the items of an array.
function writeItems(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const { prefixItems = [] } = schema;
  const items = findFurtherItems(schema);
  const item = items && writeFilled(filling, items, 'item');
  if (!item && !prefixItems.some((part) => writeFilled(filling, part, 'item'))) return;
  const list = nameLocal('list');
  const choices = writeChoices(filling, [...prefixItems.entries()]);
  const parameters = prefixItems.length > 0 ? 'item, index' : 'item';
  lines.block('if (Array.isArray(filled))', () => {
    lines.add(code`const ${list}: readonly unknown[] = filled;`);
    lines.add(code`filled = ${list}.map((${parameters}) => ${choices}${item ?? 'item'});`);
  });
}

// Writes the choices among the first items: `index === 0 ? … : `.
function writeChoices(filling: Filling, first: readonly (readonly [number, Schema])[]): Code {
  const groups = splitList(first);
  if (groups.length < 2)
    return joinCode(
      first.map(([index, part]) => code`index === ${index} ? ${writeFilled(filling, part, 'item') ?? 'item'} : `),
      '',
    );
  const choices = groups.map((group) => {
    const call = writeFillingPart(filling, { uses: ['item', 'index'], returns: 'item' }, (inner, body) =>
      body.add(code`item = ${writeChoices(inner, group)}item;`),
    );
    return code`index <= ${group.at(-1)?.[0] ?? 0} ? ${call ?? 'item'} : `;
  });
  return joinCode(choices, '');
}

const nameTypes = {
  value: 'unknown',
  filled: 'unknown',
  fields: '{ [name: string]: unknown }',
  key: 'string',
  item: 'unknown',
  index: 'number',
} as const;

/** The names that a part of a body uses, and those that it returns. */
interface PartShape {
  readonly uses: readonly (keyof typeof nameTypes)[];
  readonly returns?: keyof typeof nameTypes;
}

interface FillingList<Member> extends PartShape {
  readonly members: readonly Member[];
  readonly write: (filling: Filling, member: Member, lines: Lines) => void;
}

// Writes the code for the members of a list. Splits a very long list into groups with one function each.
function writeFillingParts<Member>(
  filling: Filling,
  lines: Lines,
  { members, write, ...shape }: FillingList<Member>,
): void {
  if (members.length <= mostListed) {
    for (const member of members) write(filling, member, lines);
    return;
  }
  for (const group of splitList(members)) {
    const call = writeFillingPart(filling, shape, (inner, body) => {
      for (const member of group) write(inner, member, body);
    });
    if (call) lines.add(shape.returns === undefined ? code`${call};` : code`${shape.returns} = ${call};`);
  }
}

// Writes a separate function and returns its call. Returns `undefined` if the function would be empty.
function writeFillingPart(
  filling: Filling,
  { uses, returns }: PartShape,
  write: (filling: Filling, lines: Lines) => void,
): Code | undefined {
  const part = new Lines();
  let depth: Reference | undefined;
  const onDepth = (): void => {
    depth = filling.depth;
    filling.onDepth();
  };
  write({ ...filling, onDepth }, part);
  if (part.isEmpty) return undefined;
  const { body } = part.print();
  const text = body.parts.map((each) => (typeof each === 'string' ? each : each.name)).join(' ');
  const used = uses.filter((name) => name === returns || new RegExp(`\\b${name}\\b`).test(text));
  const reference = filling.planPart({
    parameters: [
      ...used.map((name) => code`${name}: ${nameTypes[name]}`),
      ...(depth ? [code`${depth.name}: number`] : []),
    ],
    returns: returns === undefined ? 'void' : 'unknown',
    body: [body, ...(returns === undefined ? [] : [code`return ${returns};`])],
  });
  return code`${reference}(${joinCode([...used, ...(depth ? [depth] : [])], ', ')})`;
}
