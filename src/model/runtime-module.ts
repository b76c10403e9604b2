/**
 * A module of the runtime, prepared by `npm run build`. Only the extensions of its import specifiers are still open.
 */
export interface RuntimeModule {
  /** Its text, cut at the extension of each import of another module of the runtime. */
  readonly pieces: readonly string[];
  /** The modules of the runtime that it imports, such as `runtime/values`. */
  readonly imports: readonly string[];
  /** The names that it exports. */
  readonly exports: readonly string[];
}

/** The modules of the runtime by name, such as `runtime/client`. */
export type RuntimeModules = ReadonlyMap<string, RuntimeModule>;
