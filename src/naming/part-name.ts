import type { Schema } from '../model/schema.js';
import type { Subschema } from '../model/walk-schemas.js';
import { joinNames, nameType } from './identifiers.js';
import { listNonNullMembers } from './needs-name.js';

/** The schema around a part. */
interface ParentSchema {
  /** Its name, or the name of its place. */
  readonly name: string;
  /** Whether a type has that name. */
  readonly isNamed: boolean;
  readonly schema: Schema;
}

/** Names a part of a schema after its place in the schema. */
export function namePart(parent: ParentSchema, part: Subschema): string {
  const { name: parentName } = parent;
  const { keyword, key } = part;
  switch (keyword) {
    case 'properties':
      return joinNames(parentName, String(key));
    case 'items':
    case 'unevaluatedItems':
      return joinNames(parentName, 'Item');
    case 'prefixItems':
      return joinNames(parentName, `Item ${Number(key) + 1}`);
    case 'anyOf':
    case 'oneOf':
      return nameOption(parent, part);
    case 'allOf':
    case 'if':
    case 'then':
    case 'else':
      return parentName;
    default:
      return joinNames(parentName, 'Value');
  }
}

// Longer titles are sentences rather than names.
const longestTitle = 40;

function nameOption({ name: parentName, isNamed, schema: parent }: ParentSchema, { key, schema }: Subschema): string {
  const options = parent.kind === 'keywords' ? [...(parent.anyOf ?? []), ...(parent.oneOf ?? [])] : [];
  if (listNonNullMembers(options).length < 2) return isNamed ? joinNames(parentName, 'Value') : parentName;
  const title = schema.kind === 'boolean' ? undefined : schema.title;
  if (title === undefined || title.length > longestTitle) return joinNames(parentName, `Option ${Number(key) + 1}`);
  const { name } = nameType(title, 'Schema');
  return name.startsWith(parentName) && name !== parentName ? name : joinNames(parentName, title);
}
