import type { ExternalDocs } from '../../model/element.js';
import { omitUndefinedMembers } from '../context.js';
import { type ObjectReader, openObject } from '../object-reader.js';

/** Reads the External Documentation Object of an object (OpenAPI 3.2, 4.11). */
export function readExternalDocs(
  parent:
    | ObjectReader<'OpenAPI Object'>
    | ObjectReader<'Operation Object'>
    | ObjectReader<'Schema Object'>
    | ObjectReader<'Tag Object'>,
): ExternalDocs | undefined {
  const node = parent.node('externalDocs');
  const reader = node && openObject(parent.context, 'External Documentation Object', node);
  if (!reader) return undefined;
  const docs = { url: reader.textOr('url', ''), ...omitUndefinedMembers({ description: reader.text('description') }) };
  reader.close();
  return docs;
}
