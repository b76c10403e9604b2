/** The limits of a run. `--limit NAME=NUMBER` sets one. */
export interface Limits {
  /** The maximum nesting of objects and arrays in one file, at most `greatestDepth`. */
  readonly depth: number;
  /** The maximum size of a file, in bytes. */
  readonly fileBytes: number;
  /** The maximum size of all files together, in bytes. */
  readonly totalBytes: number;
  /** The maximum number of files of a description. */
  readonly files: number;
  /** The maximum number of values that YAML aliases and merge keys repeat, in all files together. */
  readonly aliases: number;
  /** The maximum number of lexical tokens of a YAML file, on which the memory of its parser depends. */
  readonly yamlTokens: number;
  /** The maximum number of characters of all JSON Schemas of the output, including everything to which they refer. */
  readonly jsonSchemas: number;
  /** The maximum number of values that overlays add or merge, and that one of their queries selects. */
  readonly overlayValues: number;
  /** The maximum time of one query of an overlay, in seconds. */
  readonly querySeconds: number;
  /** The maximum time of one run of Redocly, in seconds. */
  readonly redoclySeconds: number;
}

/** The default limits. They are several times as high as the largest published descriptions need. */
export const defaultLimits: Limits = {
  depth: 300,
  fileBytes: 50_000_000,
  totalBytes: 100_000_000,
  files: 20_000,
  aliases: 100_000,
  yamlTokens: 3_000_000,
  jsonSchemas: 100_000_000,
  overlayValues: 1_000_000,
  querySeconds: 60,
  redoclySeconds: 300,
};

/** The names of all limits. */
export const limitNames: readonly (keyof Limits)[] = Object.keys(defaultLimits).filter((name): name is keyof Limits =>
  Object.hasOwn(defaultLimits, name),
);
