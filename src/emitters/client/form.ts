import { schemaOfContent } from '../../model/operation.js';
import { type Code, code, joinCode } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { formPropertiesOf } from '../../wire/form-properties.js';
import { formatOf } from '../../wire/media-format.js';
import type { FieldPlan, HeaderPlan, MediaPlan } from '../../wire/plan.js';
import { alternativesOf, shapeOf } from '../../wire/value-shape.js';
import type { Converter } from './convert.js';
import { headerCode } from './header.js';
import { runtimeValue } from './runtime.js';
import { styledQueryCode } from './styled-query.js';

/** Writes the fields of a form that are not written by what their value is, by name; `undefined` where there are none. */
export function specialFields(plan: MediaPlan, converter: Converter): Code | undefined {
  const write = plan.format === 'multipart' ? specialPart : specialField;
  const { properties } = formPropertiesOf(plan.mediaType.schema);
  const members = plan.fields.flatMap((field) => {
    const schema = properties.find(({ name }) => name === field.name)?.schema;
    const special = write(field, converter(schema)?.isExact ?? false, converter);
    return special ? [code`${encodePropertyKey(field.name)}: ${special}`] : [];
  });
  return members.length === 0 ? undefined : code`{ ${joinCode(members, ', ')} }`;
}

function specialField(field: FieldPlan, isExact: boolean): Code | undefined {
  if (field.encoding?.style !== undefined && field.value.by === 'style') return styledField(field.value);
  if (!isDocument(field) || (isUsualDocument(field) && !isExact)) return undefined;
  const write = isExact
    ? runtimeValue('form-convert', 'writeExactField')
    : runtimeValue('write-form', 'writeJsonField');
  return field.repeated ? code`/* @__PURE__ */ ${runtimeValue('write-form', 'eachField')}(${write})` : code`${write}`;
}

function isDocument({ value }: FieldPlan): boolean {
  return value.by === 'media-type' && value.body.format === 'json';
}

// Objects and arrays are written as JSON unless told, one by one where they are items.
function isUsualDocument({ repeated, value }: FieldPlan): boolean {
  const schema = value.by === 'media-type' ? value.body.mediaType.schema : undefined;
  return (
    repeated &&
    schema !== undefined &&
    alternativesOf(shapeOf(schema)).every(({ kind }) => /^(array|object)$/.test(kind))
  );
}

function specialPart(field: FieldPlan, isExact: boolean, converter: Converter): Code | undefined {
  const headers = field.headers.flatMap((header) => specialHeader(header, converter));
  const write = partCode(field, isExact);
  if (headers.length === 0) return write;
  const usual = code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'typedPart')}()`;
  const headed = runtimeValue('write-multipart', 'headedPart');
  return code`/* @__PURE__ */ ${headed}(${write ?? usual}, { ${joinCode(headers, ', ')} })`;
}

function specialHeader({ header, value }: HeaderPlan, converter: Converter): readonly Code[] {
  const isJson = value.by === 'media-type' && value.body.format === 'json';
  const schema = schemaOfContent(header.content);
  const conversion = value.by === 'style' || isJson ? converter(schema) : undefined;
  if (value.by === 'style' && !value.explode && !conversion) return [];
  const key = encodePropertyKey(header.wireName);
  const send = runtimeValue('client-convert', isJson ? 'sentJson' : 'sentValue');
  const sent = conversion ? code`${send}(name, value, ${conversion.code})` : code`value`;
  return [code`${key}: (draft, name, value) => ${headerCode(value, 'name', sent, conversion !== undefined)}`];
}

function partCode(field: FieldPlan, isExact: boolean): Code | undefined {
  const { value, contentTypes, encoding } = field;
  if (encoding?.style !== undefined && value.by === 'style') {
    const isDelimited = value.style === 'form' && !value.explode;
    return code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'styledPart')}(${styledField(value)}${isDelimited ? ', true' : ''})`;
  }
  if (isDocument(field) && (isExact || !isUsualDocument(field))) {
    const write = isExact ? runtimeValue('form-convert', 'exactPart') : runtimeValue('write-multipart', 'jsonPart');
    const one = code`/* @__PURE__ */ ${write}(${encodeString(jsonType(field))})`;
    return field.repeated ? code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'eachPart')}(${one})` : one;
  }
  if (encoding?.contentType === undefined) return undefined;
  const list = contentTypes.map(encodeString).join(', ');
  return code`/* @__PURE__ */ ${runtimeValue('write-multipart', 'typedPart')}(${list})`;
}

// A range, such as `application/*`, is none that could be said.
function jsonType({ value, contentTypes }: FieldPlan): string {
  const schema = value.by === 'media-type' ? value.body.mediaType.schema : undefined;
  const named = contentTypes.filter((type) => !type.includes('*'));
  return named.find((type) => formatOf(type, schema).format === 'json') ?? named[0] ?? 'application/json';
}

function styledField(value: Parameters<typeof styledQueryCode>[0]): Code {
  return code`(form, name, value) => ${styledQueryCode(value, 'form', 'name', code`value`)}`;
}
