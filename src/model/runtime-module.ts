/** A module of the runtime as `npm run build` prepares it: what is left to choose is how its import specifiers end. */
export interface RuntimeModule {
  /** Its text, cut at the extension of each import of another module of the runtime. */
  readonly pieces: readonly string[];
  /** The modules of the runtime that it imports, such as `runtime/client-types`. */
  readonly imports: readonly string[];
  /** The names that it exports. */
  readonly exports: readonly string[];
}

/** The runtime, by module such as `runtime/client`. */
export type RuntimeModules = ReadonlyMap<string, RuntimeModule>;
