/**
 * The place of a value in the description: a file and a JSON pointer in it (RFC 6901). The path of the file is relative
 * to the folder of the description, with `/` as separator. The pointer of a whole file is `''`.
 */
export interface Origin {
  readonly file: string;
  readonly pointer: string;
}

/** Returns the origin of a member of the object or array at `origin`. */
export function buildChildOrigin(origin: Origin, ...keys: readonly (string | number)[]): Origin {
  let { pointer } = origin;
  for (const key of keys) pointer += `/${encodePointerToken(key)}`;
  return { file: origin.file, pointer };
}

/** Returns the key of an origin for maps: `file#pointer`. */
export function formatOrigin(origin: Origin): string {
  return `${origin.file}#${origin.pointer}`;
}

/** Returns whether two origins are the same place. */
export function isSameOrigin(a: Origin, b: Origin): boolean {
  return a.file === b.file && a.pointer === b.pointer;
}

/** Encodes one reference token of a JSON pointer (RFC 6901, section 3). */
export function encodePointerToken(key: string | number): string {
  const text = String(key);
  // This function runs for every place of the description, and few names contain these characters.
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** Splits a JSON pointer into its decoded reference tokens (RFC 6901, section 4). */
export function splitPointer(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1);
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}
