// The bytes for characters that need more than one, before the first bytes are written.
const expectedGrowth = 1.05;

// The most bytes of a character of a JavaScript string.
const mostBytes = 3;

/** Encodes a text that consists of parts. */
export type EncodeParts = (parts: readonly string[]) => Buffer;

/**
 * Encodes a text that consists of parts. No second copy of a long text is made, which takes longer than its encoding.
 * `allocate` returns memory for a number of bytes. The text is elsewhere if it needs more bytes than expected.
 */
export function encodeParts(
  parts: readonly string[],
  allocate: (length: number) => Buffer = (length) => Buffer.allocUnsafe(length),
): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  let bytes = allocate(Math.ceil(length * expectedGrowth));
  let end = 0;
  for (const part of parts) {
    const room = bytes.length - end;
    if (part.length * mostBytes > room && Buffer.byteLength(part) > room)
      bytes = Buffer.concat([bytes.subarray(0, end)], 2 * bytes.length + Buffer.byteLength(part));
    end += bytes.write(part, end);
  }
  return bytes.subarray(0, end);
}
