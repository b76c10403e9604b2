import { decodeText, hashText, normalizeLineEnds } from '../files/hash-text.js';
import type { EncodedArtifact } from '../model/artifact.js';
import type { ManifestFile } from './manifest.js';

/**
 * Returns a hash of a generated file. A formatter does not change the hash. For JSON, it is the hash of the text without
 * the white space between tokens. For any other text but a module, it is the hash of its words. In Markdown, the width
 * of a table's columns does not count.
 */
export function hashLayout(path: string, bytes: Buffer): string {
  const text = normalizeLineEnds(decodeText(bytes));
  if (/\.[jt]s$/.test(path)) return hashText(omitFormat(text));
  if (path.endsWith('.json')) return hashText(text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1'));
  const words = text.replace(/\s\s+|[^\S ]/g, ' ').trim();
  if (!path.endsWith('.md')) return hashText(words);
  // Formatters fill the row below the head of a table with hyphens.
  return hashText(words.replace(/(?<![^ ])(:?)-+(:?)(?![^ ])/g, '$1-$2'));
}

// Omits the characters of a module that formatters add, remove or replace, also inside texts and comments.
function omitFormat(module: string): string {
  return module
    .replace(/([=:<([,?>{]\s*)[|&](?![|&])/g, '$1') // the sign before the first member of a union or intersection
    .replace(/\\(?=['"])/g, '')
    .replace(/[\s'";,()]+/g, '');
}

/**
 * Returns the row of an artifact in the manifest. The hash of the layout is never taken from the last manifest: another
 * version may compute it differently, and a formatted file would then count as edited.
 */
export function describeFile({ path, kind, bytes }: EncodedArtifact & Pick<ManifestFile, 'kind'>): ManifestFile {
  return { kind, hash: hashText(bytes), layout: hashLayout(path, bytes) };
}

/** Returns whether a file still has its generated text. A different layout does not count. */
export function isAsGenerated(listed: ManifestFile, path: string, bytes: Buffer): boolean {
  return hashText(bytes) === listed.hash || (listed.layout !== undefined && hashLayout(path, bytes) === listed.layout);
}
