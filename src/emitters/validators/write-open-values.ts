import { readEnumeration } from '../../model/read-enumeration.js';
import { hasOpenValues, type KeywordSchema } from '../../model/schema.js';
import { code } from '../../typescript/code.js';
import { encodeString } from '../../typescript/encode.js';
import { listOpenTypes } from './analysis/checked-keywords.js';
import { allKinds, reduceKinds } from './analysis/kinds.js';
import {
  buildTestSite,
  type PointerContext,
  printPath,
  printPointer,
  type Site,
  type TestContext,
  type Uses,
} from './context.js';
import { buildEqualityTest } from './equality.js';
import { formatValues } from './expectation.js';
import { writeKindTest } from './kind-tests.js';

/** The members of the function that the code in this file uses. */
export type OpenValuesContext = Uses<'declareValue' | 'found' | 'redeclare' | 'lines' | 'shape', 'isExact'> &
  PointerContext &
  TestContext;

/** Writes the check of a `values` item into a collector. It reports or refuses values that are not in the list. */
export function writeOpenValues(site: Site<OpenValuesContext>, schema: KeywordSchema): void {
  const { context } = site;
  if (context.shape === 'guard' || !hasOpenValues(schema)) return;
  const item = schema.notShown.find((each) => each.kind === 'values');
  const enumeration = readEnumeration(schema);
  if (!item || !enumeration) return;
  const { known, nullable } = enumeration;
  const values = nullable ? [...known, null] : known;
  const value = context.redeclare(site.value);
  // A value of another type was already refused.
  const types = listOpenTypes(schema) ?? known.map((each) => (typeof each === 'string' ? 'string' : 'number'));
  const kinds = reduceKinds(
    allKinds,
    types.filter((type) => type !== 'null'),
  );
  const probe = context.declareValue(value.name);
  const { bad } = buildEqualityTest(buildTestSite(context, probe), values, probe.kinds);
  const keyword = schema.const !== undefined ? 'const' : schema.enum ? 'enum' : 'x-not-shown';
  const found = code`${printPath(site.path)}, ${printPointer(context, schema, keyword)}, '${keyword}', ${encodeString(formatValues(values))}`;
  context.lines.blockIf(writeKindTest(value.name, value.kinds, kinds, context.program.isExact).ok, () => {
    context.lines.addIf(bad, code`${context.found}.unlisted(${found}, ${encodeString(item.id)});`);
  });
}
