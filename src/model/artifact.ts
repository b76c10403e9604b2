/** A file of the output: its path below the output folder, `/` as separator, and its whole text. */
export interface Artifact {
  readonly path: string;
  readonly text: string;
}

/** A kind of artifact: that of one emitter. */
export type ArtifactKind = string;
