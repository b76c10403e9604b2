import type { Schema } from '../../model/schema.js';
import { type Code, code, encodeString, joinCode } from '../../typescript/code.js';
import type { BodyPlan, MediaPlan } from '../../wire/plan.js';
import { importRuntimeValue } from '../runtime-references.js';
import { findItemConversion } from '../types/contract.js';
import { type Converter, findContentConversion, printSentBody } from './convert.js';
import type { DefaultFillers } from './fill-defaults.js';
import { printPositionalBody, printSpecialFields } from './form.js';

/** Prints the statements that set the body of the request, by the media type in the arguments if there are several. */
export function printBodyStatements(
  { alternatives, required }: BodyPlan,
  fillers: DefaultFillers,
  converter: Converter,
): readonly Code[] {
  const mediaCode = (media: MediaPlan, mediaType: string): Code => {
    const { schema } = media.mediaType;
    const given = printAssumed(media.items?.schema ?? schema, code`args.body`);
    const body = schema ? fillers.fill(schema, given, required) : given;
    return printSend(media, mediaType, printSentBody(media, body, converter), converter);
  };
  const named = alternatives.filter(({ isRange }) => !isRange);
  const range = alternatives.find(({ isRange }) => isRange);
  const [first, ...others] = named;
  const rangeCode = range && mediaCode(range, 'args.contentType');
  if (!first) return rangeCode ? [code`${rangeCode};`] : [];
  const usual = mediaCode(first, encodeString(first.mediaType.mediaType));
  if (others.length === 0 && !rangeCode) return [code`${usual};`];
  const cases = others.map((media) => {
    const mediaType = encodeString(media.mediaType.mediaType);
    return code`  case ${mediaType}:\n    ${mediaCode(media, mediaType)};\n    break;`;
  });
  const rest = rangeCode
    ? code`  case undefined:\n  case ${encodeString(first.mediaType.mediaType)}:\n    ${usual};\n    break;\n  default:\n    ${rangeCode};`
    : code`  default:\n    ${usual};`;
  return [code`switch (args.contentType) {\n${joinCode([...cases, rest], '\n')}\n}`];
}

/** Prints an argument. If its shape is not shown, the printed expression reports the gap. */
export function printAssumed(schema: Schema | undefined, argument: Code): Code {
  return schema?.kind === 'not-shown'
    ? code`${importRuntimeValue('write/not-shown', 'reportAssumed')}(draft, ${encodeString(schema.gap.id)}, ${argument})`
    : argument;
}

function printSend(media: MediaPlan, mediaType: string, body: Code, converter: Converter): Code {
  const special = printSpecialFields(media, converter);
  const stringify =
    media.items && findItemConversion(media.items, converter)
      ? code`, ${importRuntimeValue('values/exact-json', 'writeExactJson')}`
      : '';
  switch (media.format) {
    case 'json': {
      const conversion = findContentConversion(media, converter);
      if (conversion)
        return code`${importRuntimeValue('client/convert', 'exactJsonBody')}(draft, ${body}, ${conversion.code}, ${mediaType})`;
      const isUsual = mediaType === `'application/json'`;
      return code`${importRuntimeValue('write/body', 'jsonBody')}(draft, ${body}${isUsual ? '' : `, ${mediaType}`})`;
    }
    case 'form-urlencoded':
      return code`${importRuntimeValue('write/form', 'formBody')}(draft, ${body}${special ? code`, ${special}` : ''})`;
    case 'multipart': {
      if (media.parts) return printPositionalBody(media.parts, mediaType, body, converter);
      const isUsual = mediaType === `'multipart/form-data'`;
      const rest = isUsual ? (special ? code`, ${special}` : '') : code`, ${special ?? '{}'}, ${mediaType}`;
      return code`${importRuntimeValue('write/multipart', 'multipartBody')}(draft, ${body}${rest})`;
    }
    case 'bytes':
      return code`${importRuntimeValue('write/other-body', 'bytesBody')}(draft, ${body}, ${mediaType})`;
    case 'event-stream':
      return code`${importRuntimeValue('write/items', media.items?.data ? 'dataEventsBody' : 'eventsBody')}(draft, ${body}, ${mediaType}${stringify})`;
    case 'json-lines':
      return code`${importRuntimeValue('write/items', 'jsonLinesBody')}(draft, ${body}, ${mediaType}${stringify})`;
    case 'json-sequence':
      return code`${importRuntimeValue('write/items', 'jsonSequenceBody')}(draft, ${body}, ${mediaType}${stringify})`;
    case 'text':
      if (media.charset !== undefined)
        return code`${importRuntimeValue('write/other-body', 'charsetBody')}(draft, ${body}, ${mediaType}, ${encodeString(media.charset)})`;
      return code`${importRuntimeValue('write/other-body', 'textBody')}(draft, ${body}, ${mediaType})`;
  }
}
