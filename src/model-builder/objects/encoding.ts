import type { Encoding, Header, MediaType } from '../../model/api.js';
import { listStyles } from '../../model/styles.js';
import { type BuildContext, type Draft, type NamedNode, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import { type ObjectReader, openObject } from '../object-reader.js';

type Parent = ObjectReader<'Media Type Object'> | ObjectReader<'Encoding Object'>;
type Target = Draft<Pick<MediaType, 'encoding' | 'prefixEncoding' | 'itemEncoding'>> & { readonly mediaType?: string };

/**
 * Reads the encodings of a media type or of another encoding into `target` (OpenAPI 3.2, 4.15). They are read later,
 * because encodings contain headers, which contain media types, which contain encodings.
 */
export function readEncodings(parent: Parent, target: Target): void {
  const { context } = parent;
  const { mediaType = '' } = target;
  if (target.mediaType !== undefined) reportUseless(parent, mediaType);
  const byName = parent.map('encoding') ?? [];
  const byPosition = parent.list('prefixEncoding') ?? [];
  const ofItems = parent.node('itemEncoding');
  if (byName.length + byPosition.length === 0 && !ofItems) return;
  context.later(() => {
    target.encoding = byName.flatMap((node) => readEncoding(context, node.name, node, mediaType) ?? []);
    target.prefixEncoding = byPosition.flatMap((node) => readEncoding(context, '', node, mediaType) ?? []);
    const itemEncoding = ofItems && readEncoding(context, '', ofItems, mediaType);
    if (itemEncoding) target.itemEncoding = itemEncoding;
  });
}

// OpenAPI 3.2, 4.14.1: encodings have a meaning only for these media types.
function reportUseless(parent: Parent, mediaType: string): void {
  const keywords = ['encoding', 'prefixEncoding', 'itemEncoding'] as const;
  for (const keyword of keywords) {
    if (!parent.has(keyword) || /^(multipart|\*)\//i.test(mediaType) || (isForm(mediaType) && keyword === 'encoding'))
      continue;
    parent.context.report('no-effect', parent.at(keyword), { variant: 'not-of-form', keyword, mediaType }, 'key');
  }
}

function isForm(mediaType: string): boolean {
  return mediaType.toLowerCase().startsWith('application/x-www-form-urlencoded');
}

function readEncoding(context: BuildContext, property: string, node: Node, mediaType: string): Encoding | undefined {
  const reader = openObject(context, 'Encoding Object', node);
  if (!reader) return undefined;
  const style = readStyle(reader, mediaType);
  const contentType = reader.text('contentType');
  if (style.style !== undefined && contentType !== undefined) {
    const finding = { variant: 'style-beside', keyword: 'contentType' } as const;
    context.report('no-effect', reader.at('contentType'), finding, 'key');
  }
  const { origin, notShown, source } = readElement(reader);
  const encoding: Draft<Encoding> = {
    origin,
    notShown,
    source,
    property,
    ...omitUndefinedMembers({ contentType }),
    headers: readHeaderMap(context, reader.map('headers') ?? []),
    ...style,
    encoding: [],
    prefixEncoding: [],
  };
  readEncodings(reader, encoding);
  reader.close();
  return encoding;
}

// If the description states only some of the three keywords, the others have their defaults (OpenAPI 3.2, 4.15.1.2).
function readStyle(
  reader: ObjectReader<'Encoding Object'>,
  mediaType: string,
): Pick<Encoding, 'style' | 'explode' | 'allowReserved'> {
  const written = reader.text('style');
  const explode = reader.flag('explode');
  const allowReserved = reader.flag('allowReserved');
  if (written === undefined && explode === undefined && allowReserved === undefined) return {};
  // "SHALL be ignored if the request body media type is not application/x-www-form-urlencoded" (OpenAPI 3.0, 4.7.15).
  if (reader.context.version === '3.0' && !isForm(mediaType)) {
    const finding = { variant: 'media-type', style: written ?? 'form', mediaType } as const;
    for (const keyword of ['style', 'explode', 'allowReserved'] as const)
      if (reader.has(keyword)) reader.context.report('style-not-here', reader.at(keyword), finding);
    return {};
  }
  const allowed = listStyles('query');
  const style = allowed.find((one) => one === written) ?? 'form';
  if (written !== undefined && written !== style) {
    const finding = { style: written, reading: style, allowed };
    reader.context.report('style-not-here', reader.at('style'), { variant: 'encoding', ...finding });
  }
  return { style, explode: explode ?? style === 'form', allowReserved: allowReserved ?? false };
}

/**
 * Reads the headers of a response or of a part by their names, which are case-insensitive (RFC 9110, 5.1). If two have
 * the same name, the first counts. Content-Type is left out, because the media type describes it.
 */
export function readHeaderMap(context: BuildContext, nodes: readonly NamedNode[]): Header[] {
  const firsts = new Map<string, string>();
  return nodes.flatMap(({ name, ...node }) => {
    const header = context.readHeader(context, name, node);
    const folded = name.toLowerCase();
    const first = firsts.get(folded);
    if (folded === 'content-type') context.report('ignored-header', node.origin, { variant: 'described', name }, 'key');
    else if (first !== undefined) context.report('repeated-header', node.origin, { name, first }, 'key');
    else {
      firsts.set(folded, name);
      return header ?? [];
    }
    return [];
  });
}
