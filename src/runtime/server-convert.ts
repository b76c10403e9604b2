import { type Conversion, ConversionError, fromWire, liftIntegers, narrowIntegers, toWire } from './convert.js';
import { readExactJson, writeExactJson } from './exact-json.js';
import { isItems } from './is-iterable.js';
import type { ReadContent } from './read-body.js';
import { isStructure, Malformed } from './read-json.js';
import { writeJsonContent } from './server-reply.js';
import { escapeHeader } from './write-header-text.js';

type Change = (value: unknown) => unknown;

/** Creates a reader of content that reads JSON with all digits of its integers. */
export function readExactly(read: ReadContent): ReadContent {
  return (bytes, options) => read(bytes, { ...options, parse: readExactJson });
}

/** Creates a function that converts a value to what a handler receives. `fill` fills in its defaults first. */
export function convertReceived(conversion: Conversion, fill: Change = (value) => value): Change {
  return (value) => readWire(fill(value), conversion);
}

/**
 * Creates a function that reads the integers in a value of JSON: those of 64 bits with all digits, others as numbers.
 */
export function readIntegers(conversion: Conversion): Change {
  return (value) => narrowIntegers(value, conversion);
}

/** Creates the same function for a value of text, in which the fields named `documents` are JSON. */
export function readTextIntegers(conversion: Conversion, documents: readonly string[] = []): Change {
  return (value) => narrowIntegers(convertFields(value, conversion, documents), conversion);
}

function convertFields(value: unknown, conversion: Conversion, documents: readonly string[]): unknown {
  const lifted = liftIntegers(value, conversion);
  if (documents.length === 0 || !isStructure(value) || !isStructure(lifted)) return lifted;
  const own = documents.filter((name) => Object.hasOwn(value, name));
  return { ...lifted, ...Object.fromEntries(own.map((name) => [name, value[name]])) };
}

// Validation may skip what only a discriminator decides (OpenAPI 3.2, 4.25.1).
function readWire(value: unknown, conversion: Conversion): unknown {
  try {
    return fromWire(value, conversion);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new Malformed(`has at '${error.instancePath}' no ${error.needed}`);
  }
}

/** Creates a function that returns a reply as its caller will read it. */
export function readReply(conversion: Conversion): Change {
  return (value) => {
    const text = writeExactJson(toWire(value, conversion));
    return text === undefined ? undefined : readExactJson(text);
  };
}

/** Creates a writer of converted values. */
export function writeConverted<Content>(
  conversion: Conversion,
  write: (body: unknown) => Content,
): (body: unknown) => Content {
  return (body) => write(toWire(body, conversion));
}

/** Writes JSON, integers with all their digits. */
export function writeExactContent(body: unknown): string {
  return writeExactJson(body) ?? writeJsonContent(body);
}

/** Creates a writer of converted items. */
export function convertItems<Content>(
  conversion: Conversion,
  write: (items: unknown, stringify: (item: unknown) => string | undefined) => Content,
): (items: unknown) => Content {
  return (items) => write(isItems(items) ? sendAll(items, conversion) : items, writeExactJson);
}

async function* sendAll(
  items: AsyncIterable<unknown> | Iterable<unknown>,
  conversion: Conversion,
): AsyncGenerator<unknown> {
  for await (const item of items) yield toWire(item, conversion);
}

/** Creates a function that converts the value of a header. */
export function headerValue(conversion: Conversion): Change {
  return (value) => toWire(value, conversion);
}

/** Creates a writer of a header that is JSON, integers with all their digits. */
export function headerDocument(conversion: Conversion): Change {
  return (value) => escapeHeader(writeExactJson(toWire(value, conversion)));
}
