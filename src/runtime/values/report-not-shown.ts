/** Calls the client's hook with an item and its place. An error of the hook does not reach the call. */
export function reportNotShown(
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
