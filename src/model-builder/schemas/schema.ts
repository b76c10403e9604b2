import type { ObjectValue } from '../../model/is-object.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import { readElement } from '../items/element.js';
import { readIdentifier, readTransitions } from '../items/extensions.js';
import type { Draft } from '../node.js';
import { ObjectReader } from '../object-reader.js';
import { reportIgnoredSiblings } from '../reference.js';
import { addNullable } from './nullable.js';
import { keywordReaders } from './schema-keywords.js';
import { readSchemaReference } from './schema-reference.js';

/** Completes the schema at `origin` from its keywords (Schema Object, OpenAPI 3.2, 4.24). */
export function readKeywords(context: BuildContext, value: ObjectValue, schema: Draft<KeywordSchema>): void {
  const { origin } = schema;
  const reader = new ObjectReader(context, 'Schema Object', origin, value);
  const reference = value['$ref'];
  if (reference !== undefined) {
    const target = readSchemaReference(reader);
    if (target) schema.ref = target;
    // OpenAPI 3.0, 4.7.23: keywords beside the reference are ignored.
    if (context.version === '3.0' && reference !== null) {
      reportIgnoredSiblings(reader, ['$ref']);
      return;
    }
  }
  for (const keyword in value) keywordReaders.get(keyword)?.(schema, reader);
  if (context.version === '3.0' && schema.types?.includes('array') && !reader.has('items'))
    reader.reportAbsent('items', 'items');
  addNullable(schema, reader);
  readExtensions(schema, reader);
  reader.close();
}

function readExtensions(schema: Draft<KeywordSchema>, reader: ObjectReader<'Schema Object'>): void {
  const { notShown, source } = readElement(reader);
  schema.notShown = notShown;
  schema.source = source;
  const identifier = readIdentifier(reader);
  if (identifier !== undefined) schema.identifier = identifier;
  const transitions = readTransitions(reader);
  if (transitions) schema.transitions = transitions;
}
