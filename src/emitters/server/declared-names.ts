import { listApplied } from '../../model/positions.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { TreePlanner } from '../../model/value-tree.js';
import { listSubschemas, withHolders } from '../../model/walk-schemas.js';
import { type Code, code, encodeString, printArray } from '../../typescript/code.js';
import type { ItemPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { TreePrinter } from '../value-trees.js';

/** Creates the printer of names, whose constants are in `module`. `listNames` lists the names that a schema declares. */
function createNamePrinter(
  { types }: EmitInput,
  module: string,
  listNames: (schema: KeywordSchema) => readonly string[],
): NamePrinter {
  const own = [...types.parts.keys()].filter((each) => each.kind === 'keywords' && listNames(each).length > 0);
  const holders = own.length === 0 ? new Set<Schema>() : withHolders(own, types.parts.keys(), listReferred);
  const planner = new TreePlanner<readonly string[]>({
    listDescribing,
    readOwn: (described) => {
      const keywords = [...described].filter((schema) => schema.kind === 'keywords');
      const found = new Set(keywords.flatMap(listNames));
      return found.size > 0 ? [...found] : undefined;
    },
  });
  return new TreePrinter<readonly string[]>(
    {
      module,
      suffix: 'Names',
      type: importRuntimeType('read/names', 'DeclaredNames'),
      describe: (type) => `Names in values of ${type === undefined ? 'a schema' : `\`${type}\``}.`,
      treeOf: (schema) => (holders.has(schema) ? planner.treeOf(schema) : undefined),
      listOwn: (tree) => [['names', tree.own && printArray(tree.own.map(encodeString))]],
    },
    types,
  );
}

function listReferred(schema: Schema): Schema[] {
  const children = schema.kind === 'keywords' ? (schema.discriminator?.inheritance?.children ?? []) : [];
  return [...listSubschemas(schema), ...children].map((part) => part.schema);
}

// Lists the schemas that describe one value, including the children of a parent schema, because the value may match one
// of them.
function listDescribing(schemas: readonly Schema[]): ReadonlySet<KeywordSchema> {
  const found = listApplied({ schemas, chosen: new Set() });
  for (const { discriminator } of found) {
    const targets = discriminator?.mapping.map((row) => row.schema) ?? [];
    const children = discriminator?.inheritance?.children.map((child) => child.schema) ?? [];
    const others = discriminator?.defaultMapping ? [discriminator.defaultMapping] : [];
    const further = { schemas: [...targets, ...children, ...others], chosen: new Set<Schema>() };
    for (const schema of listApplied(further)) found.add(schema);
  }
  return found;
}

/** Creates the printer of the places that declare the names `__proto__` and `constructor`. */
export function createReservedPrinter(input: EmitInput): NamePrinter {
  return createNamePrinter(input, 'server/reserved-names', ({ properties = [] }) =>
    properties.flatMap(({ name }) => (name === '__proto__' || name === 'constructor' ? [name] : [])),
  );
}

/** Prints the function that counts the names in values of a schema, if the schema declares reserved names. */
export function printDeclaredNames(schema: Schema | undefined, { reserved }: ServerInput): Code | undefined {
  const places = schema && reserved.print(schema);
  return places && code`${importRuntimeValue('read/names', 'allowNames')}(${places})`;
}

/** Creates the printer of the places of writeOnly members. */
export function createWriteOnlyPrinter(input: EmitInput): NamePrinter {
  return createNamePrinter(input, 'server/write-only', ({ properties = [] }) =>
    properties.flatMap(({ name, schema }) => (input.types.views.isHidden(schema, 'response') ? [name] : [])),
  );
}

/**
 * Prints a writer that omits writeOnly members of the values of a schema, which "SHOULD NOT be sent as part of the
 * response" (OpenAPI 3.0, 4.7.24.2).
 */
export function omitWriteOnly(schema: Schema | undefined, write: Code, { writeOnly }: ServerInput): Code {
  const places = schema && writeOnly.print(schema);
  return places ? code`${importRuntimeValue('values/write-only', 'withoutNames')}(${places}, ${write})` : write;
}

/** Prints a writer that omits writeOnly members of each item, or of the data of each event. */
export function omitFromItems({ schema, data }: ItemPlan, write: Code, { writeOnly }: ServerInput): Code {
  const written = data ?? schema;
  const places = written && writeOnly.print(written);
  const list = importRuntimeValue('values/write-only', data ? 'eventsWithoutNames' : 'itemsWithoutNames');
  return places ? code`${list}(${places}, ${write})` : write;
}

/** The printer of the places of values that declare some names. Few descriptions have any. */
type NamePrinter = TreePrinter<readonly string[]>;

/** The input of the modules of a server. */
export interface ServerInput extends EmitInput {
  /** The places that declare the names `__proto__` and `constructor`. */
  readonly reserved: NamePrinter;
  /** The places of writeOnly members. */
  readonly writeOnly: NamePrinter;
}
