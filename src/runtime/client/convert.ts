import { type Conversion, ConversionError, fromWire, liftIntegers, toWire } from '../values/convert.js';
import { InvalidInputError } from '../values/errors.js';
import { readExactJson, writeExactJson } from '../values/exact-json.js';
import { type Draft, setContentType } from '../write/draft.js';
import { checkJson } from '../write/json.js';
import { type BodyReader, decoder } from './client.js';

/**
 * Converts an argument to what is sent. Throws under the argument's name if a `Date` or `bigint` in it cannot be sent.
 */
export function sentValue(name: string, value: unknown, conversion: Conversion): unknown {
  try {
    return toWire(value, conversion);
  } catch (error) {
    throw error instanceof ConversionError
      ? new InvalidInputError(name + error.instancePath, `must be ${error.needed}`)
      : error;
  }
}

/** Writes an argument as JSON, with all digits of its integers. Returns `undefined` for `undefined`. */
export function sentJson(name: string, value: unknown, conversion: Conversion): string | undefined {
  return exactText(name, sentValue(name, value, conversion));
}

/**
 * Writes a value as JSON, with all digits of its integers. Throws under the parameter's name if JSON cannot express the
 * value.
 */
export function exactText(name: string, sent: unknown): string | undefined {
  const text = writeExactJson(sent);
  checkJson(name, sent, text);
  return text;
}

/** Sends a JSON body (RFC 8259), with all digits of its integers, unless it is `undefined`. */
export function exactJsonBody(draft: Draft, value: unknown, conversion: Conversion, contentType: string): void {
  if (value === undefined) return;
  setContentType(draft, contentType);
  draft.init.body = sentJson('body', value, conversion) ?? '';
}

/** Parses JSON of any media type, with all digits of its integers. */
export function readExactBody(_headers: Headers, bytes: Uint8Array<ArrayBuffer>): unknown {
  return readExactJson(decoder.decode(bytes));
}

/** Creates a reader that converts what another one reads. Throws if the value does not match the description. */
export function convertedResponse(conversion: Conversion, read: BodyReader): BodyReader {
  return (...response) => fromWire(read(...response), conversion);
}

/**
 * Creates the function that converts typed headers by name. A header that does not match the description is
 * `undefined`.
 */
export function convertHeaders(
  conversions: Readonly<Record<string, Conversion>>,
): (name: string, value: unknown) => unknown {
  return (name, value) => {
    const conversion = conversions[name];
    if (!conversion) return value;
    try {
      const converted = fromWire(liftIntegers(value, conversion), conversion);
      // An integer that a number cannot hold exactly was read as text. Any other text does not match.
      return conversion === 'int64' && typeof converted === 'string' ? undefined : converted;
    } catch {
      return undefined;
    }
  };
}
