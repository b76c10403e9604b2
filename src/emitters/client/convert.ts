import type { Schema } from '../../model/schema.js';
import { type Code, code, encodeString } from '../../typescript/code.js';
import type { HeaderPlan, MediaPlan, ParameterPlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';
import { type ConversionCode, findItemConversion, findPartsConversion } from '../types/contract.js';
import { printSpecialFields } from './form.js';

/** Returns how the values of a schema are converted, or `undefined` if they are the same in code. */
export type Converter = (schema: Schema | undefined) => ConversionCode | undefined;

/** Prints the value that is sent for an argument. For a JSON document or a form, prints its text. */
export function printSentArgument(plan: ParameterPlan, argument: Code, converter: Converter): Code {
  const { parameter, value } = plan;
  const name = encodeString(parameter.writtenName);
  const conversion = findHeldConversion(plan, converter);
  const send = importRuntimeValue('client/convert', value.by === 'json' ? 'sentJson' : 'sentValue');
  const sent = conversion ? code`${send}(${name}, ${argument}, ${conversion.code})` : argument;
  // A form that is the whole query is sent unchanged. If the form is the value of one parameter, its text is
  // percent-encoded again.
  if (value.by !== 'form' || parameter.location === 'querystring') return sent;
  const special = printSpecialFields(value.body, converter);
  return code`${importRuntimeValue('write/form', 'formText')}(${name}, ${sent}${special ? code`, ${special}` : ''})`;
}

/** Returns how the value of a parameter or header is converted. */
export function findHeldConversion(
  { held }: ParameterPlan | HeaderPlan,
  converter: Converter,
): ConversionCode | undefined {
  return held.kind === 'value' ? converter(held.schema) : undefined;
}

/** Returns how content of one media type is converted as a whole, without its items. */
export function findContentConversion(
  { held: { client }, mediaType: { schema } }: MediaPlan,
  converter: Converter,
): ConversionCode | undefined {
  return client.kind === 'bytes' || client.kind === 'text' ? undefined : converter(schema);
}

/** Prints the conversion of a body before it is sent. JSON does not change here, because its writer converts it. */
export function printSentBody(media: MediaPlan, body: Code, converter: Converter): Code {
  const parts = media.parts && findPartsConversion(media.parts, converter);
  if (parts) return code`${importRuntimeValue('client/form-convert', 'sentParts')}(${body}, ${parts.code})`;
  const items = media.items && !media.parts && findItemConversion(media.items, converter);
  if (items) return code`${importRuntimeValue('read/stream-convert', 'sentItems')}(${body}, ${items.code})`;
  const conversion = findContentConversion(media, converter);
  if (!conversion || media.format === 'json') return body;
  return media.format === 'multipart'
    ? code`${importRuntimeValue('client/form-convert', 'sentParts')}(${body}, ${conversion.code})`
    : code`${importRuntimeValue('client/convert', 'sentValue')}('body', ${body}, ${conversion.code})`;
}
