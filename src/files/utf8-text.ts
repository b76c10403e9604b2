const byteOrderMark = '\ufeff';

/** A text, and whether its file begins with a byte order mark. */
export interface MarkedText {
  /** The text without byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
}

/** Decodes bytes as UTF-8. Returns `undefined` if they are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): MarkedText | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = text.startsWith(byteOrderMark);
    return { text: hasMark ? text.slice(1) : text, hasMark };
  } catch {
    return undefined;
  }
}

/** Decodes bytes of any encoding, so that names can be found in them. A text that is not UTF-8 can have wrong letters. */
export function decodeRoughly(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  const other = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'latin1';
  return decodeUtf8(bytes)?.text ?? new TextDecoder(other).decode(bytes);
}

/** Encodes a text as UTF-8, with or without byte order mark. */
export function encodeUtf8({ text, hasMark }: MarkedText): Uint8Array {
  return Buffer.from(`${hasMark ? byteOrderMark : ''}${text}`);
}
