import type { ParameterContent } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import { listStyles, type ParameterLocation, type Style } from '../../model/styles.js';
import { buildSchema } from '../context.js';
import type { ObjectReader } from '../object-reader.js';
import { readMediaType } from './media-type.js';

type Reader = ObjectReader<'Parameter Object'> | ObjectReader<'Header Object'>;

/** Reads how a parameter or header is serialized: by style, or as a document of a media type (OpenAPI 3.2, 4.12.2). */
export function readContent(reader: Reader, location: ParameterLocation): ParameterContent {
  const { context } = reader;
  const style = readStyle(reader, location);
  const explode = readExplode(reader, style);
  const allowReserved = readReserved(reader, location, style);
  const content = reader.map('content') ?? [];
  const node = reader.node('schema');
  const [first, second] = content;
  if (second) context.report('one-media-type', second.origin, { mediaType: first?.name ?? '' }, 'key');
  if (first && node) context.report('schema-and-content', node.origin, {}, 'key');
  const mediaType = first && readMediaType(context, first.name, first);
  for (const { name, origin, value } of content.slice(1)) readMediaType(context, name, { origin, value });
  if (mediaType) {
    reportIgnored(reader);
    return { by: 'media-type', mediaType };
  }
  return {
    by: 'style',
    style,
    explode,
    allowReserved,
    schema: node ? context.schemas.at(node) : buildTextSchema(reader),
  };
}

// The specification defines `deepObject` only with `true`, although the default is `false` for all styles except `form`
// and `cookie` (OpenAPI 3.2, 4.12.2.2).
function readExplode(reader: Reader, style: Style): boolean {
  const written = reader.flag('explode');
  if (written === false && style === 'deepObject') {
    const finding = { variant: 'deep-object-not-exploded' } as const;
    reader.context.report('undefined-serialization', reader.at('explode'), finding);
  }
  return written ?? (style === 'form' || style === 'cookie');
}

// The keyword has a meaning only for percent-encoded values (OpenAPI 3.2, 4.12.2.2).
function readReserved(reader: Reader, location: ParameterLocation, style: Style): boolean {
  const allowReserved = reader.flag('allowReserved') ?? false;
  if (!allowReserved || (location !== 'header' && style !== 'cookie')) return allowReserved;
  const finding = { variant: 'not-encoded', keyword: 'allowReserved' } as const;
  reader.context.report('no-effect', reader.at('allowReserved'), finding, 'key');
  return false;
}

function reportIgnored(reader: Reader): void {
  for (const keyword of ['style', 'explode', 'allowReserved'] as const)
    if (reader.has(keyword))
      reader.context.report('no-effect', reader.at(keyword), { variant: 'content-beside', keyword }, 'key');
}

function readStyle(reader: Reader, location: ParameterLocation): Style {
  const allowed = listStyles(location);
  const [usual = 'form'] = allowed;
  const written = reader.text('style');
  if (written === undefined) return usual;
  const style = allowed.find((one) => one === written);
  if (style) return style;
  const finding = { style: written, location, reading: usual, allowed };
  reader.context.report('style-not-here', reader.at('style'), { variant: 'location', ...finding });
  return usual;
}

// Without a schema, a value in a URL or a header is text.
function buildTextSchema(reader: Reader): Schema {
  reader.reportAbsent('schema', 'string');
  return reader.context.schemas.add(buildSchema(reader.at('schema'), { types: ['string'] }));
}
