import { decodeText } from './decode-text.js';
import type { DocumentFile } from './document.js';
import { type ParsedText, parseJson, readJson } from './read-json.js';
import { readYaml } from './read-yaml.js';
import type { Parsing } from './yaml-values.js';

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
