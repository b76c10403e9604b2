import type { Encoding, Header, MediaType } from './api.js';

/** The objects that describe the content of a message. */
export type ContentPart = MediaType | Header | Encoding;

/** A part of content, with the context of what contains it. */
export interface ContentStep<Context> {
  readonly part: ContentPart;
  readonly context: Context;
}

/**
 * Walks media types and headers with everything in them, each once, containers before their contents. `visit` returns
 * the context for the contents. Encodings have headers, which have media types, which have encodings, so the graph may
 * have cycles. `seen` contains the parts that earlier walks visited; they are left out.
 */
export function walkContents<Context>(
  start: readonly ContentStep<Context>[],
  visit: (part: ContentPart, context: Context) => Context,
  seen: Set<ContentPart> = new Set(),
): void {
  const waiting = [...start].reverse();
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (seen.has(step.part)) continue;
    seen.add(step.part);
    const context = visit(step.part, step.context);
    for (const part of listInnerParts(step.part).reverse()) waiting.push({ part, context });
  }
}

function listInnerParts(part: ContentPart): ContentPart[] {
  if ('content' in part) return part.content.by === 'style' ? [] : [part.content.mediaType];
  const { encoding, prefixEncoding, itemEncoding } = part;
  const headers = 'headers' in part ? part.headers : [];
  return [...headers, ...encoding, ...prefixEncoding, ...(itemEncoding ? [itemEncoding] : [])];
}
