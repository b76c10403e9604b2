import { hashText } from '../files/hash-text.js';
import type { Artifact } from '../model/artifact.js';
import { hashLayout } from './layout.js';
import type { ManifestFile } from './manifest.js';

/**
 * Describes an artifact for the manifest. The hash of the layout is never taken from the last manifest: another version may
 * compute it differently, and would then take a formatted file for one that a person edited.
 */
export function describeFile({ path, kind, text }: Artifact & Pick<ManifestFile, 'kind'>): ManifestFile {
  return { kind, hash: hashText(text), layout: hashLayout(path, text) };
}

/** Returns whether a file has the text that was generated, apart from its layout. */
export function isAsGenerated(listed: ManifestFile, path: string, text: string): boolean {
  return hashText(text) === listed.hash || (listed.layout !== undefined && hashLayout(path, text) === listed.layout);
}
