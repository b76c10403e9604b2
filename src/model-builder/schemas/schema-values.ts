import { findNearestName } from '../../diagnostics/nearest-name.js';
import { buildChildOrigin, type Origin } from '../../diagnostics/origin.js';
import { formatKind, formatValue } from '../../diagnostics/show-text.js';
import { compilePattern } from '../../model/compile-pattern.js';
import { isObject, type JsonValue } from '../../model/element.js';
import { normalizeJson } from '../../model/print-json.js';
import type { DependentRequired, JsonType, PatternProperty, Property } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import { openEntries, type SchemaDraft, type SchemaReader } from './schema-draft.js';

const jsonTypes: readonly JsonType[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** Reads `type`: one type or a list (validation, 6.1.1). An unknown type is reported and left out. */
export function readTypes(schema: SchemaDraft, reader: SchemaReader): void {
  const { context } = reader;
  const isList = Array.isArray(reader.value['type']);
  const names = isList ? readTypeNames(reader) : toList(reader.text('type'));
  if (isList && context.version === '3.0') {
    const finding = { keyword: 'type: [ … ]', version: context.version, since: '3.1' };
    context.report('other-version-keyword', reader.at('type'), { variant: 'read-as-there', ...finding });
  }
  const types: JsonType[] = [];
  for (const name of names ?? []) {
    const type = jsonTypes.find((known) => known === name);
    if (type === undefined)
      context.report('unknown-type', reader.at('type'), {
        type: name,
        types: jsonTypes,
        likely: findNearestName(name, jsonTypes),
      });
    else if (!types.includes(type)) types.push(type);
  }
  if (types.length > 0) schema.types = types;
}

// In YAML, `null` without quotes is the value null. In a list of types, authors mean the type `null`.
function readTypeNames(reader: SchemaReader): string[] {
  const { context } = reader;
  const place = reader.at('type');
  const list = reader.data('type');
  return (Array.isArray(list) ? list : []).flatMap((entry: JsonValue, index) => {
    if (typeof entry === 'string') return [entry];
    const origin = buildChildOrigin(place, index);
    if (entry === null) {
      const finding = { keyword: 'type', expected: 'strings', found: 'null', reading: `"null"` } as const;
      context.report('read-as', origin, { variant: 'value', ...finding });
      return ['null'];
    }
    return reader.reportKind('type', 'string', entry, index) ?? [];
  });
}

function toList(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : [text];
}

/** Reads `enum` (validation, 6.1.2), each value once. */
export function readEnum(schema: SchemaDraft, reader: SchemaReader): void {
  const values = reader.data('enum');
  const place = reader.at('enum');
  if (!Array.isArray(values)) {
    reader.reportKind('enum', 'list', values);
    return;
  }
  // In 3.0 a list needs at least one value (JSON Schema draft 5, validation, 5.20). In later versions, an empty list
  // allows nothing.
  if (values.length === 0 && reader.context.version === '3.0') {
    reader.context.report('no-effect', place, { variant: 'empty-list', keyword: 'enum' });
    return;
  }
  const seen = new Set<string>();
  const kept: JsonValue[] = [];
  values.forEach((value: JsonValue, index) => {
    const key = normalizeJson(value);
    if (seen.has(key))
      reader.context.report('repeated-value', buildChildOrigin(place, index), {
        keyword: 'enum',
        value: formatValue(value),
      });
    else kept.push(value);
    seen.add(key);
  });
  schema.enum = kept;
}

/** Reads `required` (validation, 6.5.3), each name once. */
export function readRequired(schema: SchemaDraft, reader: SchemaReader): void {
  if (typeof reader.value['required'] === 'boolean') {
    reader.flag('required');
    reader.context.report('no-effect', reader.at('required'), { variant: 'required-flag' });
    return;
  }
  const names = reader.texts('required');
  if (names) schema.required = [...new Set(names)];
}

/** Reads `dependentRequired` (validation, 6.5.4). */
export function readDependentRequired(schema: SchemaDraft, reader: SchemaReader): void {
  const place = reader.at('dependentRequired');
  const rows = reader.data('dependentRequired');
  if (!isObject(rows)) {
    reader.reportKind('dependentRequired', 'object', rows);
    return;
  }
  const read: DependentRequired[] = [];
  for (const [name, names] of Object.entries(rows)) {
    if (isTexts(names)) read.push({ name, required: names });
    else {
      const finding = { keyword: name, expected: 'strings', found: formatKind(names) } as const;
      reader.context.report('wrong-kind', buildChildOrigin(place, name), { variant: 'member', ...finding });
    }
  }
  schema.dependentRequired = [...(schema.dependentRequired ?? []), ...read];
}

/** Reads `dependencies` of older drafts as `dependentRequired` and `dependentSchemas`, which replaced it. */
export function readDependencies(schema: SchemaDraft, reader: SchemaReader): void {
  const required: DependentRequired[] = [];
  const schemas: Property[] = [];
  const openEntry = openEntries(reader, 'dependencies');
  for (const node of reader.map('dependencies') ?? []) {
    if (isTexts(node.value)) required.push({ name: node.name, required: node.value });
    else schemas.push({ name: node.name, schema: openEntry(node) });
  }
  reader.context.report('old-keyword', reader.at('dependencies'), { variant: 'dependencies' }, 'key');
  if (required.length > 0) schema.dependentRequired = [...(schema.dependentRequired ?? []), ...required];
  if (schemas.length > 0) schema.dependentSchemas = [...(schema.dependentSchemas ?? []), ...schemas];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/**
 * Reads `pattern` (validation, 6.3.3). A text that is not a regular expression of JavaScript is reported and not
 * checked.
 */
export function readPattern(schema: SchemaDraft, reader: SchemaReader): void {
  const pattern = reader.text('pattern');
  const read = pattern === undefined ? undefined : readExpression(reader.context, reader.at('pattern'), pattern);
  if (read !== undefined) schema.pattern = read;
}

/**
 * Reads `patternProperties` (core, 10.3.2.2). A name that is not a regular expression of JavaScript is reported. It can
 * match any name, so all names and their values are accepted.
 */
export function readPatternProperties(schema: SchemaDraft, reader: SchemaReader): void {
  const { context } = reader;
  const openEntry = openEntries(reader, 'patternProperties');
  schema.patternProperties = (reader.map('patternProperties') ?? []).map((node): PatternProperty => {
    const read = openEntry(node);
    const pattern = readExpression(context, node.origin, node.name, 'key');
    if (pattern !== undefined) return { pattern, schema: read };
    return { pattern: '.*', schema: context.schemas.at({ origin: node.origin, value: true }) };
  });
}

/** Returns a pattern as JavaScript reads it. Reports a pattern of another dialect, and returns `undefined` if its meaning is lost. */
function readExpression(context: BuildContext, origin: Origin, written: string, at?: 'key'): string | undefined {
  // With the Unicode flag, JavaScript refuses what it does not know.
  if (tryCompile(written)?.unicode) return written;
  const pattern = written.replace(/^\\A/, '^').replace(/\\[Zz]$(?<=(?:^|[^\\])(?:\\\\)*\\.)/, '$');
  const expression = tryCompile(pattern);
  const construct = expression?.unicode ? undefined : findForeignConstruct(pattern);
  if (expression && construct === undefined) {
    if (pattern !== written) context.report('foreign-anchor', origin, { written, pattern }, at);
    return pattern;
  }
  context.report('pattern-not-understood', origin, { pattern: written, construct }, at);
  return undefined;
}

// What other dialects know, and JavaScript without the Unicode mode reads as ordinary characters (ECMA-262, B.1.2): escaped
// letters, POSIX classes and repetitions without a minimum. The first alternative has the escapes of JavaScript.
const tokens =
  /\\(?:[dDwWsSbBfnrtv]|c[A-Za-z]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|k<[^<>\\]*>|[^A-Za-z])|(?<letter>\\[A-Za-z])|(?<posix>\[(?<mark>[:.=])[\w-]+\k<mark>\])|(?<repetition>\{,\d+\})|[[\]]/g;

function findForeignConstruct(pattern: string): string | undefined {
  let isInClass = false;
  for (const { 0: token, groups: { letter, posix, repetition } = {} } of pattern.matchAll(tokens)) {
    const found = letter ?? (isInClass ? posix : repetition);
    if (found !== undefined) return found;
    if (token === '[') isInClass = true;
    else if (token === ']') isInClass = false;
  }
  return undefined;
}

function tryCompile(pattern: string): RegExp | undefined {
  try {
    return compilePattern(pattern);
  } catch {
    return undefined;
  }
}

/** Reads `example` and `examples` into one list. If `examples` is a map, as in other objects, its values are read. */
export function readExamples(schema: SchemaDraft, reader: SchemaReader): void {
  if (schema.examples) return;
  const all: JsonValue[] = [];
  const list = reader.data('examples');
  if (Array.isArray(list)) all.push(...list);
  else if (list !== undefined)
    reader.context.report('read-as', reader.at('examples'), {
      variant: 'documentation',
      keyword: 'examples',
      expected: 'list',
      found: formatValue(list),
    });
  const single = reader.data('example');
  if (single !== undefined) all.push(single);
  schema.examples = all;
}
