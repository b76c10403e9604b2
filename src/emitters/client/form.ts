import { type Code, code, encodePropertyKey, encodeString, joinCode } from '../../typescript/code.js';
import { isEncoded } from '../../wire/media-format.js';
import type { FieldPlan, HeaderPlan, MediaPlan, PartPlan, PartsPlan } from '../../wire/plan.js';
import { callRuntime, importRuntimeValue } from '../runtime-references.js';
import type { Converter } from './convert.js';
import { printHeader, printStyledQuery } from './header.js';

/**
 * Prints, by name, a writer for each field whose value alone does not decide how it is written. Returns `undefined` if
 * there are none.
 */
export function printSpecialFields(plan: MediaPlan, converter: Converter): Code | undefined {
  const write = plan.format === 'multipart' ? printSpecialPart : printSpecialField;
  const members = plan.fields.flatMap((field) => {
    const special = write(field, converter(field.schema)?.isExact ?? false, converter);
    return special ? [code`${encodePropertyKey(field.name)}: ${special}`] : [];
  });
  return members.length === 0 ? undefined : code`{ ${joinCode(members, ', ')} }`;
}

function printSpecialField({ value, isStyled, isEvident, repeated }: FieldPlan, isExact: boolean): Code | undefined {
  if (isStyled && value.by === 'style') return printStyledField(value);
  if (value.by !== 'json' || (isEvident && !isExact)) return undefined;
  const write = isExact
    ? importRuntimeValue('client/form-convert', 'writeExactField')
    : importRuntimeValue('write/form', 'writeJsonField');
  return repeated ? callRuntime('write/form', 'eachField', write) : code`${write}`;
}

function printSpecialPart(field: FieldPlan, isExact: boolean, converter: Converter): Code | undefined {
  const usual = callRuntime('write/multipart', 'typedPart');
  const write = printPart(field, isExact);
  return printHeadedPart(field.headers, write ?? usual, converter) ?? write;
}

// Returns `undefined` if the headers need no writer.
function printHeadedPart(headers: readonly HeaderPlan[], write: Code, converter: Converter): Code | undefined {
  const special = headers.flatMap((header) => printSpecialHeader(header, converter));
  const required = headers.flatMap(({ header }) => (header.required ? encodeString(header.wireName) : []));
  if (special.length + required.length === 0) return undefined;
  const headed = importRuntimeValue('write/multipart', 'headedPart');
  const writers = special.length === 0 ? '{}' : code`{ ${joinCode(special, ', ')} }`;
  return code`/* @__PURE__ */ ${headed}(${joinCode([write, writers, ...required], ', ')})`;
}

/** Prints the call that sends parts without names. */
export function printPositionalBody(
  { first, rest }: PartsPlan,
  mediaType: string,
  body: Code,
  converter: Converter,
): Code {
  const writers = [rest, ...first].map((part) => {
    const write = printPositionedPart(part, converter(part.checked)?.isExact ?? false);
    return printHeadedPart(part.headers, write, converter) ?? write;
  });
  const send = importRuntimeValue('write/positional', 'positionalBody');
  return code`${send}(draft, ${body}, ${mediaType}, ${joinCode(writers, ', ')})`;
}

function printPositionedPart({ format, usualType, contentTypes }: PartPlan, isExact: boolean): Code {
  if (format === 'json') return printJsonPart(usualType, isExact);
  const list = contentTypes.map(encodeString).join(', ');
  return callRuntime('write/positional', 'positionedPart', list);
}

function printJsonPart(mediaType: string, isExact: boolean): Code {
  const write = isExact
    ? importRuntimeValue('client/form-convert', 'exactPart')
    : importRuntimeValue('write/multipart', 'jsonPart');
  return code`/* @__PURE__ */ ${write}(${encodeString(mediaType)})`;
}

function printSpecialHeader({ header, value, held }: HeaderPlan, converter: Converter): readonly Code[] {
  const isJson = value.by === 'json';
  const conversion = value.by === 'style' || isJson ? converter(held.schema) : undefined;
  if (value.by === 'style' && !value.explode && !conversion) return [];
  const key = encodePropertyKey(header.wireName);
  const send = importRuntimeValue('client/convert', isJson ? 'sentJson' : 'sentValue');
  const sent = conversion ? code`${send}(name, value, ${conversion.code})` : code`value`;
  return [code`${key}: (draft, name, value) => ${printHeader(value, 'name', sent, conversion !== undefined)}`];
}

function printPart(field: FieldPlan, isExact: boolean): Code | undefined {
  const { value, contentTypes } = field;
  if (field.isStyled && value.by === 'style') {
    const isDelimited = value.style === 'form' && !value.explode;
    return code`/* @__PURE__ */ ${importRuntimeValue('write/multipart', 'styledPart')}(${printStyledField(value)}${isDelimited ? ', true' : ''})`;
  }
  if (value.by === 'json' && (isExact || !field.isEvident)) {
    const one = printJsonPart(field.jsonType, isExact);
    return field.repeated ? callRuntime('write/multipart', 'eachPart', one) : one;
  }
  if (!field.isTyped && field.isFile && isEncoded(field.item ?? field.schema))
    return callRuntime('write/multipart', 'bytesPart');
  if (!field.isTyped) return undefined;
  const list = contentTypes.map(encodeString).join(', ');
  return callRuntime('write/multipart', 'typedPart', list);
}

function printStyledField(value: Parameters<typeof printStyledQuery>[0]): Code {
  return code`(form, name, value) => ${printStyledQuery(value, 'form', 'name', code`value`)}`;
}
