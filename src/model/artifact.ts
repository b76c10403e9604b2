/** A file of the output: its path below the output folder, `/` as separator, and its whole text. */
export interface Artifact {
  readonly path: string;
  readonly text: string;
}

/** The kinds of artifacts, in the order in which they are told. */
export const artifactKinds = [
  'types',
  'client',
  'server',
  'validators',
  'reference',
  'not-shown',
  'description',
  'json-schema',
] as const;

/** A kind of artifact. */
export type ArtifactKind = (typeof artifactKinds)[number];
