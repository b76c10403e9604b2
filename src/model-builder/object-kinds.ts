import { getTitle, listFields, type ObjectKind, tabledObjects } from '../model/openapi-objects.js';
import { findSchemaKeyword, schemaKeywordNames } from '../model/schema-keywords.js';

type Since = '3.1' | '3.2';

const versions: ReadonlyMap<ObjectKind, ReadonlyMap<string, Since>> = new Map([
  ...tabledObjects.map((object) => [getTitle(object), listVersions(listFields(object))] as const),
  ['Schema Object', listVersions(schemaKeywordNames.map((name) => ({ name, ...findSchemaKeyword(name) })))],
]);

function listVersions(fields: readonly { readonly name: string; readonly since?: Since }[]): Map<string, Since> {
  return new Map(fields.flatMap(({ name, since }) => (since ? [[name, since]] : [])));
}

/** Returns the version that added each keyword of an object, for keywords that 3.0 does not have. */
export function listKeywordVersions(kind: ObjectKind): ReadonlyMap<string, Since> | undefined {
  return versions.get(kind);
}
