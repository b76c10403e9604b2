import type { Schema } from '../model/schema.js';
import type { Subschema } from '../model/walk-schemas.js';
import { joinNames, nameType } from './identifiers.js';
import { listNonNullMembers } from './needs-name.js';

/** The schema around a part. */
interface Whole {
  /** Its name, or the name of its place. */
  readonly name: string;
  /** Whether a type has that name. */
  readonly isNamed: boolean;
  readonly schema: Schema;
}

/** Names a part of a schema after its place in the schema. */
export function namePart(parent: Whole, part: Subschema): string {
  const { name: whole } = parent;
  const { keyword, key } = part;
  switch (keyword) {
    case 'properties':
      return joinNames(whole, String(key));
    case 'items':
    case 'unevaluatedItems':
      return joinNames(whole, 'Item');
    case 'prefixItems':
      return joinNames(whole, `Item ${Number(key) + 1}`);
    case 'anyOf':
    case 'oneOf':
      return nameOption(parent, part);
    case 'allOf':
    case 'if':
    case 'then':
    case 'else':
      return whole;
    default:
      return joinNames(whole, 'Value');
  }
}

// Longer titles are sentences rather than names.
const longestTitle = 40;

function nameOption({ name: whole, isNamed, schema: parent }: Whole, { key, schema }: Subschema): string {
  const options = parent.kind === 'keywords' ? [...(parent.anyOf ?? []), ...(parent.oneOf ?? [])] : [];
  if (listNonNullMembers(options).length < 2) return isNamed ? joinNames(whole, 'Value') : whole;
  const title = schema.kind === 'boolean' ? undefined : schema.title;
  if (title === undefined || title.length > longestTitle) return joinNames(whole, `Option ${Number(key) + 1}`);
  const { name } = nameType(title, 'Schema');
  return name.startsWith(whole) && name !== whole ? name : joinNames(whole, title);
}
