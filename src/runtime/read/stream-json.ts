import { isJson } from '../values/is-json.js';
import { type StreamContext, StreamItemError } from '../values/stream-types.js';
import { checkItemSize, decodeText, parseItem, splitText } from './stream-text.js';

/** Reads JSON Lines: one JSON text per line. Ignores blank lines. */
export async function* readJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
): AsyncGenerator<unknown, void, void> {
  for await (const [line] of splitText(decodeText(bytes, context.operation), '\n', context)) {
    if (line.trim() !== '') yield parseItem(line, context);
  }
}

/** Reads a JSON text sequence (RFC 7464). Returns each text at its line feed. */
export async function* readJsonSequence(
  bytes: AsyncIterable<Uint8Array>,
  context: StreamContext,
): AsyncGenerator<unknown, void, void> {
  let text = '';
  // Whether a separator was read. Several in a row count as one (2.1).
  let isOpen = false;
  for await (const chunk of decodeText(bytes, context.operation)) {
    const [rest = '', ...next] = chunk.split('\u001e');
    text += rest;
    for (const begun of next) {
      if (text.trim() !== '') yield parseElement(text, isOpen, context);
      text = begun;
      isOpen = true;
    }
    if (isOpen && /[\w"\]}]\s*\n$/.test(text.slice(-80)) && isJson(text)) {
      yield parseElement(text, isOpen, context);
      text = '';
      isOpen = false;
    }
    checkItemSize(text.length, context);
  }
  if (text.trim() !== '') yield parseElement(text, isOpen, context);
}

// A number or literal without white space after it may be cut off (2.4).
function parseElement(text: string, isOpen: boolean, context: StreamContext): unknown {
  if (!isOpen || /^\s*[-\w](.*\S)?$/s.test(text)) throw new StreamItemError(context.operation, text);
  return parseItem(text, context);
}
