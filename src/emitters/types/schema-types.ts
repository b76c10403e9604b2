import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Api } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import { listParts, TreePlanner } from '../../model/value-tree.js';
import { type Code, code, encodeString, printArray, printFilled } from '../../typescript/code.js';
import { SchemaDocs } from '../../typescript/doc-comment.js';
import { TypeResolver } from '../../typescript/type-resolver.js';
import type { ConversionPlan, Conversions } from '../../views/conversions.js';
import type { Views } from '../../views/views.js';
import { importRuntimeType } from '../runtime-references.js';
import { type Described, TreePrinter } from '../value-trees.js';

/** The facts about schemas from which their types follow. */
interface TypedSchemas extends Described {
  /** The properties that each view of a schema has. */
  readonly views: Views;
  /** The values whose type in code differs from JSON. */
  readonly conversions: Conversions;
  readonly diagnostics: Diagnostics;
}

/** The types of all schemas in all views, one object per run. */
export interface SchemaTypes extends TypedSchemas {
  /** The doc comments of schemas and parameters. */
  readonly docs: SchemaDocs;
  readonly resolver: TypeResolver;
  /** The printer of the places of gaps. */
  readonly gapPrinter: GapPrinter;
  readonly conversionPrinter: ConversionPrinter;
}

/** Creates the types of schemas. Parts that only some kinds of artifacts need are computed on demand. */
export function createSchemaTypes(given: TypedSchemas): SchemaTypes {
  let resolver: TypeResolver | undefined;
  let gapPrinter: GapPrinter | undefined;
  let conversionPrinter: ConversionPrinter | undefined;
  const types: SchemaTypes = {
    ...given,
    docs: new SchemaDocs(given.conversions),
    get resolver() {
      resolver ??= new TypeResolver(types);
      return resolver;
    },
    get gapPrinter() {
      gapPrinter ??= createGapPrinter(types);
      return gapPrinter;
    },
    get conversionPrinter() {
      conversionPrinter ??= createConversionPrinter(types, given.conversions);
      return conversionPrinter;
    },
  };
  return types;
}

/** The gaps about one value, by id: those that ask for its shape, and those that ask for further fields. */
interface OwnGaps {
  readonly shapes: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

/** The printer of the places of gaps in values. */
type GapPrinter = TreePrinter<OwnGaps>;

/** Creates the printer of the places of gaps. */
function createGapPrinter(input: FieldsInput & Described): GapPrinter {
  const planner = new TreePlanner<OwnGaps>({ readOwn });
  const known = findKnownFields(input);
  return new TreePrinter<OwnGaps>(
    {
      // Most descriptions have no gaps and need no search.
      treeOf: (schema) => (input.api.gaps.length > 0 ? planner.treeOf(schema) : undefined),
      module: 'types/gap-places',
      suffix: 'Places',
      type: importRuntimeType('values/report-gaps', 'GapPlaces'),
      describe: (type) => `Where values of ${type === undefined ? 'this schema' : `\`${type}\``} contain gaps.`,
      listOwn: ({ own }) => [
        ['shapes', printFilled([...(own?.shapes ?? [])].map(encodeString))],
        ['fields', printFilled([...(own?.fields ?? [])].map((id) => printFields(id, known.get(id))))],
      ],
    },
    input,
  );
}

function readOwn(described: ReadonlySet<Schema>): OwnGaps | undefined {
  const shapes = new Set<string>();
  const fields = new Set<string>();
  for (const schema of described) {
    if (schema.kind === 'not-shown') shapes.add(schema.gap.id);
    else for (const { id, kind } of schema.notShown) if (kind === 'fields') fields.add(id);
  }
  return shapes.size + fields.size > 0 ? { shapes, fields } : undefined;
}

function printFields(gap: string, known: readonly string[] = []): Code {
  return printArray([encodeString(gap), printArray(known.map(encodeString))]);
}

/** The schemas with gaps that ask for further fields, and their types. The types are computed on demand. */
export interface FieldsInput {
  readonly api: Api;
  readonly resolver: TypeResolver;
}

/** Returns, for each gap that asks for further fields, the fields that all objects with the gap have. */
export function findKnownFields(input: FieldsInput): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, readonly string[]>();
  for (const schema of input.api.schemas) {
    for (const { id, kind } of schema.notShown) {
      if (kind !== 'fields') continue;
      const { resolver } = input;
      const objects = resolver.members.listObjects(resolver.expand(schema));
      const members = new Set(objects.flatMap((object) => [...object.members.keys()]));
      known.set(id, known.get(id)?.filter((name) => members.has(name)) ?? [...members]);
    }
  }
  return known;
}

/** The printer of conversions, for clients, servers and validators. */
type ConversionPrinter = TreePrinter<NonNullable<ConversionPlan['own']>>;

/** Creates the printer of conversions. */
function createConversionPrinter(described: Described, conversions: Conversions): ConversionPrinter {
  return new TreePrinter(
    {
      module: 'types/conversions',
      suffix: 'Conversion',
      type: importRuntimeType('values/convert', 'Conversion'),
      describe: (type) => (type === undefined ? 'A conversion.' : `The conversion of \`${type}\`.`),
      treeOf: (schema) => conversions.planOf(schema),
      listOwn: ({ own }) => [['formats', own && printArray([...own].map(encodeString))]],
      printLeaf: ([format, other]) => (format && !other ? code`${encodeString(format)}` : undefined),
    },
    described,
  );
}

/** Returns whether a plan contains an `int64`. JSON must then be read and written with all digits. */
export function hasInt64(plan: ConversionPlan): boolean {
  const all = new Set([plan]);
  for (const each of all) {
    if (each.own?.has('int64')) return true;
    for (const part of listParts(each)) all.add(part);
  }
  return false;
}
