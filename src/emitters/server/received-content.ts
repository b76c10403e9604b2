import type { Schema } from '../../model/schema.js';
import { type Code, code, joinCode, type Reference } from '../../typescript/code.js';
import { encodePropertyKey, encodeString } from '../../typescript/encode.js';
import { typeOf } from '../../typescript/type-expression.js';
import { isSequence } from '../../wire/media-format.js';
import type { FieldPlan, MediaPlan } from '../../wire/plan.js';
import { alternativesOf, shapeOf } from '../../wire/value-shape.js';
import type { EmitInput } from '../emitter.js';
import { conversionOf, tellingItems } from '../types/contract.js';
import { defaultsOf, validatorOf } from '../validators/contract.js';
import { printDeclaredNames } from './declared-names.js';
import { printArray, printObject } from './print-literal.js';
import { isFile, printFormPlan, runtimeType, runtimeValue } from './print-value.js';

/** What a handler gets of content of one media type, and how. */
export interface ReceivedContent {
  readonly type: Code;
  readonly read: Code;
  readonly validate?: Code;
  readonly fill?: Code;
  /** What the server does instead of what the description says of it. */
  readonly reduced?: string;
}

/** Decides how the server reads content of one media type. */
export function receiveContent(plan: MediaPlan, input: EmitInput): ReceivedContent {
  const { mediaType, format, items } = plan;
  const { schema, itemSchema } = mediaType;
  switch (format) {
    case 'json':
      return {
        type: typeOfReceived(schema, input),
        read: jsonReader('readJsonContent', schema, input),
        ...checksOf(schema, input),
      };
    case 'form-urlencoded':
      return {
        type: typeOfReceived(schema, input),
        read: exactly(code`${runtimeValue('read-form', 'formReader')}(${printFormPlan(plan, input)})`, schema, input),
        ...checksOf(schema, input, listDocuments(plan)),
      };
    case 'multipart':
      return receiveMultipart(plan, input);
    case 'text':
      return receiveText(schema, input);
    case 'json-lines':
    case 'json-sequence': {
      // A schema of the whole says more than one of its items.
      const item = itemSchema || items?.schema === schema ? items?.schema : undefined;
      const read = jsonReader(
        format === 'json-lines' ? 'readJsonLinesContent' : 'readJsonSequenceContent',
        item ?? schema,
        input,
      );
      if (!item) return { type: typeOfReceived(schema, input), read, ...checksOf(schema, input) };
      const type = code`readonly (${typeOf(item, 'received', input.names)})[]`;
      return { type, read, ...checksOfItems(item, itemSchema && schema, input) };
    }
    case 'event-stream':
      return { type: code`string`, read: reader('readTextContent'), reduced: 'hands it over as text' };
    case 'bytes':
      return receiveBytes(schema, input);
  }
}

/** Prints the content of one media type as the runtime reads it. */
export function printContentPlan(plan: MediaPlan, input: EmitInput): Code {
  const { read, validate, fill, reduced } = receiveContent(plan, input);
  reportReduced(plan, reduced, input);
  return printObject([
    ['mediaType', encodeString(plan.mediaType.mediaType)],
    ['read', read],
    ['validate', validate],
    ['fill', fill],
    ['countNames', printDeclaredNames(documentOf(plan), input)],
  ]);
}

// What is read as one JSON text.
function documentOf({ format, mediaType, items }: MediaPlan): Schema | undefined {
  if (format === 'json') return mediaType.schema;
  return isSequence(format) ? items?.schema : undefined;
}

/**
 * Gives the validator of what comes in, and the function that fills in its defaults and makes of it what code has in its
 * place; `documents`: of what was read from text, the fields that were not.
 */
export function checksOf(
  schema: Schema | undefined,
  input: EmitInput,
  documents?: readonly string[],
): Pick<ReceivedContent, 'validate' | 'fill'> {
  if (!schema) return {};
  const fill = defaultsOf(input, schema, 'received');
  const validate = tellingItems(code`${validatorOf(input, schema, 'received')}`, schema, input);
  const conversion = conversionOf(schema, input);
  if (!conversion) return { validate, ...(fill && { fill: code`${fill}` }) };
  const isLifted = documents !== undefined && conversion.isExact;
  const kept = isLifted && documents.length > 0 ? printArray(documents.map(encodeString)) : undefined;
  return {
    validate: isLifted
      ? code`${runtimeValue('server-convert', 'validateText')}(${conversion.code}, ${validate}${kept ? code`, ${kept}` : ''})`
      : validate,
    fill: convertReceived(conversion.code, fill, isLifted, kept),
  };
}

function checksOfItems(
  item: Schema,
  whole: Schema | undefined,
  input: EmitInput,
): Pick<ReceivedContent, 'validate' | 'fill'> {
  const { validate, fill } = checksOf(item, input);
  const ofWhole = checksOf(whole, input).validate;
  const validateItems = runtimeValue('read-content', 'validateItems');
  return {
    ...(validate && { validate: code`${validateItems}(${validate}${ofWhole ? code`, ${ofWhole}` : ''})` }),
    ...(fill && { fill: code`${runtimeValue('read-content', 'fillItems')}(${fill})` }),
  };
}

