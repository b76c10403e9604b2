import type { Draft } from './client.js';
import { InvalidInputError } from './client-errors.js';
import { addDescribed, addValue, sendMultipart, startMultipart } from './write-part.js';

/**
 * Sends a multipart body whose parts have positions and no names (OpenAPI 3.2, 4.14.5.2), unless it is `undefined`.
 * `first` and `rest` are the media types of the parts. Without media types, the value determines the media type.
 */
export function positionalBody(
  draft: Draft,
  body: unknown,
  mediaType: string,
  first: readonly (readonly string[])[],
  others: readonly string[],
): void {
  if (body === undefined) return;
  if (!Array.isArray(body)) throw new InvalidInputError('body', 'must be an array of parts');
  const form = startMultipart();
  for (const [index, part] of body.entries()) {
    addDescribed(form, part, (content) => addValue(form, undefined, content, first[index] ?? others));
  }
  sendMultipart(draft, form, mediaType);
}
