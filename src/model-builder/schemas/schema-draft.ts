import type { KeywordSchema } from '../../model/schema.js';
import type { Draft } from '../node.js';
import type { ObjectReader } from '../object-reader.js';

/** Reads one keyword into the schema that is being built. */
export type KeywordReader = (schema: SchemaDraft, reader: SchemaReader) => void;

/** A schema that is being built. */
export type SchemaDraft = Draft<KeywordSchema>;

/** The reader of a Schema Object. */
export type SchemaReader = ObjectReader<'Schema Object'>;
