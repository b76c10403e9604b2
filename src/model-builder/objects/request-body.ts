import type { RequestBody } from '../../model/api.js';
import { type BuildContext, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../items/element.js';
import { openObject } from '../object-reader.js';
import { followReference } from '../reference.js';
import { readContentMap } from './media-type.js';

/** Reads a Request Body Object, or a reference to one (OpenAPI 3.2, 4.13). */
export function readRequestBody(context: BuildContext, node: Node): RequestBody | undefined {
  const target = followReference(context, node, 'Request Body Object');
  if (!target) return undefined;
  const body = context.memos.requestBodies.read(target, () => readObject(context, target));
  return body && { ...body, ...omitUndefinedMembers({ description: target.description ?? body.description }) };
}

function readObject(context: BuildContext, node: Node): RequestBody | undefined {
  const reader = openObject(context, 'Request Body Object', node);
  if (!reader) return undefined;
  const content = readContentMap(reader);
  if (!content) reader.reportAbsent('content', 'media-types');
  const { origin, notShown, source } = readElement(reader);
  const body: RequestBody = {
    origin,
    notShown,
    source,
    required: reader.flag('required') ?? false,
    ...omitUndefinedMembers({ description: reader.text('description') }),
    content: content ?? [],
  };
  reader.close();
  return body;
}
