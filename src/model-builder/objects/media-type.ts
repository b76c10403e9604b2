import type { MediaType } from '../../model/api.js';
import type { NotShown } from '../../model/element.js';
import type { Schema } from '../../model/schema.js';
import { type BuildContext, type Draft, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readReferable } from '../reference.js';
import { readEncodings } from './encoding.js';
import { readExamples } from './example.js';

/** Reads the media types under `content`, in the order of the description. */
export function readContentMap(
  reader: ObjectReader<'Request Body Object'> | ObjectReader<'Response Object'>,
): MediaType[] | undefined {
  const nodes = reader.map('content');
  return nodes?.flatMap((node) => readMediaType(reader.context, node.name, node) ?? []);
}

/** Reads a Media Type Object, or a reference to one, under its media type (OpenAPI 3.2, 4.14). */
export function readMediaType(context: BuildContext, mediaType: string, node: Node): MediaType | undefined {
  const read = (reader: ObjectReader<'Media Type Object'>): MediaType => readObject(reader, mediaType);
  const { mediaTypes: memo } = context.memos;
  return readReferable(context, node, { kind: 'Media Type Object', memo, name: mediaType, read });
}

function readObject(reader: ObjectReader<'Media Type Object'>, name: string): MediaType {
  const { context } = reader;
  const { origin, notShown, source } = readElement(reader);
  const itemSchema = reader.node('itemSchema');
  const mediaType: Draft<MediaType> = {
    origin,
    notShown,
    source,
    mediaType: name,
    ...omitUndefinedMembers({
      schema: readShape(reader, notShown),
      itemSchema: itemSchema && context.schemas.at(itemSchema),
      isOfEvent: context.version !== '3.2' && /^text\/event-stream *(;|$)/i.test(name) ? true : undefined,
    }),
    examples: readExamples(reader),
    encoding: [],
    prefixEncoding: [],
  };
  readEncodings(reader, mediaType);
  return mediaType;
}

function readShape(reader: ObjectReader<'Media Type Object'>, gaps: readonly NotShown[]): Schema | undefined {
  const { context, origin } = reader;
  const node = reader.node('schema');
  const gap = gaps.find((one) => one.kind === 'shape');
  if (!gap) return node && context.schemas.at(node);
  const [beside] = (['schema', 'itemSchema'] as const).filter((keyword) => reader.has(keyword));
  if (beside) context.report('shape-beside-keywords', reader.at(beside), { id: gap.id, keywords: beside }, 'key');
  return context.schemas.add({ kind: 'not-shown', gap, origin, notShown: [gap], source: [] });
}
