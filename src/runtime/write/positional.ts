import { InvalidInputError } from '../values/errors.js';
import type { Draft } from './draft.js';
import type { WritePart } from './multipart.js';
import { addDescribed, addValue, sendMultipart, startMultipart } from './part.js';

/**
 * Sends a multipart body whose parts have positions and no names (OpenAPI 3.2, 4.14.5.2), unless it is `undefined`.
 * `first` are the writers of the first parts, and `rest` that of all others.
 */
export function positionalBody(
  draft: Draft,
  body: unknown,
  mediaType: string,
  rest: WritePart,
  ...first: readonly WritePart[]
): void {
  if (body === undefined) return;
  if (!Array.isArray(body)) throw new InvalidInputError('body', 'must be an array of parts');
  const form = startMultipart();
  for (const [index, part] of body.entries()) {
    addDescribed(form, part, (content) => (first[index] ?? rest)(form, undefined, content));
  }
  sendMultipart(draft, form, mediaType);
}

/** Creates a writer of a part that gets one of several media types. Without any, its value determines its type. */
export function positionedPart(...mediaTypes: readonly string[]): WritePart {
  return (form, name, value) => addValue(form, name, value, mediaTypes);
}
