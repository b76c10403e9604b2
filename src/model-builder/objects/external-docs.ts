import type { ExternalDocs } from '../../model/element.js';
import { type ObjectReader, readObject } from '../object-reader.js';

/** Reads the External Documentation Object of an object (OpenAPI 3.2, 4.11). */
export function readExternalDocs(
  parent:
    | ObjectReader<'OpenAPI Object'>
    | ObjectReader<'Operation Object'>
    | ObjectReader<'Schema Object'>
    | ObjectReader<'Tag Object'>,
): ExternalDocs | undefined {
  return readObject(parent.context, 'External Documentation Object', parent.node('externalDocs'), (reader) => ({
    url: reader.textOr('url', ''),
    ...reader.presentTexts('description'),
  }));
}
