/** Bounds on what is read and run, each raised by `--limit NAME=NUMBER`. */
export interface Limits {
  /** Levels of objects and arrays inside each other, in one file; at most `greatestDepth`. */
  readonly depth: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  /** Files that a description consists of. */
  readonly files: number;
  /** Values that YAML aliases and merge keys repeat, all files together. */
  readonly aliases: number;
  /** Lexical tokens of one YAML file, which decide how much memory its parser takes. */
  readonly yamlTokens: number;
  /** Characters of all JSON Schemas of the output, each with everything that it refers to. */
  readonly jsonSchemas: number;
  /** Seconds that one run of Redocly may take. */
  readonly redoclySeconds: number;
}

/** The default bounds: several times what the largest published descriptions need. */
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
