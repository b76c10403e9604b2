import type { Draft } from './client.js';
import { InvalidInputError } from './client-errors.js';
import { addDescribed, addValue, sendMultipart, startMultipart } from './write-part.js';

/** The media types of parts by their position. Without media types, the value of a part determines its media type. */
export interface PositionalTypes {
  readonly first: readonly (readonly string[])[];
  readonly others: readonly string[];
}

/** Sends a multipart body whose parts have positions and no names (OpenAPI 3.2, 4.14.5.2), unless it is `undefined`. */
export function positionalBody(
  draft: Draft,
  body: unknown,
  mediaType: string,
  { first, others }: PositionalTypes,
): void {
  if (body === undefined) return;
  if (!Array.isArray(body)) throw new InvalidInputError('body', 'must be an array of parts');
  const form = startMultipart();
  for (const [index, part] of body.entries()) {
    addDescribed(form, part, (content) => addValue(form, undefined, content, first[index] ?? others));
  }
  sendMultipart(draft, form, mediaType);
}
