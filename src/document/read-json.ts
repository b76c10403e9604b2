import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { LineIndex } from '../diagnostics/line-index.js';
import { buildChildOrigin } from '../diagnostics/origin.js';
import { findStringEnd, RepeatedNames, scanJson } from '../diagnostics/scan-json.js';
import { isObject } from '../model/element.js';
import type { DocumentFile } from './document.js';
import type { Limits } from './limits.js';
import { isPlainNumber } from './number-text.js';

/** The value of a text. `undefined` if the text could not be read; this was reported. */
export type ParsedText = Pick<DocumentFile, 'value' | 'numbers'> | undefined;

const none: DocumentFile['numbers'] = new Map();

/** Parses a JSON text (RFC 8259). Reports mistakes, repeated names and numbers that are too large. */
export function readJson(text: string, file: string, limits: Limits, diagnostics: Diagnostics): ParsedText {
  const facts = scanDepth(text, limits.depth);
  if (facts.tooDeep !== undefined) {
    const position = new LineIndex(text).locate(facts.tooDeep);
    diagnostics.report('depth-limit', { file, pointer: '' }, { limit: limits.depth }, { position });
    return undefined;
  }
  const parsed = parseJson(text);
  if (parsed === undefined) {
    reportMistake(text, file, diagnostics);
    return undefined;
  }
  if (facts.hasOddNumber || countMembers(parsed.value) !== facts.members) {
    const numbers = readOddities(text, file, diagnostics);
    return numbers && { ...parsed, numbers };
  }
  return { ...parsed, numbers: none };
}

/** Returns the offset of the first mark of a merge conflict in a text. */
export function findConflict(text: string): number | undefined {
  return /^<{7} /m.exec(text)?.index;
}

/** Parses a JSON text. Returns `undefined` if it is invalid. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The facts about a JSON text that one pass finds before it is parsed. */
interface JsonFacts {
  readonly members: number;
  readonly hasOddNumber: boolean;
  /** The bracket that exceeds the depth. */
  readonly tooDeep?: number;
}

const number = /-?[0-9][0-9.eE+-]*/y;

/** Scans a JSON text before its syntax is checked. It always ends, but its result is correct only for valid texts. */
function scanDepth(text: string, depthLimit: number): JsonFacts {
  let members = 0;
  let depth = 0;
  let hasOddNumber = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = findStringEnd(text, at);
    } else if (code === 0x3a) {
      members++;
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > depthLimit) return { members, hasOddNumber, tooDeep: at };
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      number.lastIndex = at;
      const found = number.exec(text)?.[0] ?? '-';
      at += found.length - 1;
      hasOddNumber ||= !isPlainNumber(found);
    }
  }
  return { members, hasOddNumber };
}

function countMembers(value: unknown): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const child of value) if (typeof child === 'object') count += countMembers(child);
  } else if (isObject(value)) {
    for (const key in value) {
      count++;
      const child = value[key];
      if (typeof child === 'object') count += countMembers(child);
    }
  }
  return count;
}

function reportMistake(text: string, file: string, diagnostics: Diagnostics): void {
  const conflict = findConflict(text);
  if (conflict !== undefined) {
    const position = new LineIndex(text).locate(conflict);
    diagnostics.report('json-syntax', { file, pointer: '' }, { variant: 'conflict' }, { position });
    return;
  }
  const mistake = scanJson(text, { value: () => {} });
  const position = new LineIndex(text).locate(mistake?.offset ?? 0);
  const { what, hint } = mistake ?? {};
  const finding =
    what === undefined ? ({ variant: 'unknown' } as const) : ({ variant: 'mistake', what, hint } as const);
  diagnostics.report('json-syntax', { file, pointer: '' }, finding, { position });
}

/**
 * Returns the numbers that JavaScript writes in another way. Reports repeated names and numbers that are too large, and
 * then returns `undefined`.
 */
function readOddities(text: string, file: string, diagnostics: Diagnostics): DocumentFile['numbers'] | undefined {
  const lines = new LineIndex(text);
  const numbers = new Map<string, string>();
  let isRefused = false;
  const names = new RepeatedNames();
  scanJson(text, {
    value(path, offset, keyOffset) {
      const origin = () => buildChildOrigin({ file, pointer: '' }, ...path);
      if (names.add(path, text[offset] === '{', keyOffset !== undefined)) {
        isRefused = true;
        const position = lines.locate(keyOffset ?? offset);
        diagnostics.report('duplicate-key', origin(), { key: String(path.at(-1)) }, { at: 'key', position });
      }
      number.lastIndex = offset;
      const written = number.exec(text)?.[0];
      if (written === undefined || isPlainNumber(written)) return undefined;
      if (Number.isFinite(Number(written))) numbers.set(origin().pointer, written);
      else {
        isRefused = true;
        const held = String(Number(written));
        diagnostics.report('number-not-held', origin(), { text: written, held }, { position: lines.locate(offset) });
      }
      return undefined;
    },
  });
  return isRefused ? undefined : numbers;
}
