import { isUtf8 } from 'node:buffer';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { LineIndex } from '../diagnostics/line-index.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { RepeatedNames, scanJson } from '../diagnostics/scan-json.js';
import type { DocumentFile } from './document.js';
import { isPlainNumber } from './number-text.js';
import { findConflict, type ParsedText, type Parsing, readYaml } from './read-yaml.js';

/** A parsed file with its text. */
interface FileContent extends Pick<DocumentFile, 'format' | 'value' | 'numbers'> {
  readonly text: string;
}

/**
 * Parses the bytes of a file as JSON or YAML. The bytes decide which, not the name of the file. Reports errors and then
 * returns `undefined`.
 */
export function parseText(bytes: Uint8Array, file: string, parsing: Parsing): FileContent | undefined {
  const { diagnostics } = parsing;
  const origin = { file, pointer: '' };
  const text = decodeText(bytes, origin, diagnostics);
  if (text === undefined) return undefined;
  if (text.trim() === '') {
    diagnostics.report('empty-file', origin, {});
    return undefined;
  }
  const format = findFormat(text, file);
  const parsed = format === 'json' ? readJson(text, file, parsing) : readYaml(text, file, parsing);
  return parsed && { ...parsed, format, text };
}

function findFormat(text: string, file: string): DocumentFile['format'] {
  const isNamedJson = /\.json$/i.test(file);
  if (/^\s*[[{]/.test(text)) return isNamedJson || !scanJson(text, { value: () => undefined }) ? 'json' : 'yaml';
  return isNamedJson && !/^\s*(#|---|%YAML|[\w-]+:)/.test(text) ? 'json' : 'yaml';
}

const number = /-?[0-9][0-9.eE+-]*/y;

// Parses a JSON text (RFC 8259). Reports mistakes, repeated names and numbers that are too large. Keeps the text of the
// numbers that JavaScript writes in another way.
function readJson(text: string, file: string, { limits, diagnostics }: Parsing): ParsedText {
  const root = { file, pointer: '' };
  const numbers = new Map<string, string>();
  const names = new RepeatedNames();
  const findings: ((lines: LineIndex) => void)[] = [];
  let tooDeep: number | undefined;
  const mistake = scanJson(text, {
    value(path, offset, keyOffset) {
      const isOpening = text[offset] === '{' || text[offset] === '[';
      if (isOpening && path.length >= limits.depth) {
        tooDeep ??= offset;
        return 'skip';
      }
      if (names.add(path, text[offset] === '{', keyOffset !== undefined)) {
        const [origin, key] = [buildChildOrigin(root, ...path), String(path.at(-1))];
        findings.push((lines) => {
          const position = lines.locate(keyOffset ?? offset);
          diagnostics.report('duplicate-key', origin, { key }, { at: 'key', position });
        });
      }
      number.lastIndex = offset;
      const written = isOpening ? undefined : number.exec(text)?.[0];
      if (written === undefined || isPlainNumber(written)) return undefined;
      const origin = buildChildOrigin(root, ...path);
      const held = String(Number(written));
      if (Number.isFinite(Number(written))) numbers.set(origin.pointer, written);
      else
        findings.push((lines) => {
          diagnostics.report('number-not-held', origin, { text: written, held }, { position: lines.locate(offset) });
        });
      return undefined;
    },
  });
  if (tooDeep === undefined && !mistake && findings.length === 0) return { value: JSON.parse(text), numbers };
  const lines = new LineIndex(text);
  const conflict = findConflict(text);
  if (tooDeep !== undefined)
    diagnostics.report('depth-limit', root, { limit: limits.depth }, { position: lines.locate(tooDeep) });
  else if (mistake && conflict !== undefined)
    diagnostics.report('json-syntax', root, { variant: 'conflict' }, { position: lines.locate(conflict) });
  else if (mistake) {
    const { what, hint, offset } = mistake;
    diagnostics.report('json-syntax', root, { variant: 'mistake', what, hint }, { position: lines.locate(offset) });
  } else for (const report of findings) report(lines);
  return undefined;
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
