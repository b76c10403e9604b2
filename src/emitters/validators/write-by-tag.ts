import type { JsonValue } from '../../model/element.js';
import type { Reference } from '../../typescript/code.js';
import { allKinds } from './analysis/kinds.js';
import { buildTestSite, type Site, type Uses } from './context.js';
import { buildEqualityTest } from './equality.js';
import type { Case } from './lines.js';
import { readField } from './read-field.js';
import { type FieldPartsContext, writeFieldList } from './write-field-parts.js';
import { splitList } from './write-fields.js';
import { writePartCall } from './write-reference.js';

/** The members of the function that the code in this file uses. */
export type TagContext = Uses<'declareField' | 'module'> & FieldPartsContext;

/** The code for some values of a property. */
export interface TagCase<Context> {
  readonly values: readonly JsonValue[];
  readonly write: (site: Site<Context> | Site) => void;
}

/**
 * Writes blocks from which the value of a property chooses one. Splits very many blocks into groups with one function
 * each. `listRest` lists the blocks for other values.
 */
export function writeByTag<Context extends TagContext>(
  site: Site<Context>,
  property: string,
  cases: readonly TagCase<Context>[],
  listRest: (tag: Reference) => readonly Case[],
): void {
  const { context } = site;
  const fields = writeFieldList(site);
  const tag = context.declareField(readField(fields, property), property);
  const groups = splitList(cases).map((group): TagCase<Context> => {
    const inside = group.map(({ values, write }) => ({ values, write: (inner: Site) => write(inner) }));
    return {
      values: group.flatMap(({ values }) => values),
      write: () => writePartCall(site, (inner) => writeByTag(inner, property, inside, () => [])),
    };
  });
  const blocks = (groups.length > 1 ? groups : cases).map(({ values, write }): Case => {
    const { ok } = buildEqualityTest(buildTestSite(context, tag), values, allKinds);
    return { test: ok, write: () => write(site) };
  });
  context.lines.chain([...blocks, ...listRest(tag.name)]);
}
