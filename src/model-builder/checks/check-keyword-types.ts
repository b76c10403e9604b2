import { buildChildOrigin } from '../../diagnostics/origin.js';
import { findValue } from '../../document/resolve.js';
import type { KeywordSchema } from '../../model/schema.js';
import {
  findSchemaKeyword,
  isMember,
  listKeywords,
  listMembersAbout,
  listMembersOfKeyword,
  listPresent,
  type SchemaMember,
  schemaKeywordNames,
} from '../../model/schema-keywords.js';
import type { BuildContext } from '../context.js';
import { anyType, buildTypes, getOwnTypes, nameTypes } from '../schemas/schema-types.js';

const groups = (['number', 'string', 'array', 'object'] as const).map((type) => ({
  types: buildTypes([type]),
  keywords: new Set(listMembersAbout(type, ['assertion', 'applicator'])),
}));

const grouped: ReadonlySet<SchemaMember> = new Set(groups.flatMap(({ keywords }) => [...keywords]));

// Lists the keywords, older ones included, that become a member of the model.
function listSpellings(member: SchemaMember): string[] {
  return schemaKeywordNames.filter((keyword) => keyword === member || listMembersOfKeyword(keyword).includes(member));
}

/** Reports the keywords of a schema that apply only to values that its `type` excludes. */
export function checkKeywordTypes(context: BuildContext, schema: KeywordSchema): void {
  const own = getOwnTypes(schema);
  // Most schemas have no such keyword.
  if (own === anyType || listPresent(schema, grouped).length === 0) return;
  for (const { types, keywords } of groups) {
    if ((own & types) !== 0) continue;
    for (const keyword of listPresent(schema, keywords)) {
      const written = listSpellings(keyword).find((name) => isWritten(context, schema, name));
      if (written === undefined) continue;
      const finding = { keyword: written, types: nameTypes(types), own: nameTypes(own) };
      const place = buildChildOrigin(schema.origin, written);
      context.report('no-effect', place, { variant: 'other-type', ...finding }, 'key');
    }
  }
}

// JSON Schema 2020-12, core, 10.2.2 and 10.3.1.3: these keywords have a meaning only beside another keyword.
const companions = new Set(listKeywords(({ needs }) => needs !== undefined).filter(isMember));

/** Reports the keywords of a schema that have no effect because another keyword is missing. */
export function checkCompanions(context: BuildContext, schema: KeywordSchema): void {
  for (const keyword of listPresent(schema, companions)) {
    const { needs: others = [] } = findSchemaKeyword(keyword);
    if (others.some((other) => schema[other] !== undefined)) continue;
    const place = buildChildOrigin(schema.origin, keyword);
    context.report('no-effect', place, { variant: 'alone', keyword, others }, 'key');
  }
}

function isWritten({ document }: BuildContext, { origin }: KeywordSchema, keyword: string): boolean {
  return findValue(document, buildChildOrigin(origin, keyword)) !== undefined;
}
