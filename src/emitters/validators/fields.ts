import type { JsonValue } from '../../model/element.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { code, encodeString, importType, type Reference } from '../../typescript/code.js';
import { type Case, importAssertion, mostListed, nameLocal, runtimeModule, splitList } from './body.js';
import { type Condition, compare, test } from './conditions.js';
import { equalsOne, printSet } from './constants.js';
import type { FunctionContext, Site } from './program.js';
import { printInParts, printPartCall } from './references.js';

type NameContext = Pick<FunctionContext, 'module' | 'program'>;

// For longer lists, the output uses a set.
const mostCompared = 12;

/** Prints the conditions under which `properties` or `patternProperties` apply to a field. */
export function listNameTests(context: NameContext, schema: KeywordSchema, key: Reference): Condition[] {
  const names = schema.properties?.map((property) => property.name) ?? [];
  const patterns = (schema.patternProperties ?? []).map(({ pattern }) => pattern);
  return [
    ...(names.length > mostCompared
      ? [test(code`${printSet(context.module, names.map(encodeString))}.has(${key})`)]
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

/** Prints the condition that a field's name matches a pattern. */
export function matchesName(
  { module, program }: NameContext,
  schema: KeywordSchema,
  pattern: string,
  key: Reference,
): Condition {
  return test(code`${program.emitPattern(module, schema, pattern)}.test(${key})`);
}

/** Prints the checks of a list of fields of an object, in several functions if the list is long. */
export function printFieldParts<Member>(
  site: Site,
  fields: Reference,
  list: readonly Member[],
  print: (site: Site, fields: Reference, part: readonly Member[]) => void,
): void {
  printInParts(site, list, (inner, part) => print(inner, inner === site ? fields : printFieldList(inner), part));
}

/** Returns the name of the fields of an object, which is declared once per block. */
export function printFieldList({ context, value }: Site): Reference {
  const { lines } = context;
  return lines.share(context.findFirstName(value.name), () => {
    const fields = nameLocal('fields');
    const type = importType(runtimeModule, 'UnknownFields');
    lines.declare(fields, code`const ${fields} = ${value.name} as ${type};`);
    return fields;
  });
}

/**
 * Returns whether the rules of the function require a field. `own` is the property in the schema that is being printed,
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
  readonly print: (site: Site) => void;
}

/**
 * Prints blocks from which the value of a property chooses one. Splits very many blocks into groups with one function
 * each. `listRest` lists the blocks for other values.
 */
export function printByTag(
  site: Site,
  property: string,
  cases: readonly TagCase[],
  listRest: (tag: Reference) => readonly Case[],
): void {
  const { context } = site;
  const tag = context.declareField(printFieldList(site), property);
  const groups = splitList(cases).map(
    (group): TagCase => ({
      values: group.flatMap(({ values }) => values),
      print: () => printPartCall(site, (inner) => printByTag(inner, property, group, () => [])),
    }),
  );
  const blocks = (groups.length > 1 ? groups : cases).map(
    ({ values, print }): Case => ({ test: equalsOne(context, tag.name, values).ok, print: () => print(site) }),
  );
  context.lines.chain([...blocks, ...listRest(tag.name)]);
}
