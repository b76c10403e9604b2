/** A media type or range without its parameters, in lower case, and the parameters (RFC 9110, 8.3.1). */
export interface MediaRange {
  /** `application/json`, `text/*`. */
  readonly range: string;
  /** By lower-case name; the values are in lower case too. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Reads a media type or range; returns `undefined` if the text is neither. */
export function readMediaType(text: string): MediaRange | undefined {
  const [range = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  if (!/^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(range)) return undefined;
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals > 0)
      parameters.set(
        part.slice(0, equals).trim(),
        part
          .slice(equals + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      );
  }
  return { range, parameters };
}

/** Finds the described media type or range that matches a media type, exact ones first. */
export function findMediaType<T extends { readonly mediaType: string }>(
  list: readonly T[],
  content: MediaRange,
): T | undefined {
  const fitting = list
    .map((entry) => ({ entry, key: readMediaType(entry.mediaType) }))
    .filter(({ key }) => key && covers(key, content))
    .sort((a, b) => specificity(b.key) - specificity(a.key));
  return fitting[0]?.entry;
}

/**
 * Returns whether the `Accept` header of a request (RFC 9110, 12.5.1) accepts one of some media types. A missing header
 * accepts all. A range in the list matches if the header accepts something in it.
 */
export function isAccepted(lines: readonly string[] | undefined, mediaTypes: readonly string[]): boolean {
  if (!lines) return true;
  const header = lines.length === 1 ? (lines[0] ?? '') : lines.join(',');
  if (header === mediaTypes[0] || header === '*/*' || header.trim() === '' || mediaTypes.includes(header)) return true;
  const ranges = header.split(',').flatMap((text) => readMediaType(text) ?? []);
  return mediaTypes.some((text) => {
    const mediaType = readMediaType(text);
    if (!mediaType) return false;
    const best = ranges
      .filter((range) => coversRange(range.range, mediaType.range) || coversRange(mediaType.range, range.range))
      .sort((a, b) => specificity(b) - specificity(a))[0];
    return best !== undefined && Number(best.parameters.get('q') ?? 1) > 0;
  });
}

function covers(key: MediaRange, content: MediaRange): boolean {
  const parametersFit = [...key.parameters].every(([name, value]) => content.parameters.get(name) === value);
  return parametersFit && coversRange(key.range, content.range);
}

function coversRange(range: string, mediaType: string): boolean {
  if (range === '*/*' || range === mediaType) return true;
  // `text/*`, or `application/*+json`, which is used too.
  const [start = '', end] = range.split('*');
  return end !== undefined && start !== '' && mediaType.startsWith(start) && mediaType.endsWith(end);
}

function specificity(range: MediaRange | undefined): number {
  if (!range) return 0;
  const names = [...range.parameters.keys()].filter((name) => name !== 'q').length;
  return (range.range === '*/*' ? 0 : range.range.includes('*') ? 10 : 20) + names;
}
