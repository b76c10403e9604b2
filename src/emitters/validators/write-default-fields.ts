import type { KeywordSchema, Property, Schema } from '../../model/schema.js';
import { findFurtherItems, findFurtherProperties } from '../../model/schema-parts.js';
import { type Code, type CodePart, code, importType, joinCode, type Reference } from '../../typescript/code.js';
import { encodeJson, encodeString } from '../../typescript/encode.js';
import { runtimeModule } from './assertions.js';
import { type Filling, fieldsType, writeFilled, writeFillingPart, writeFillingParts } from './filling.js';
import { Lines } from './lines.js';
import { nameLocal } from './local-names.js';
import { joinOr, writeNegation } from './operators.js';
import { readField } from './read-field.js';
import { listNameTests, splitList, writePatternTest } from './write-fields.js';

/** The condition that the value is an object. */
export const isObject: Code = code`typeof filled === 'object' && filled !== null && !Array.isArray(filled)`;

/** Writes the code that fills in the fields of an object. */
export function writeFields(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const fields = nameLocal('fields');
  const inner = new Lines();
  const uses = ['fields'] as const;
  const { properties: known = [], dependentSchemas: dependent = [] } = schema;
  writeFillingParts(filling, inner, { uses, members: known, write: (...part) => writeField(fields, ...part) });
  writeFurtherFields(filling, schema, fields, inner);
  writeFillingParts(filling, inner, {
    uses,
    members: dependent,
    write: (...part) => writeDependent(fields, ...part),
  });
  if (inner.isEmpty) return;
  const copied = importType(runtimeModule, 'UnknownFields');
  lines.block(code`if (${isObject})`, () => {
    lines.add(code`const ${fields}: ${fieldsType} = { ...(filled as ${copied}) };`);
    lines.include(inner);
    lines.add(code`filled = ${fields};`);
  });
}

function writeDependent(fields: Reference, filling: Filling, { name, schema }: Property, lines: Lines): void {
  const filled = writeFilled(filling, schema, fields);
  if (filled) lines.add(code`if (${readField(fields, name)} !== undefined) Object.assign(${fields}, ${filled});`);
}

function writeField(fields: Reference, filling: Filling, { name, schema }: Property, lines: Lines): void {
  const { views } = filling.defaults.program.types;
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
  if (value !== undefined) lines.add(code`if (${read} === undefined) ${set(encodeJson(value))}`);
  if (filled) lines.add(value === undefined ? code`if (${read} !== undefined) ${set(filled)}` : set(filled));
}

function writeFurtherFields(filling: Filling, schema: KeywordSchema, fields: Reference, lines: Lines): void {
  const { patternProperties = [] } = schema;
  const further = findFurtherProperties(schema);
  const { program } = filling.defaults;
  const key = nameLocal('key');
  const read = code`${fields}[${key}]`;
  const site = { context: { module: filling.module, program } };
  const body = new Lines();
  writeFillingParts(filling, body, {
    uses: ['fields', 'key'],
    members: patternProperties,
    write: (inner, { pattern, schema: part }, into) => {
      const filled = writeFilled(inner, part, read);
      if (filled) into.add(code`if (${writePatternTest(site, schema, pattern, key)}) ${read} = ${filled};`);
    },
  });
  const filled = further && writeFilled(filling, further, read);
  const known = filled ? listNameTests(site, schema, key) : [];
  if (filled)
    body.add(code`${known.length > 0 ? code`if (${writeNegation(joinOr(known))}) ` : ''}${read} = ${filled};`);
  if (!body.isEmpty) lines.block(code`for (const ${key} of Object.keys(${fields}))`, () => lines.include(body));
}

/** Writes the code that fills in the items of an array. */
export function writeItems(filling: Filling, schema: KeywordSchema, lines: Lines): void {
  const { prefixItems = [] } = schema;
  const items = findFurtherItems(schema);
  const item = items && writeFilled(filling, items, 'item');
  if (!item && !prefixItems.some((part) => writeFilled(filling, part, 'item'))) return;
  const list = nameLocal('list');
  const choices = writeChoices(filling, [...prefixItems.entries()]);
  lines.block('if (Array.isArray(filled))', () => {
    lines.add(code`const ${list}: readonly unknown[] = filled;`);
    lines.add(
      code`filled = ${list}.map((item${prefixItems.length > 0 ? ', index' : ''}) => ${choices}${item ?? 'item'});`,
    );
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
