import { type Code, type CodePart, code, importValue, type Reference } from '../../typescript/code.js';

interface Format {
  /** The runtime module of the function `(text: string) => boolean`. */
  readonly module: string;
  readonly name: string;
  readonly expected: string;
}

const buildTextFormat = (module: string, name: string, expected: string): Format => ({
  module: `runtime/formats-${module}`,
  name,
  expected,
});

/** The string formats that are asserted. Validators ignore all others (JSON Schema 2020-12, validation, 7.2.2). */
const stringFormats: { readonly [format: string]: Format | undefined } = {
  'date-time': buildTextFormat('time', 'isDateTime', 'a date and time such as 2024-01-31T12:00:00Z (RFC 3339)'),
  date: buildTextFormat('time', 'isDate', 'a date such as 2024-01-31 (RFC 3339)'),
  time: buildTextFormat('time', 'isTime', 'a time with offset such as 12:00:00Z (RFC 3339)'),
  duration: buildTextFormat('time', 'isDuration', 'a duration such as P1DT12H (RFC 3339, appendix A)'),
  email: buildTextFormat('mail', 'isEmail', 'an email address (RFC 5321)'),
  'idn-email': buildTextFormat('mail', 'isIdnEmail', 'an email address (RFC 6531)'),
  hostname: buildTextFormat('host', 'isHostname', 'a host name (RFC 1123)'),
  ipv4: buildTextFormat('host', 'isIpv4', 'an IPv4 address'),
  ipv6: buildTextFormat('host', 'isIpv6', 'an IPv6 address (RFC 4291)'),
  uri: buildTextFormat('uri', 'isUri', 'a URI with scheme (RFC 3986)'),
  'uri-reference': buildTextFormat('uri', 'isUriReference', 'a URI or relative reference (RFC 3986)'),
  uuid: buildTextFormat('text', 'isUuid', 'a UUID (RFC 4122)'),
  regex: buildTextFormat('text', 'isRegex', 'a regular expression (ECMA-262)'),
  'json-pointer': buildTextFormat('text', 'isJsonPointer', 'a JSON pointer (RFC 6901)'),
  byte: buildTextFormat('text', 'isBase64', 'base64 text (RFC 4648, section 4)'),
};

interface NumberFormat {
  readonly ok: (value: CodePart) => Code;
  readonly bad: (value: CodePart) => Code;
  readonly expected: string;
}

const buildIntegerFormat = (minimum: number, maximum: number, expected: string): NumberFormat => ({
  ok: (v) => code`Number.isInteger(${v}) && ${v} >= ${minimum} && ${v} <= ${maximum}`,
  bad: (v) => code`!Number.isInteger(${v}) || ${v} < ${minimum} || ${v} > ${maximum}`,
  expected,
});

const numberFormats: { readonly [format: string]: NumberFormat | undefined } = {
  int32: buildIntegerFormat(-(2 ** 31), 2 ** 31 - 1, 'a 32-bit integer'),
  // A larger JavaScript number has already lost digits.
  int64: {
    ok: (v) => code`Number.isSafeInteger(${v})`,
    bad: (v) => code`!Number.isSafeInteger(${v})`,
    expected: 'an integer that JavaScript represents exactly (less than 2^53)',
  },
  float: {
    ok: (v) => code`Math.abs(${v}) <= 3.4028234663852886e38`,
    bad: (v) => code`Math.abs(${v}) > 3.4028234663852886e38`,
    expected: 'a single-precision number',
  },
};

// The formats of numbers that may be `bigint`.
const exactFormats: typeof numberFormats = {
  ...numberFormats,
  int64: {
    ok: (v) => code`typeof ${v} === 'bigint' ? BigInt.asIntN(64, ${v}) === ${v} : Number.isSafeInteger(${v})`,
    bad: (v) => code`typeof ${v} === 'bigint' ? BigInt.asIntN(64, ${v}) !== ${v} : !Number.isSafeInteger(${v})`,
    expected: 'a 64-bit integer',
  },
  float: {
    ok: (v) => code`Math.abs(Number(${v})) <= 3.4028234663852886e38`,
    bad: (v) => code`Math.abs(Number(${v})) > 3.4028234663852886e38`,
    expected: 'a single-precision number',
  },
};

/** Returns the function that tests a string format. Returns `undefined` if the format is not asserted. */
export function formatCall(format: string): { readonly call: Reference; readonly expected: string } | undefined {
  const found = Object.hasOwn(stringFormats, format) ? stringFormats[format] : undefined;
  return found && { call: importValue(found.module, found.name), expected: found.expected };
}

/**
 * Writes the test of a format for a value of a group. Returns `undefined` if the format does not apply to that group,
 * or is not asserted.
 */
export function formatTest(
  format: string,
  group: 'number' | 'string',
  value: CodePart,
  isExact: boolean,
): { readonly expected: string; readonly ok: Code; readonly bad: Code } | undefined {
  if (group === 'number') {
    const formats = isExact ? exactFormats : numberFormats;
    const found = Object.hasOwn(formats, format) ? formats[format] : undefined;
    return found && { expected: found.expected, ok: found.ok(value), bad: found.bad(value) };
  }
  const found = formatCall(format);
  if (!found) return undefined;
  const call = code`${found.call}(${value})`;
  return { expected: found.expected, ok: call, bad: code`!${call}` };
}
