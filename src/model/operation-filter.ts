/** Which operations and webhooks of a description are generated. */
export interface OperationFilter {
  /** Only these; all of them if it is absent. */
  readonly include?: OperationSelection;
  /** Never these, even if `include` selects them. */
  readonly exclude?: OperationSelection;
}

/**
 * Selects the operations that any of its entries describes. In tags, paths and ids, `*` matches any characters but `/`,
 * `**` matches any.
 */
export interface OperationSelection {
  readonly tags?: readonly string[];
  /** Paths as the description writes them, such as `/pets/{petId}` or `/pets/**`; of webhooks the names. */
  readonly paths?: readonly string[];
  /** Operation ids, or `METHOD /path`. */
  readonly ids?: readonly string[];
  /**
   * Extensions of the operation or its path item: `x-internal` selects where it is neither false nor null,
   * `x-audience=public` by value.
   */
  readonly extensions?: readonly string[];
}

/** The ways to select operations. */
export const selectors: readonly (keyof OperationSelection)[] = ['tags', 'paths', 'ids', 'extensions'];

/** An operation that the filter leaves out. */
export interface FilteredOperation {
  /** In capitals. */
  readonly method: string;
  /** The path, or the name of the webhook. */
  readonly path: string;
  readonly operationId?: string;
}
