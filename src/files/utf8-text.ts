const byteOrderMark = '\ufeff';

/** A text, and whether a byte order mark begins its file. */
export interface MarkedText {
  /** Without byte order mark. */
  readonly text: string;
  readonly hasMark: boolean;
}

/** Decodes bytes as UTF-8; `undefined` if they are not. */
export function decodeUtf8(bytes: Uint8Array): MarkedText | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasMark = text.startsWith(byteOrderMark);
    return { text: hasMark ? text.slice(1) : text, hasMark };
  } catch {
    return undefined;
  }
}

/** Encodes a text as UTF-8, with or without byte order mark. */
export function encodeUtf8({ text, hasMark }: MarkedText): Uint8Array {
  return Buffer.from(`${hasMark ? byteOrderMark : ''}${text}`);
}