/** Lists the fields of a form whose text is JSON, which tells numbers from strings itself. */
export function listDocuments({ fields }: MediaPlan): string[] {
  return fields.flatMap(({ name, value }) => (value.by === 'media-type' && value.body.format === 'json' ? [name] : []));
}

function convertReceived(conversion: Code, fill?: Reference, isLifted = false, kept?: Code): Code {
  const convert = runtimeValue('server-convert', isLifted ? 'convertText' : 'convertReceived');
  if (kept) return code`${convert}(${conversion}, ${fill ?? 'undefined'}, ${kept})`;
  return code`${convert}(${conversion}${fill ? code`, ${fill}` : ''})`;
}

function jsonReader(name: string, schema: Schema | undefined, input: EmitInput): Code {
  return exactly(reader(name), schema, input);
}

// JSON is read with all digits of its integers where some of them are `bigint` in code.
function exactly(read: Code, schema: Schema | undefined, input: EmitInput): Code {
  return conversionOf(schema, input)?.isExact ? code`${runtimeValue('server-convert', 'readExactly')}(${read})` : read;
}

/** Warns where the server does less with some content than the description says of it. */
export function reportReduced({ mediaType }: MediaPlan, instead: string | undefined, { diagnostics }: EmitInput): void {
  if (instead === undefined) return;
  const what = `content of '${mediaType.mediaType}'`;
  diagnostics.report('reduced-emission', mediaType.origin, { what, artifact: 'the server', instead }, { at: 'key' });
}

function typeOfReceived(schema: Schema | undefined, input: EmitInput): Code {
  return schema ? typeOf(schema, 'received', input.names) : code`unknown`;
}

function reader(name: string): Code {
  return code`${runtimeValue(name === 'readJsonContent' ? 'read-body' : 'read-content', name)}`;
}

// Text is a string whatever its schema says; a schema of strings says more.
function receiveText(schema: Schema | undefined, input: EmitInput): ReceivedContent {
  const read = reader('readTextContent');
  if (!schema || !isOfText(schema)) return { type: code`string`, read };
  return { type: typeOfReceived(schema, input), read, ...checksOf(schema, input) };
}

/** Tells whether text is all that a schema allows, or all that is known of it. */
export function isOfText(schema: Schema): boolean {
  if (schema.kind === 'not-shown') return true;
  return alternativesOf(shapeOf(schema)).every(
    (shape) => shape.kind === 'primitive' && shape.types.every((type) => type === 'string'),
  );
}

function receiveBytes(schema: Schema | undefined, input: EmitInput): ReceivedContent {
  const type = schema?.kind === 'not-shown' ? typeOfReceived(schema, input) : code`Uint8Array`;
  return { type, read: reader('readBytesContent') };
}

function receiveMultipart(plan: MediaPlan, input: EmitInput): ReceivedContent {
  const { schema, mediaType, itemSchema } = plan.mediaType;
  if (!schema || itemSchema || !/^multipart\/form-data\b/i.test(mediaType)) {
    return { ...receiveBytes(schema, input), reduced: 'hands it over as bytes' };
  }
  const { validate, fill } = checksOf(schema, input, listDocuments(plan));
  const files = plan.fields.filter(isFile);
  const hasFiles = files.length > 0 || (plan.additional !== undefined && isFile(plan.additional));
  return {
    type: hasFiles ? printFilesType(plan, input) : typeOfReceived(schema, input),
    read: exactly(code`${runtimeValue('read-form', 'multipartReader')}(${printFormPlan(plan, input)})`, schema, input),
    ...(validate && {
      validate: hasFiles ? code`${runtimeValue('read-form', 'validateFiles')}(${validate})` : validate,
    }),
    ...(fill && { fill }),
  };
}

function printFilesType({ mediaType, fields, additional }: MediaPlan, input: EmitInput): Code {
  const files = fields.filter(isFile);
  const typeOfField = ({ repeated, others = [] }: FieldPlan): Code => {
    const one = joinCode(['File', ...others.map((other) => typeOf(other, 'received', input.names))], ' | ');
    if (!repeated) return one;
    return others.length === 0 ? code`readonly File[]` : code`readonly (${one})[]`;
  };
  const members = files.map((field) => {
    const { name, required } = field;
    const type = typeOfField(field);
    return code` readonly ${encodePropertyKey(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'};`;
  });
  const names = files.length === 0 ? 'never' : files.map(({ name }) => encodeString(name)).join(' | ');
  const further = additional && isFile(additional) ? typeOfField(additional) : undefined;
  const rest = runtimeType('read-form', 'WithoutFiles');
  const listed = code`${rest}<${typeOfReceived(mediaType.schema, input)}, ${names}${further ? ', string' : ''}>`;
  const own = members.length > 0 ? code` & {${members} }` : '';
  return code`${listed}${own}${further ? code` & { readonly [name: string]: ${further} }` : ''}`;
}
