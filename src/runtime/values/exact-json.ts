import { isRecord } from './is-record.js';

/** Parses JSON (RFC 8259). An integer that a number cannot hold exactly becomes a `bigint`. */
export function readExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // Shorter integers are exact, so most texts are parsed only once.
  if (!/\d{16}/.test(text)) return value;
  return JSON.parse(text.replace(tokens, markInteger), (_name, part) => readMarked(part));
}

/** Writes JSON, with all digits of each `bigint`. Returns `undefined` if JSON cannot express the value. */
export function writeExactJson(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeExactJson(item) ?? 'null').join(',')}]`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value || !isRecord(value))
    return JSON.stringify(value) as string | undefined;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = writeExactJson(member);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

// Matches a string (with its colon if it is a name) or a number.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// An integer becomes a string that begins with `#`. A string that begins with `#` gets a second one.
function markInteger(token: string, colon: string | undefined): string {
  if (colon !== undefined) return token;
  if (token.startsWith('"')) return /^"(?:#|\\u0023)/.test(token) ? `"#${token.slice(1)}` : token;
  return /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"#${token}"` : token;
}

function readMarked(part: unknown): unknown {
  if (typeof part !== 'string' || !part.startsWith('#')) return part;
  return part.startsWith('##') ? part.slice(1) : BigInt(part.slice(1));
}
