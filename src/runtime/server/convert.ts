import { isStructure, Malformed } from '../read/json.js';
import { type Conversion, ConversionError, fromWire, liftIntegers, narrowIntegers, toWire } from '../values/convert.js';
import { readExactJson, writeExactJson } from '../values/exact-json.js';
import { escapeHeader } from '../values/header-text.js';
import { isItems } from '../values/is-iterable.js';
import type { ReadContent } from './body.js';
import type { Change } from './content.js';
import { writeJsonContent } from './reply.js';

/** Creates a reader of content whose JSON keeps all digits of its integers. */
export function readExactly(read: ReadContent): ReadContent {
  return (bytes, options) => read(bytes, { ...options, parse: readExactJson });
}

/** Creates a function that converts a value to what a handler receives. `fill` fills in the defaults first. */
export function convertReceived(conversion: Conversion, fill: Change = (value) => value): Change {
  return (value) => readWire(fill(value), conversion);
}

/** Creates a function that reads the integers in a JSON value: 64-bit ones with all digits, others as numbers. */
export function readIntegers(conversion: Conversion): Change {
  return (value) => narrowIntegers(value, conversion);
}

/** Creates a function that reads the integers in a value of strings. The fields named `documents` contain JSON. */
export function readTextIntegers(conversion: Conversion, documents: readonly string[] = []): Change {
  return (value) => narrowIntegers(convertFields(value, conversion, documents), conversion);
}

function convertFields(value: unknown, conversion: Conversion, documents: readonly string[]): unknown {
  const lifted = liftIntegers(value, conversion);
  if (documents.length === 0 || !isStructure(value) || !isStructure(lifted)) return lifted;
  const own = documents.filter((name) => Object.hasOwn(value, name));
  return { ...lifted, ...Object.fromEntries(own.map((name) => [name, value[name]])) };
}

// Validation may have skipped parts that only a discriminator chooses (OpenAPI 3.2, 4.25.2).
function readWire(value: unknown, conversion: Conversion): unknown {
  try {
    return fromWire(value, conversion);
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    throw new Malformed(`must have ${error.needed} at '${error.instancePath}'`);
  }
}

/** Creates a function that converts a reply to what its caller reads. */
export function readReply(conversion: Conversion): Change {
  return (value) => {
    const text = writeExactJson(toWire(value, conversion));
    return text === undefined ? undefined : readExactJson(text);
  };
}

/** Creates a writer that converts values first. */
export function writeConverted<Content>(
  conversion: Conversion,
  write: (body: unknown) => Content,
): (body: unknown) => Content {
  return (body) => write(toWire(body, conversion));
}

/** Writes JSON, with all digits of its integers. */
export function writeExactContent(body: unknown): string {
  return writeExactJson(body) ?? writeJsonContent(body);
}

/** Creates a writer that converts items first. */
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

/** Creates a writer of headers that are JSON, with all digits of their integers. */
export function headerDocument(conversion: Conversion): Change {
  return (value) => escapeHeader(writeExactJson(toWire(value, conversion)));
}
