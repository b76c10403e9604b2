import { readEnumeration } from '../../model/read-enumeration.js';
import type { KeywordSchema } from '../../model/schema.js';
import { code } from '../../typescript/code.js';
import { type Site, testSite, writeFailureIf, writeReport } from './context.js';
import { equalityTest } from './equality.js';
import { testKinds } from './kind-tests.js';

/** Writes what a `values` item asks for: values that are not listed are told, or refused where the function is for a server's own output. */
export function writeShownValues(site: Site, schema: KeywordSchema): void {
  const { context } = site;
  const rule = context.program.valuesRule(schema, context.rules);
  const item = schema.notShown.find((each) => each.kind === 'values');
  const enumeration = readEnumeration(schema);
  if (rule === undefined || !item || !enumeration) return;
  if (rule === 'open' && context.shape === 'guard') return;
  const { known, nullable } = enumeration;
  const value = context.freshen(site.value);
  const { bad, expected } = equalityTest(testSite(context, value), nullable ? [...known, null] : known, value.kinds);
  if (rule === 'closed') {
    // Its own list has been checked like any other.
    if (schema.enum || schema.const !== undefined) return;
    writeFailureIf(site, bad, schema, 'x-not-shown', expected);
    if (context.shape === 'guard') context.markNarrowed(value);
    return;
  }
  // Of another type than the known values it has been refused already.
  const kinds = testKinds(
    value.name,
    value.kinds,
    new Set(known.map((each) => (typeof each === 'string' ? 'string' : 'number'))),
    context.program.isExact,
  );
  const probe = context.declareValue(value.name);
  const told = equalityTest(testSite(context, probe), known, probe.kinds);
  context.lines.block(code`if (${kinds.ok})`, () => {
    context.lines.block(code`if (${told.bad})`, () => context.lines.add(writeReport(site, site.path, item.id)));
  });
}
