const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns whether a text is a UUID (RFC 4122, section 3). */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

const pointer = /^(?:\/(?:[^~/]|~[01])*)*$/;

/** Returns whether a text is a JSON pointer (RFC 6901, section 3). */
export function isJsonPointer(text: string): boolean {
  return pointer.test(text);
}

/** Returns whether a text is a regular expression (ECMA-262, with Unicode meaning). */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a text is base64 with padding (RFC 4648, section 4). */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z\d+/]*={0,2}$/.test(text);
}
