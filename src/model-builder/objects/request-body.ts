import type { RequestBody } from '../../model/api.js';
import type { BuildContext, Node } from '../context.js';
import { readElement } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readReferable } from '../reference.js';
import { readContentMap } from './media-type.js';

/** Reads a Request Body Object, or a reference to one (OpenAPI 3.2, 4.13). */
export function readRequestBody(context: BuildContext, node: Node): RequestBody | undefined {
  const { requestBodies: memo } = context.memos;
  return readReferable(context, node, { kind: 'Request Body Object', memo, overridden: ['description'], read });
}

function read(reader: ObjectReader<'Request Body Object'>): RequestBody {
  const content = readContentMap(reader);
  if (!content) reader.reportAbsent('content', 'media-types');
  const { origin, notShown, source } = readElement(reader);
  return {
    origin,
    notShown,
    source,
    required: reader.flag('required') ?? false,
    ...reader.presentTexts('description'),
    content: content ?? [],
  };
}
