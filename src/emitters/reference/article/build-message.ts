import type { Encoding, Header, MediaType, Parameter, ParameterContent } from '../../../model/api.js';
import {
  type Block,
  type Blocks,
  code,
  type Field,
  type Inline,
  joinLine,
  type ListItem,
  line,
  link,
  mark,
  paragraph,
} from '../../../text/tree.js';
import { buildExamples, buildProse, buildRemarks, buildRequires, buildSources } from './build-parts.js';
import { buildSchemaUse, requiredMark } from './build-schema.js';
import { addContent, type Context } from './context.js';

/** Builds parameters as a list. */
export function buildParameters(parameters: readonly Parameter[], context: Context): Block {
  return { kind: 'fields', fields: parameters.map((parameter) => buildParameter(parameter, context)) };
}

function buildParameter(parameter: Parameter, context: Context): Field {
  const { wireName, writtenName, location, content, allowEmptyValue } = parameter;
  const remarks = [
    buildRequires(parameter),
    allowEmptyValue && paragraph('The value can be empty.'),
    buildStyle(location, content),
  ];
  const name = wireName.shown ? writtenName : mark('open', writtenName);
  return buildValueOf(parameter, { name, location, remarks }, context);
}

/** Builds headers as a list. */
export function buildHeaders(headers: readonly Header[], context: Context): Block {
  return { kind: 'fields', fields: headers.map((header) => buildHeader(header, context)) };
}

function buildHeader(header: Header, context: Context): Field {
  if (context.headers.has(header)) return { name: header.wireName, line: 'the same as above', blocks: [] };
  context.headers.add(header);
  const built = buildValueOf(header, { name: header.wireName }, context);
  context.headers.delete(header);
  return built;
}

interface Heading {
  readonly name: Inline;
  readonly location?: string;
  readonly remarks?: Blocks;
}

function buildValueOf(of: Parameter | Header, { name, location, remarks = [] }: Heading, context: Context): Field {
  const { content } = of;
  const schema = content.by === 'style' ? buildSchemaUse(content.schema, context) : undefined;
  const about = joinLine([location, schema?.line, of.deprecated && mark('emphasis', 'deprecated')], ', ');
  const blocks: Blocks = [
    buildProse(of.description),
    remarks,
    buildRemarks(of, context),
    schema?.blocks,
    content.by === 'media-type' && buildMediaType(content.mediaType, context),
    buildExamples(of.examples, context),
  ];
  const known = { name, line: about, mark: of.required && requiredMark };
  const { id, isRepeated } = context.findRepeat(blocks);
  if (isRepeated) return { ...known, blocks: [paragraph('The same as ', link(`#${id}`, 'above'))] };
  return id === undefined ? { ...known, blocks } : addContent({ ...known, id }, { blocks });
}

const usual: { readonly [location: string]: string } = {
  path: 'simple false',
  query: 'form true',
  header: 'simple false',
  cookie: 'form true',
};

// The default style of a location is not mentioned.
function buildStyle(location: string, content: ParameterContent): Block | undefined {
  if (content.by !== 'style') return undefined;
  const { style, explode, allowReserved } = content;
  const isUsual = usual[location] === `${style} ${explode}`;
  if (isUsual && !allowReserved) return undefined;
  return paragraph(
    `Style ${style}, ${explode ? 'exploded' : 'not exploded'}`,
    allowReserved && '; reserved characters are sent as they are',
    '.',
  );
}

/** Builds a body: its media type, its shape and its examples. */
export function buildMediaType(mediaType: MediaType, context: Context): Blocks {
  const { schema, itemSchema } = mediaType;
  const whole = schema && buildSchemaUse(schema, context);
  const item = itemSchema && buildSchemaUse(itemSchema, context);
  return [
    paragraph(code(mediaType.mediaType), whole && [' ', mark('muted', whole.line)]),
    buildSources(mediaType.source),
    whole?.blocks,
    item && [paragraph('each item ', mark('muted', item.line)), item.blocks],
    buildEncodings(mediaType, context),
    buildExamples(mediaType.examples, context),
  ];
}

type Encoded = Pick<Encoding, 'encoding' | 'prefixEncoding' | 'itemEncoding'>;

function buildEncodings({ encoding, prefixEncoding, itemEncoding }: Encoded, context: Context): Block | undefined {
  const items = [
    ...encoding.map((one) => buildEncoding(code(one.property), one, context)),
    ...prefixEncoding.map((one, index) => buildEncoding(`item ${index + 1}`, one, context)),
    ...(itemEncoding ? [buildEncoding('each item', itemEncoding, context)] : []),
  ];
  return items.length === 0 ? undefined : { kind: 'list', items };
}

function buildEncoding(name: Inline, encoding: Encoding, context: Context): ListItem {
  const { contentType, style, explode, allowReserved, headers } = encoding;
  return {
    line: [
      name,
      contentType !== undefined && line` as ${code(contentType)}`,
      style !== undefined && ` in the style ${style}`,
      explode !== undefined && (explode ? ', exploded' : ', not exploded'),
      allowReserved && ', reserved characters as they are',
    ],
    blocks: [
      buildRemarks(encoding, context),
      headers.length > 0 && buildHeaders(headers, context),
      buildEncodings(encoding, context),
    ],
  };
}
