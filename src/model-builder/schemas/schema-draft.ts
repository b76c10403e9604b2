import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { KeywordHolding } from '../../model/schema-keywords.js';
import type { Draft, Node } from '../context.js';
import { isReference, type ObjectReader } from '../object-reader.js';

/** Reads one keyword into the schema that is being built. */
export type KeywordReader = (schema: SchemaDraft, reader: SchemaReader) => void;

/** A schema that is being built. */
export type SchemaDraft = Draft<KeywordSchema>;

/** The reader of a Schema Object. */
export type SchemaReader = ObjectReader<'Schema Object'>;

/** Returns a function that finds the schemas of the entries of a map or list. */
export function openEntries(
  reader: SchemaReader,
  keyword: KeywordHolding<'schema[]' | 'schema{}' | 'schema{pattern}'> | 'items',
): (node: Node) => Schema {
  const { schemas } = reader.context;
  if (!isReference(reader.value[keyword])) return (node) => schemas.at(node);
  const place = reader.at(keyword);
  return (node) => schemas.entry(place, node);
}
