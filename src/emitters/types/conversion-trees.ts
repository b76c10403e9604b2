import { listParts } from '../../model/value-tree.js';
import { code, encodeString, printArray } from '../../typescript/code.js';
import type { ConversionPlan, Conversions } from '../../views/conversions.js';
import { importRuntimeType } from '../runtime-references.js';
import { type Described, TreePrinter } from '../value-trees.js';

/** The printer of conversions, for clients, servers and validators. */
export type ConversionPrinter = TreePrinter<NonNullable<ConversionPlan['own']>>;

/** Creates the printer of conversions. */
export function createConversionPrinter(described: Described, conversions: Conversions): ConversionPrinter {
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
