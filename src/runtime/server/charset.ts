import { encodeCharset } from '../values/charset.js';
import { ReplyError, writeTextContent } from './reply.js';

/**
 * Creates a writer of text in a charset other than UTF-8. It throws a `ReplyError` for characters outside the charset.
 */
export function charsetContent(charset: string): (body: unknown) => Uint8Array {
  return (body) => {
    const bytes = encodeCharset(writeTextContent(body), charset);
    if (!bytes) throw new ReplyError(`the body must be text in ${charset}`);
    return bytes;
  };
}
