import { getTitle, listFields, type ObjectKind, tabledObjects } from '../model/openapi-objects.js';
import { findSchemaKeyword, schemaKeywordNames } from '../model/schema-keywords.js';

type Since = '3.1' | '3.2';

/** The version that added each keyword of an object; `undefined` for the keywords of 3.0. */
const versions: ReadonlyMap<ObjectKind, ReadonlyMap<string, Since | undefined>> = new Map([
  ...tabledObjects.map((object) => [getTitle(object), listVersions(listFields(object))] as const),
  ['Schema Object', listVersions(schemaKeywordNames.map((name) => ({ name, ...findSchemaKeyword(name) })))],
]);

// Leaves out `*`, the sign for names that the author chooses.
function listVersions(
  fields: readonly { readonly name: string; readonly since?: Since }[],
): Map<string, Since | undefined> {
  return new Map(fields.filter(({ name }) => name !== '*').map(({ name, since }) => [name, since]));
}

/** Returns the keywords of an object, each with the version that added it; `undefined` for the keywords of 3.0. */
export function listKeywordVersions(kind: ObjectKind): ReadonlyMap<string, Since | undefined> {
  return versions.get(kind) ?? new Map();
}
