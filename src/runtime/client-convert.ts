import { type BodyReader, type Draft, setContentType } from './client.js';
import { RefusedInputError } from './client-errors.js';
import { type Conversion, ConversionError, fromWire, liftIntegers, toWire } from './convert.js';
import { readExactJson, writeExactJson } from './exact-json.js';
import { checkJson } from './write-json.js';

/** Gives an argument as it is sent; a `Date` or `bigint` that cannot be is refused under its name. */
export function sentValue(name: string, value: unknown, conversion: Conversion): unknown {
  try {
    return toWire(value, conversion);
  } catch (error) {
    throw error instanceof ConversionError ? new RefusedInputError(name + error.instancePath, error.needed) : error;
  }
}

/** Gives an argument as JSON, integers with all their digits; `undefined` for `undefined`. */
export function sentJson(name: string, value: unknown, conversion: Conversion): string | undefined {
  return exactText(name, sentValue(name, value, conversion));
}

/**
 * Gives what is sent as JSON, integers with all their digits; what JSON does not have is refused under the parameter's
 * name.
 */
export function exactText(name: string, sent: unknown): string | undefined {
  const text = writeExactJson(sent);
  checkJson(name, sent, text);
  return text;
}

/** Sends a JSON body (RFC 8259), integers with all their digits, unless it is `undefined`. */
export function exactJsonBody(draft: Draft, value: unknown, conversion: Conversion, contentType: string): void {
  if (value === undefined) return;
  setContentType(draft, contentType);
  draft.init.body = sentJson('body', value, conversion) ?? '';
}

/** Parses JSON with all digits of its integers, whatever its media type is called. */
export function readExactBody(_headers: Headers, text: string): unknown {
  return readExactJson(text);
}

/** Makes a reader give what code has in place of what the wire holds; what is not as declared it does not read. */
export function convertedAnswer(conversion: Conversion, read: BodyReader): BodyReader {
  return (...answer) => fromWire(read(...answer), conversion);
}

/** Makes what converts the typed headers of an answer, by name; what is not as declared is `undefined`. */
export function convertHeaders(
  conversions: Readonly<Record<string, Conversion>>,
): (name: string, value: unknown) => unknown {
  return (name, value) => {
    const conversion = conversions[name];
    if (!conversion) return value;
    try {
      const converted = fromWire(liftIntegers(value, conversion), conversion);
      // An integer that no number holds was read as text; any other text is none.
      return conversion === 'int64' && typeof converted === 'string' ? undefined : converted;
    } catch {
      return undefined;
    }
  };
}
