/**
 * Where a piece of the description is: the file, relative to the folder of the description with `/` as separator,
 * and the JSON pointer (RFC 6901) inside it, `''` for the whole file.
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

/** Encodes one reference token of a JSON pointer (RFC 6901, section 3). */
export function encodePointerToken(key: string | number): string {
  const text = String(key);
  // Few names contain them, and every place of the description passes here.
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}

/** Splits a JSON pointer into its decoded reference tokens (RFC 6901, section 4). */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
