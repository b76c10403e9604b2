import { SizeLimitError } from '../values/errors.js';
import { type StreamContext, StreamItemError } from '../values/stream-types.js';

/**
 * Decodes UTF-8 that may be split anywhere, without a leading byte order mark. `replace`: replaces bytes that are not
 * UTF-8. By default, they cause a `StreamItemError`.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  operation: string,
  replace = false,
): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: !replace });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new StreamItemError(operation, '', 'is not UTF-8');
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

/** Throws if the part of a stream that has to be read at once is too large. */
export function checkItemSize(size: number, { maxBytes, operation }: StreamContext): void {
  if (size > maxBytes) {
    throw new SizeLimitError(`${operation}: an item of the stream is larger than maxBytes (${maxBytes})`);
  }
}

/** Splits text at a character. Returns each piece, and whether a separator follows it. */
export async function* splitText(
  texts: AsyncIterable<string>,
  separator: string,
  context: StreamContext,
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
    checkItemSize(rest.length, context);
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
