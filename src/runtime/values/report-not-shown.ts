/** Calls the client's hook with a gap and its place. An error of the hook does not reach the call. */
export function reportNotShown(
  { onNotShown }: { readonly onNotShown?: ((id: string, where: string) => void) | undefined },
  gap: string,
  where: string,
): void {
  try {
    onNotShown?.(gap, where);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
