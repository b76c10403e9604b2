import type { Conversion } from '../values/convert.js';
import { isRecord } from '../values/is-record.js';
import { asPart, DescribedPart } from '../write/described-part.js';
import type { WriteField } from '../write/form.js';
import type { WritePart } from '../write/multipart.js';
import { addPart } from '../write/part.js';
import { addPair } from '../write/query.js';
import { exactText, sentValue } from './convert.js';

/** Converts the fields or parts of a multipart body to what is sent. Keeps their descriptions by `asPart`. */
export function sentParts(body: unknown, conversion: Conversion): unknown {
  if (Array.isArray(body)) return closeParts(body, sentValue('body', openParts(body), conversion));
  if (!isRecord(body)) return sentValue('body', body, conversion);
  const plain = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, openParts(value)]));
  const sent: unknown = sentValue('body', plain, conversion);
  if (!isRecord(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, closeParts(body[name], value)]));
}

function openParts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openParts);
  return DescribedPart.is(value) ? openParts(value.content) : value;
}

function closeParts(given: unknown, sent: unknown): unknown {
  if (DescribedPart.is(given)) return asPart(closeParts(given.content, sent), given.description);
  return Array.isArray(given) && Array.isArray(sent) ? sent.map((item, index) => closeParts(given[index], item)) : sent;
}

/** Writes a field as JSON, with all digits of its integers. */
export function writeExactField(form: Parameters<WriteField>[0], name: string, value: unknown): void {
  const text = exactText(name, value);
  if (text !== undefined) addPair(form, `${new URLSearchParams([[name, text]])}`);
}

/** Creates a writer of parts that are JSON, with all digits of their integers. */
export function exactPart(mediaType: string): WritePart {
  return (form, name, value) => addPart(form, name, exactText(name ?? 'body', value) ?? '', mediaType);
}
