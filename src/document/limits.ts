/** The limits of a run. `--limit NAME=NUMBER` raises one. */
export interface Limits {
  /** Levels of nested objects and arrays in one file; at most `greatestDepth`. */
  readonly depth: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  /** Files of a description. */
  readonly files: number;
  /** Values that YAML aliases and merge keys repeat, in all files together. */
  readonly aliases: number;
  /** Lexical tokens of one YAML file, which decide how much memory its parser takes. */
  readonly yamlTokens: number;
  /** Characters of all JSON Schemas of the output, including everything that they refer to. */
  readonly jsonSchemas: number;
  /** Seconds that one run of Redocly may take. */
  readonly redoclySeconds: number;
}

/** The default limits, several times as high as the largest published descriptions need. */
export const defaultLimits: Limits = {
  depth: 300,
  fileBytes: 50_000_000,
  totalBytes: 100_000_000,
  files: 20_000,
  aliases: 100_000,
  yamlTokens: 3_000_000,
  jsonSchemas: 100_000_000,
  redoclySeconds: 300,
};

/** The names of all limits. */
export const limitNames: readonly (keyof Limits)[] = Object.keys(defaultLimits).filter((name): name is keyof Limits =>
  Object.hasOwn(defaultLimits, name),
);
