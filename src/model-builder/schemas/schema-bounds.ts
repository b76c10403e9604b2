import type { PlainKeyword } from '../../model/schema-keywords.js';
import type { KeywordReader, SchemaDraft, SchemaReader } from './schema-draft.js';

/** Reads a keyword that holds a count: an integer of at least 0 (JSON Schema 2020-12, validation, 6.3 to 6.5). */
export function readCount(keyword: PlainKeyword<'count'>): KeywordReader {
  return (schema, reader) => {
    const value = reader.number(keyword);
    if (value === undefined) return;
    if (Number.isInteger(value) && value >= 0) schema[keyword] = value;
    else reader.context.report('no-effect', reader.at(keyword), { variant: 'no-count', keyword, value });
  };
}

/** Reads `multipleOf`, a number above 0 (validation, 6.2.1). */
export function readMultipleOf(schema: SchemaDraft, reader: SchemaReader): void {
  const value = reader.number('multipleOf');
  if (value === undefined) return;
  if (value > 0) schema.multipleOf = value;
  else
    reader.context.report('no-effect', reader.at('multipleOf'), {
      variant: 'not-above-zero',
      keyword: 'multipleOf',
      value,
    });
}

/** Reads an exclusive bound: a number or, in OpenAPI 3.0, a boolean that makes the other bound exclusive. */
export function readExclusive(
  keyword: 'exclusiveMaximum' | 'exclusiveMinimum',
  inclusive: 'maximum' | 'minimum',
): KeywordReader {
  return (schema, reader) => {
    const written = reader.value[keyword];
    const isOldForm = typeof written === 'boolean';
    if (isOldForm !== (reader.context.version === '3.0')) reportForm(reader, keyword, isOldForm);
    if (!isOldForm) {
      const value = reader.exactNumber(keyword);
      if (value !== undefined) schema[keyword] = value;
      return;
    }
    if (reader.flag(keyword) !== true) return;
    const value = reader.exactNumber(inclusive);
    if (value !== undefined) schema[keyword] = value;
    else reader.context.report('no-effect', reader.at(keyword), { variant: 'alone', keyword, others: [inclusive] });
  };
}

function reportForm(reader: SchemaReader, keyword: string, isOldForm: boolean): void {
  const { version } = reader.context;
  const finding = { variant: 'read-as-there', keyword, version, since: isOldForm ? '3.0' : '3.1' } as const;
  reader.context.report('other-version-keyword', reader.at(keyword), finding, 'key');
}
