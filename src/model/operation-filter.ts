/** Selects the operations and webhooks that are generated. */
export interface OperationFilter {
  /** The operations to generate; absent: all. */
  readonly include?: OperationSelection;
  /** The operations to leave out, even if `include` selects them. */
  readonly exclude?: OperationSelection;
}

/**
 * A set of operations: those that match any of its entries. In tags, paths and ids, `*` matches any characters except
 * `/`, and `**` matches any characters.
 */
export interface OperationSelection {
  readonly tags?: readonly string[];
  /** Paths as the description writes them, such as `/pets/{petId}` or `/pets/**`, or names of webhooks. */
  readonly paths?: readonly string[];
  /** Operation ids, or `METHOD /path` as in `GET /pets`. */
  readonly ids?: readonly string[];
  /**
   * Extensions of the operation or its path item. `x-internal` selects every value except `false` and `null`;
   * `x-audience=public` selects one value.
   */
  readonly extensions?: readonly string[];
}

/** The ways to select operations. */
export const selectors: readonly (keyof OperationSelection)[] = ['tags', 'paths', 'ids', 'extensions'];

/** Returns a selection with sorted entries, each once. Their order has no meaning. */
export function sortSelection(selection: OperationSelection): OperationSelection {
  return Object.fromEntries(
    selectors.flatMap((name) => (selection[name] ? [[name, [...new Set(selection[name])].sort()]] : [])),
  );
}

/** An operation that the filter leaves out. */
export interface FilteredOperation {
  /** The HTTP method in capitals. */
  readonly method: string;
  /** The path, or the name of the webhook. */
  readonly path: string;
  readonly operationId?: string;
}
