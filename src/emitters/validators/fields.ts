import type { JsonValue } from '../../model/element.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { code, encodeString, importType, type Reference } from '../../typescript/code.js';
import { type Case, importAssertion, mostListed, readField, runtimeModule, splitList } from './body.js';
import { type Condition, compare, test } from './conditions.js';
import { equalsOne, writeSet } from './constants.js';
import type { FunctionContext, Site } from './program.js';
import { writeInParts, writePartCall } from './references.js';

type NameContext = Pick<FunctionContext, 'module' | 'program'>;

// For longer lists, the output uses a set.
const mostCompared = 12;

/** Writes the conditions under which `properties` or `patternProperties` apply to a field. */
export function listNameTests(context: NameContext, schema: KeywordSchema, key: Reference): Condition[] {
  const names = schema.properties?.map((property) => property.name) ?? [];
  const patterns = (schema.patternProperties ?? []).map(({ pattern }) => pattern);
  return [
    ...(names.length > mostCompared
      ? [test(code`${writeSet(context.module, names.map(encodeString))}.has(${key})`)]
      : names.map((name) => compare(key, '===', encodeString(name)))),
    ...(patterns.length > mostListed
      ? [
          test(
            code`${importAssertion('matchesAny')}(${key}, ${context.program.emitPatterns(context.module, schema, patterns)})`,
          ),
        ]
      : patterns.map((pattern) => matchesName(context, schema, pattern, key))),
  ];
}

/** Writes the condition that a field's name matches a pattern. */
export function matchesName(
  { module, program }: NameContext,
  schema: KeywordSchema,
  pattern: string,
  key: Reference,
): Condition {
  return test(code`${program.emitPattern(module, schema, pattern)}.test(${key})`);
}

/** Writes the checks of a list of fields of an object, in several functions if the list is long. */
export function writeFieldParts<Member>(
  site: Site,
  fields: Reference,
  list: readonly Member[],
  write: (site: Site, fields: Reference, part: readonly Member[]) => void,
): void {
  writeInParts(site, list, (inner, part) => write(inner, inner === site ? fields : writeFieldList(inner), part));
}

/** Declares a name for each field of an object. */
export function writeFieldList({ context, value }: Site): Reference {
  const fields = context.names.name('fields');
  const type = importType(runtimeModule, 'UnknownFields');
  context.lines.declare(fields, code`const ${fields} = ${value.name} as ${type};`);
  return fields;
}

/**
 * Returns whether the rules of the function require a field. `own` is the property in the schema that is being written,
 * which may be a branch of the root. `isListed`: `required` contains its name.
 */
export function isRequired({ context, root }: Site, name: string, own: Schema | undefined, isListed: boolean): boolean {
  const { places, types } = context.program;
  const { view, filled } = context.rules;
  // Received values have no defaults before these are filled in. Only a default replaces a field that is not listed.
  const isOnWire = view === 'received' && !filled;
  if (!isListed && (isOnWire || view !== 'received')) return false;
  // A member of `allOf` may require a property that another one describes.
  const known = places.listDescribed(root, name);
  const described = !own || known.includes(own) ? known : [own, ...known];
  return isOnWire
    ? !described.some((property) => types.views.isHidden(property, view))
    : types.views.isPresent(described, isListed, view);
}

/** The code for some values of a property. */
export interface TagCase {
  readonly values: readonly JsonValue[];
  readonly write: (site: Site) => void;
}

/**
 * Writes blocks from which the value of a property chooses one. Splits very many blocks into groups with one function
 * each. `listRest` lists the blocks for other values.
 */
export function writeByTag(
  site: Site,
  property: string,
  cases: readonly TagCase[],
  listRest: (tag: Reference) => readonly Case[],
): void {
  const { context } = site;
  const tag = context.declareField(readField(writeFieldList(site), property), property);
  const groups = splitList(cases).map(
    (group): TagCase => ({
      values: group.flatMap(({ values }) => values),
      write: () => writePartCall(site, (inner) => writeByTag(inner, property, group, () => [])),
    }),
  );
  const blocks = (groups.length > 1 ? groups : cases).map(
    ({ values, write }): Case => ({ test: equalsOne(context, tag.name, values).ok, write: () => write(site) }),
  );
  context.lines.chain([...blocks, ...listRest(tag.name)]);
}
