import { SizeLimitError } from './client-errors.js';
import { type StreamContext, StreamItemError } from './stream-types.js';

/** Decodes UTF-8 that was split anywhere; one leading byte order mark is left out. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Splits text at a character, and gives each piece with whether something parted it from the next. */
export async function* splitText(
  texts: AsyncIterable<string>,
  separator: string,
  { maxBytes, operation }: StreamContext,
): AsyncGenerator<readonly [piece: string, isWhole: boolean], void, void> {
  let rest = '';
  for await (const text of texts) {
    // Only what is new is searched.
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

/** Parses an item of JSON; one that is none is an error that holds its text. */
export function parseItem(text: string, { operation, parse = JSON.parse }: StreamContext): unknown {
  try {
    return parse(text);
  } catch {
    throw new StreamItemError(operation, text);
  }
}
