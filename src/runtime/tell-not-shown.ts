/**
 * Tells the caller's hook of an item and where it was met; what the hook throws is thrown apart from the call, which
 * goes on.
 */
export function tellNotShown(
  { onNotShown }: { readonly onNotShown?: ((id: string, where: string) => void) | undefined },
  item: string,
  where: string,
): void {
  try {
    onNotShown?.(item, where);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
