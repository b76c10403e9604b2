import { hashText } from '../files/hash-text.js';
import type { EncodedArtifact } from '../model/artifact.js';
import { hashLayout } from './layout.js';
import type { ManifestFile } from './manifest.js';

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
