import { SizeLimitError } from './client-errors.js';
import { type StreamContext, StreamItemError } from './stream-types.js';

/** Decodes UTF-8 that may be split anywhere, without a leading byte order mark. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Splits text at a character. Returns each piece, and whether a separator follows it. */
export async function* splitText(
  texts: AsyncIterable<string>,
  separator: string,
  { maxBytes, operation }: StreamContext,
): AsyncGenerator<readonly [piece: string, isWhole: boolean], void, void> {
  let rest = '';
  for await (const text of texts) {
    // Only the new text is searched.
    const pieces = text.split(separator);
    for (const piece of pieces.slice(0, -1)) {
      yield [rest + piece, true];
      rest = '';
    }
    rest += pieces.at(-1) ?? '';
    if (rest.length > maxBytes) throw new SizeLimitError(operation);
  }
  if (rest !== '') yield [rest, false];
}

/** Parses an item of JSON. Throws a `StreamItemError` with the text if it is not JSON. */
export function parseItem(text: string, { operation, parse = JSON.parse }: StreamContext): unknown {
  try {
    return parse(text);
  } catch {
    throw new StreamItemError(operation, text);
  }
}
