import type { Schema } from '../model/schema.js';
import type { Subschema } from '../model/walk-schemas.js';
import { appendName, wishType } from './identifiers.js';
import { nonNullMembers } from './needs-name.js';

/** Names a part of a schema by its place in it; `isNamed` tells whether `whole` is the name of a type or only of a place. */
export function partName(whole: string, { keyword, key, schema }: Subschema, parent: Schema, isNamed: boolean): string {
  switch (keyword) {
    case 'properties':
      return appendName(whole, String(key));
    case 'items':
    case 'unevaluatedItems':
      return appendName(whole, 'Item');
    case 'prefixItems':
      return appendName(whole, `Item ${Number(key) + 1}`);
    case 'anyOf':
    case 'oneOf':
      return optionName(whole, Number(key), schema, parent, isNamed);
    case 'allOf':
    case 'if':
    case 'then':
    case 'else':
      return whole;
    default:
      return appendName(whole, 'Value');
  }
}

// Longer titles are sentences.
const longestTitle = 40;

function optionName(whole: string, index: number, schema: Schema, parent: Schema, isNamed: boolean): string {
  const options = parent.kind === 'keywords' ? [...(parent.anyOf ?? []), ...(parent.oneOf ?? [])] : [];
  if (nonNullMembers(options).length < 2) return isNamed ? appendName(whole, 'Value') : whole;
  const title = schema.kind === 'boolean' ? undefined : schema.title;
  if (title === undefined || title.length > longestTitle) return appendName(whole, `Option ${index + 1}`);
  const { name } = wishType(title, 'Schema');
  return name.startsWith(whole) && name !== whole ? name : appendName(whole, title);
}
