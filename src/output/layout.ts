import { hashText, normalizeLineEnds } from '../files/hash-text.js';
import { LayoutPrinter } from './layout-printer.js';
import { scanAnyTokens, scanTokens } from './module-tokens.js';

/**
 * Returns a hash of a generated file. A formatter does not change the hash. For a module, it is the hash of its tokens
 * and comments. For JSON, it is the hash of the text without the white space between tokens. For any other text, it is
 * the hash of its words. In Markdown, the width of a table's columns does not count. `bytes` are those of the text, if
 * they exist already.
 */
export function hashLayout(path: string, text: string, bytes?: Buffer): string {
  const plain = normalizeLineEnds(text);
  if (/\.[jt]s$/.test(path)) return hashText(printModule(plain, bytes && plain === text ? bytes : Buffer.from(plain)));
  if (path.endsWith('.json')) return hashText(plain.replace(/((?:"[^"\\]*(?:\\.[^"\\]*)*"|[^"\s])+)|\s+/g, '$1'));
  const words = plain.trim().replace(/\s{2,}|[^\S ]/g, ' ');
  return hashText(path.endsWith('.md') ? words.replace(/(?<![^ ])(:?)-+(:?)(?![^ ])/g, '$1-$2') : words);
}

function printModule(text: string, bytes: Buffer): Uint8Array {
  const usual = new LayoutPrinter(bytes);
  if (scanTokens(bytes, usual)) return usual.finish();
  const any = new LayoutPrinter(bytes);
  scanAnyTokens(text, any);
  return any.finish();
}
