/** A media type or range, split from its parameters (RFC 9110, 8.3.1). */
export interface MediaRange {
  /** The type or range in lower case: `application/json`, `text/*`. */
  readonly range: string;
  /** The values, in lower case, by parameter name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads a media type or range. Returns `undefined` if the text is neither. */
export function readMediaType(text: string): MediaRange | undefined {
  const range = (text.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (!/^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(range)) return undefined;
  return { range, parameters: new Map(listParameters(text.toLowerCase())) };
}

/**
 * Lists the parameters of a header such as `Content-Type`, with names in lower case (RFC 9110, 5.6.6). Quoted values
 * may contain delimiters.
 */
export function listParameters(header: string): (readonly [name: string, value: string])[] {
  return Array.from(header.matchAll(parameter), ([, name = '', quoted, plain = '']) => [
    name.toLowerCase(),
    quoted?.replace(/\\(["\\])/g, '$1') ?? plain,
  ]);
}

/** Returns the first value of a parameter of a header, or `undefined` if there is none. */
export function findParameter(header: string, name: string): string | undefined {
  return listParameters(header).find(([key]) => key === name)?.[1];
}

// Matches all parameters in order, so that text inside a value does not count as a parameter.
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g;

// Matches a member of a list (RFC 9110, 5.6.1). Quoted values may contain commas.
const member = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g;

// Matches a text in which every quote is closed.
const closed = /^[^"]*(?:"(?:[^"\\]|\\.)*"[^"]*)*$/;

/**
 * Finds the described media type or range that a `Content-Type` header matches, unless a quote in the header is not
 * closed. Types come before ranges. The header may lack described parameters; the entry that lacks the fewest comes
 * first.
 */
export function findMediaType<T extends { readonly mediaType: string }>(
  list: readonly T[],
  contentType: string,
): T | undefined {
  const content = closed.test(contentType) ? readMediaType(contentType) : undefined;
  const fitting = list.flatMap((entry) => {
    const key = content && readMediaType(entry.mediaType);
    return key && isCovering(key, content) ? [{ entry, fit: getFit(key, content) }] : [];
  });
  return fitting.sort((a, b) => b.fit - a.fit)[0]?.entry;
}

// Every multipart body has its own boundary.
function isCovering(key: MediaRange, content: MediaRange): boolean {
  const parametersFit = [...key.parameters].every(
    ([name, value]) => name === 'boundary' || (content.parameters.get(name) ?? value) === value,
  );
  return parametersFit && isCoveringRange(key.range, content.range);
}

function getFit(key: MediaRange, content: MediaRange): number {
  const lacking = [...key.parameters.keys()].filter((name) => !content.parameters.has(name)).length;
  return getSpecificity(key) - 1.1 * lacking;
}

/**
 * Returns whether the `Accept` header of a request (RFC 9110, 12.5.1) accepts at least one of some media types. A
 * missing header accepts all. A range in `mediaTypes` matches if the header accepts any media type of it.
 */
export function isAccepted(lines: readonly string[] | undefined, mediaTypes: readonly string[]): boolean {
  if (!lines) return true;
  const header = lines.length === 1 ? (lines[0] ?? '') : lines.join(',');
  if (header === mediaTypes[0] || header === '*/*' || header.trim() === '' || mediaTypes.includes(header)) return true;
  const ranges = (header.match(member) ?? []).flatMap((text) => readMediaType(text) ?? []);
  return mediaTypes.some((text) => {
    const mediaType = readMediaType(text);
    if (!mediaType) return false;
    const best = ranges
      .filter((range) => isCompatible(range, mediaType))
      .sort((a, b) => getPrecedence(b, mediaType) - getPrecedence(a, mediaType))[0];
    return best !== undefined && Number(best.parameters.get('q') ?? 1) > 0;
  });
}

// The most specific range decides. If a range has a parameter that is not in the description, it decides only if no
// other range matches.
function getPrecedence(range: MediaRange, mediaType: MediaRange): number {
  const isOpen = [...range.parameters.keys()].some((name) => name !== 'q' && !mediaType.parameters.has(name));
  return getSpecificity(range) - (isOpen ? 100 : 0);
}

function isCompatible(range: MediaRange, mediaType: MediaRange): boolean {
  if (!isCoveringRange(range.range, mediaType.range) && !isCoveringRange(mediaType.range, range.range)) return false;
  return [...mediaType.parameters].every(([name, value]) => (range.parameters.get(name) ?? value) === value);
}

function isCoveringRange(range: string, mediaType: string): boolean {
  if (range === '*/*' || range === mediaType) return true;
  // A range is `text/*`, or `application/*+json`, which is not a media range but occurs in descriptions.
  const [start = '', end] = range.split('*');
  return end !== undefined && start !== '' && mediaType.startsWith(start) && mediaType.endsWith(end);
}

function getSpecificity(range: MediaRange | undefined): number {
  if (!range) return 0;
  const names = [...range.parameters.keys()].filter((name) => name !== 'q').length;
  return (range.range === '*/*' ? 0 : range.range.includes('*') ? 10 : 20) + names;
}
