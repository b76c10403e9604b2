import type { ArtifactKind } from '../model/artifact.js';

/** The values of the options that choose one of a few. The first one is the default. */
export const outputChoices = {
  importExtension: ['js', 'ts'],
  dates: ['string', 'Date'],
  int64: ['number', 'bigint'],
} as const;

/** The options that shape the output. The manifest records them. */
export interface RecordedOptions {
  /** The description, relative to the output folder, `/` as separator. */
  readonly spec: string;
  /** In the order of the registry. */
  readonly only: readonly ArtifactKind[];
  readonly importExtension: (typeof outputChoices.importExtension)[number];
  readonly dates: (typeof outputChoices.dates)[number];
  readonly int64: (typeof outputChoices.int64)[number];
}
