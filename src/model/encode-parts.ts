// The bytes for characters that need more than one, before the first bytes are written.
const expectedGrowth = 1.05;

// The most bytes of a character of a JavaScript string.
const mostBytes = 3;

/** Encodes a text that consists of parts. No second copy of a long text is made, which takes longer than its encoding. */
export function encodeParts(parts: readonly string[]): Buffer {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return Buffer.from(only);
  let length = 0;
  for (const part of parts) length += part.length;
  let bytes = Buffer.allocUnsafe(Math.ceil(length * expectedGrowth));
  let end = 0;
  for (const part of parts) {
    const room = bytes.length - end;
    if (part.length * mostBytes > room && Buffer.byteLength(part) > room)
      bytes = Buffer.concat([bytes.subarray(0, end)], 2 * bytes.length + Buffer.byteLength(part));
    end += bytes.write(part, end);
  }
  return bytes.subarray(0, end);
}
