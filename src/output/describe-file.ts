import { hashText } from '../files/hash-text.js';
import type { Artifact } from '../model/artifact.js';
import { hashLayout } from './layout.js';
import type { ManifestFile } from './manifest.js';

/**
 * Returns the row of an artifact in the manifest. `bytes` are those of its text, if they exist already. The hash of the
 * layout is never taken from the last manifest: another version may compute it differently, and a formatted file would
 * then count as edited.
 */
export function describeFile(
  { path, kind, text }: Artifact & Pick<ManifestFile, 'kind'>,
  bytes: Buffer = Buffer.from(text),
): ManifestFile {
  return { kind, hash: hashText(bytes), layout: hashLayout(path, text, bytes) };
}

/** Returns whether a file still has its generated text. A different layout does not count. */
export function isAsGenerated(listed: ManifestFile, path: string, text: string): boolean {
  return hashText(text) === listed.hash || (listed.layout !== undefined && hashLayout(path, text) === listed.layout);
}
