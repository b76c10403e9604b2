/** Reads `application/json`. */
export function jsonAnswer(contentType: string, text: string): unknown {
  if (!/^application\/json *(;|$)/i.test(contentType)) throw contentType;
  return JSON.parse(text);
}
