import { isUtf8 } from 'node:buffer';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { LineIndex } from '../diagnostics/line-index.js';
import type { Origin } from '../diagnostics/origin.js';
import type { DocumentFile } from './document.js';
import { type ParsedText, parseJson, readJson } from './read-json.js';
import type { Parsing } from './read-yaml.js';
import { readYaml } from './read-yaml.js';

/** A parsed file with its text. */
interface FileContent extends Pick<DocumentFile, 'format' | 'value' | 'numbers'> {
  readonly text: string;
}

/**
 * Parses the bytes of a file as JSON or YAML. The bytes decide which, not the name of the file. Reports errors and then
 * returns `undefined`.
 */
export function parseText(bytes: Uint8Array, file: string, parsing: Parsing): FileContent | undefined {
  const { limits, diagnostics } = parsing;
  const origin = { file, pointer: '' };
  const text = decodeText(bytes, origin, diagnostics);
  if (text === undefined) return undefined;
  if (text.trim() === '') {
    diagnostics.report('empty-file', origin, {});
    return undefined;
  }
  const format = findFormat(text, file);
  const parsed: ParsedText =
    format === 'json' ? readJson(text, file, limits, diagnostics) : readYaml(text, file, parsing);
  return parsed && { ...parsed, format, text };
}

function findFormat(text: string, file: string): DocumentFile['format'] {
  const isNamedJson = /\.json$/i.test(file);
  if (/^\s*[[{]/.test(text)) return isNamedJson || parseJson(text) ? 'json' : 'yaml';
  return isNamedJson && !/^\s*(#|---|%YAML|[\w-]+:)/.test(text) ? 'json' : 'yaml';
}

/** Decodes a file as UTF-8, with or without a byte order mark. Reports the position of the first invalid byte. */
export function decodeText(bytes: Uint8Array, origin: Origin, diagnostics: Diagnostics): string | undefined {
  const encoding = findOtherEncoding(bytes);
  if (encoding !== undefined) {
    diagnostics.report('other-encoding', origin, { encoding }, { position: { line: 1, column: 1 } });
    return undefined;
  }
  const text = new TextDecoder().decode(bytes);
  if (isUtf8(bytes)) return text;
  const position = new LineIndex(text).locate(findInvalid(bytes, text));
  diagnostics.report('invalid-bytes', origin, {}, { position });
  return undefined;
}

// JSON and YAML begin with an ASCII character, so zeros among the first bytes show the encoding (YAML 1.2, 5.2).
function findOtherEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (bytes.length >= 4 && ((a === 0 && b === 0) || (c === 0 && d === 0))) return 'UTF-32';
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16';
  return bytes.length >= 2 && (a === 0 || b === 0) ? 'UTF-16' : undefined;
}

// Finds the first replacement character that is not in the file itself.
function findInvalid(bytes: Uint8Array, text: string): number {
  let byte = bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0;
  let done = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) {
    byte += Buffer.byteLength(text.slice(done, at));
    done = at;
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return at;
  }
  return 0;
}
