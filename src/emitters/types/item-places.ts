import type { Schema } from '../../model/schema.js';
import { TreePlanner } from '../../model/value-tree.js';
import type { Code, CodePart } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { printArray } from '../../typescript/print-literal.js';
import { importRuntimeType } from '../runtime-references.js';
import { type Described, TreePrinter } from '../value-trees.js';
import { type FieldsInput, findKnownFields } from './known-fields.js';

/** The items about one value, by id: those that ask for its shape, and those that ask for further fields. */
interface OwnItems {
  readonly shapes: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
}

/** The printer of the places of items in values. */
export type ItemPrinter = TreePrinter<OwnItems>;

/** Creates the printer of the places of items. */
export function createItemPrinter(input: FieldsInput & Described): ItemPrinter {
  const planner = new TreePlanner<OwnItems>({ readOwn });
  const known = findKnownFields(input);
  return new TreePrinter<OwnItems>(
    {
      // Most descriptions have no items and need no search.
      treeOf: (schema) => (input.api.items.length > 0 ? planner.treeOf(schema) : undefined),
      module: 'types/item-places',
      suffix: 'Places',
      type: importRuntimeType('report-items', 'ItemPlaces'),
      describe: (type) => `Where values of ${type === undefined ? 'this schema' : `\`${type}\``} contain items.`,
      listOwn: ({ own }) => [
        ['shapes', printList([...(own?.shapes ?? [])].map(encodeString))],
        ['fields', printList([...(own?.fields ?? [])].map((id) => printFields(id, known.get(id))))],
      ],
    },
    input,
  );
}

function readOwn(described: ReadonlySet<Schema>): OwnItems | undefined {
  const shapes = new Set<string>();
  const fields = new Set<string>();
  for (const schema of described) {
    if (schema.kind === 'not-shown') shapes.add(schema.item.id);
    else for (const { id, kind } of schema.notShown) if (kind === 'fields') fields.add(id);
  }
  return shapes.size + fields.size > 0 ? { shapes, fields } : undefined;
}

function printFields(item: string, known: readonly string[] = []): Code {
  return printArray([encodeString(item), printArray(known.map(encodeString))]);
}

function printList(items: readonly CodePart[]): Code | undefined {
  return items.length > 0 ? printArray(items) : undefined;
}
