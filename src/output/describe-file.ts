import { hashText } from '../files/hash-text.js';
import type { Artifact } from '../model/artifact.js';
import { hashLayout } from './layout.js';
import type { ManifestFile } from './manifest.js';

/** Describes an artifact for the manifest. `listed` is what the manifest contains already, which spares a hash. */
export function describeFile(
  { path, kind, text }: Artifact & Pick<ManifestFile, 'kind'>,
  listed?: ManifestFile,
): ManifestFile {
  const hash = hashText(text);
  const layout = listed?.hash === hash ? listed.layout : undefined;
  return { kind, hash, layout: layout ?? hashLayout(path, text) };
}

/** Returns whether a file has the text that was generated, apart from its layout. */
export function isAsGenerated(listed: ManifestFile, path: string, text: string): boolean {
  return hashText(text) === listed.hash || (listed.layout !== undefined && hashLayout(path, text) === listed.layout);
}
