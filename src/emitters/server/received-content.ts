import type { ServerReduction } from '../../diagnostics/codes/emit.js';
import type { Schema } from '../../model/schema.js';
import {
  type Code,
  code,
  encodePropertyKey,
  encodeString,
  joinCode,
  printArray,
  printObject,
} from '../../typescript/code.js';
import { isBinary } from '../../wire/media-format.js';
import type { FieldPlan, ItemPlan, MediaPlan, PartPlan, PartsPlan } from '../../wire/plan.js';
import { buildShape } from '../../wire/value-shape.js';
import { printItemValidator } from '../message-checks.js';
import { importRuntimeType, importRuntimeValue, type RuntimeName } from '../runtime-references.js';
import {
  findConversion,
  findPartsConversion,
  printEventType,
  printGapReports,
  printHeldType,
  printTypeReference,
} from '../types/contract.js';
import { findValidator } from '../validators/contract.js';
import { printDeclaredNames, type ServerInput } from './declared-names.js';
import {
  type Checks,
  listChanges,
  listChecks,
  listDocuments,
  printFormPlan,
  printPositionedField,
  type ReceivedContent,
} from './print-value.js';

/** Prints how the server reads content of one media type. */
export function receiveContent(plan: MediaPlan, input: ServerInput): ReceivedContent {
  const { format, mediaType } = plan;
  const type = printReceivedType(plan, input);
  const { schema } = mediaType;
  switch (format) {
    case 'json':
      return {
        type,
        read: printExactRead(code`${importRuntimeValue('server/body', 'readJsonContent')}`, schema, input),
        ...listChecks(schema, input),
      };
    case 'form-urlencoded': {
      const read = code`${importRuntimeValue('server/form', 'formReader')}(${printFormPlan(plan, input)})`;
      return { type, read: printExactRead(read, schema, input), ...listChecks(schema, input, listDocuments(plan)) };
    }
    case 'multipart':
      return receiveMultipart(plan, type, input);
    case 'text':
      return { type, read: printReader('readTextContent'), ...listChecks(plan.checked, input) };
    case 'json-lines':
    case 'json-sequence':
      return receiveList(plan, type, input);
    case 'event-stream':
      return receiveEvents(plan, input);
    case 'bytes':
      return { type, read: printReader('readBytesContent') };
  }
}

function receiveList(
  { format, held: { server }, mediaType }: MediaPlan,
  type: Code,
  input: ServerInput,
): ReceivedContent {
  const schema = server.kind === 'list' ? server.item : mediaType.schema;
  const name = format === 'json-lines' ? 'readJsonLinesContent' : 'readJsonSequenceContent';
  const checks =
    server.kind === 'list' ? listItemChecks(server.item, server.whole, input) : listChecks(mediaType.schema, input);
  return { type, read: printExactRead(printReader(name), schema, input), ...checks };
}

function printReceivedType(plan: MediaPlan, input: ServerInput): Code {
  const { server } = plan.held;
  switch (server.kind) {
    case 'bytes':
      return server.schema ? printHeldType(server, 'received', input.types) : code`Uint8Array`;
    case 'fields':
      return printFilesType(plan, input);
    case 'parts':
      return plan.parts ? printPartsType(plan.parts, input) : code`never`;
    case 'list':
      return code`readonly (${printTypeReference(server.item, 'received', input.types)})[]`;
    default: {
      const type = printHeldType(server, 'received', input.types);
      return server.kind === 'value' && hasUndefined(server.schema, input)
        ? code`${importRuntimeType('server/route', 'WithoutUndefined')}<${type}>`
        : type;
    }
  }
}

// Client and server share a type if a request has no other properties than a response. It then allows `undefined` for
// optional properties, which callers may pass. With `exactOptionalPropertyTypes`, `{ ...row, ...body }` would keep it.
function hasUndefined(schema: Schema | undefined, { types }: ServerInput): boolean {
  const { members, views } = types.resolver;
  if (!schema || views.differs(schema, 'received') || views.differs(schema, 'request')) return false;
  const objects = members.listObjects(types.resolver.resolve(schema));
  return objects.some((object) => [...object.members.values()].some(({ required }) => !required));
}

/** Prints the plan by which the runtime reads content of one media type. */
export function printContentPlan(plan: MediaPlan, input: ServerInput): Code {
  const { read, readIntegers, validate, fill, reduced } = receiveContent(plan, input);
  reportReduced(plan, reduced, input);
  return printObject([
    ['mediaType', encodeString(plan.mediaType.mediaType)],
    ['read', read],
    ['readIntegers', readIntegers],
    ['validate', validate],
    ['fill', fill],
    ['countNames', printDeclaredNames(findDocument(plan), input)],
  ]);
}

// Returns the schema of one JSON text.
function findDocument(plan: MediaPlan): Schema | undefined {
  if (plan.format === 'event-stream') return plan.items?.data;
  return plan.isCheckedJson ? plan.checked : undefined;
}

function listItemChecks(item: Schema, whole: Schema | undefined, input: ServerInput): Checks {
  const { readIntegers, validate, fill } = listChecks(item, input);
  const ofWhole = listChecks(whole, input).validate;
  const validateItems = importRuntimeValue('server/content', 'validateItems');
  const mapItems = importRuntimeValue('server/content', 'mapItems');
  return {
    readIntegers: readIntegers && code`${mapItems}(${readIntegers})`,
    validate: validate && code`${validateItems}(${validate}${ofWhole ? code`, ${ofWhole}` : ''})`,
    fill: fill && code`${mapItems}(${fill})`,
  };
}

// If some integers are `bigint` in code, JSON is read with all digits.
function printExactRead(read: Code, schema: Schema | undefined, input: ServerInput): Code {
  return findConversion(schema, input)?.isExact
    ? code`${importRuntimeValue('server/convert', 'readExactly')}(${read})`
    : read;
}

/** Reports the way in which the server deviates from the description for a media type, if it does. */
export function reportReduced(
  { mediaType: { mediaType, origin } }: MediaPlan,
  variant: ServerReduction | undefined,
  { diagnostics }: ServerInput,
): void {
  if (variant) diagnostics.report('reduced-emission', origin, { variant, mediaType }, { at: 'key' });
}

function printReader(name: RuntimeName<'server/content'>): Code {
  return code`${importRuntimeValue('server/content', name)}`;
}

function receiveMultipart(plan: MediaPlan, type: Code, input: ServerInput): ReceivedContent {
  const { schema } = plan.mediaType;
  const { kind } = plan.held.server;
  if (kind === 'parts' && plan.parts) return receiveParts(plan, plan.parts, type, input);
  if (kind === 'bytes') return { type, read: printReader('readBytesContent'), reduced: 'parts-as-bytes' };
  const read = code`${importRuntimeValue('server/form', 'multipartReader')}(${printFormPlan(plan, input)})`;
  const checks = listChecks(schema, input, listDocuments(plan));
  return { type, read: printExactRead(read, schema, input), ...(kind === 'fields' ? checkFiles(checks) : checks) };
}

function receiveParts(plan: MediaPlan, parts: PartsPlan, type: Code, input: ServerInput): ReceivedContent {
  const { schema, itemSchema } = plan.mediaType;
  const all = [parts.rest, ...parts.first];
  const fields = all.map((part) => printPositionedField(part, input));
  const read = code`${importRuntimeValue('server/form', 'partsReader')}(${joinCode(fields, ', ')})`;
  const isExact = findPartsConversion(parts, (one) => findConversion(one, input))?.isExact ?? false;
  return {
    type,
    read: isExact ? code`${importRuntimeValue('server/convert', 'readExactly')}(${read})` : read,
    // If the server reads every part as the schema describes it, the schema of the whole content checks all of them.
    ...(schema && !itemSchema && all.every(isReadAsDescribed)
      ? checkFiles(listChecks(schema, input))
      : listPartChecks(parts, schema && all.every(isReadAsDescribed) ? schema : undefined, input)),
  };
}

// Schemas describe files as strings.
function isReadAsDescribed({ format, schema, checked }: PartPlan): boolean {
  if (format === 'json' || format === 'text') return checked !== undefined || schema === undefined;
  return schema === undefined || isBinary(schema) || (schema.kind === 'keywords' && buildShape(schema).kind === 'any');
}

function checkFiles({ validate, ...checks }: Checks): Checks {
  return { ...checks, validate: validate && code`${importRuntimeValue('server/form', 'validateFiles')}(${validate})` };
}

function listPartChecks({ first, rest }: PartsPlan, whole: Schema | undefined, input: ServerInput): Checks {
  const checks = [rest, ...first].map((part) => listChecks(part.checked, input));
  const list = (key: keyof Checks): Code[] | undefined =>
    checks.some((one) => one[key]) ? checks.map((one) => one[key] ?? code`undefined`) : undefined;
  const mapItems = importRuntimeValue('server/content', 'mapItems');
  const [ofRest, ...ofFirst] = list('validate') ?? [];
  const ofWhole = checkFiles(listChecks(whole, input)).validate;
  const readIntegers = list('readIntegers');
  const fill = list('fill');
  return {
    readIntegers: readIntegers && code`${mapItems}(${joinCode(readIntegers, ', ')})`,
    validate:
      (ofRest ?? ofWhole) &&
      code`${importRuntimeValue('server/content', 'validateItems')}(${ofRest ?? 'undefined'}, ${ofWhole ?? 'undefined'}, ${printArray(ofFirst)})`,
    fill: fill && code`${mapItems}(${joinCode(fill, ', ')})`,
  };
}

function printPartsType({ first, rest }: PartsPlan, input: ServerInput): Code {
  const typeOf = ({ format, held }: PartPlan): Code =>
    format === 'json' || format === 'text' ? printHeldType(held, 'received', input.types) : code`File`;
  const others = code`readonly (${typeOf(rest)})[]`;
  if (first.length === 0) return others;
  const own = first.map((part) => code`(${typeOf(part)})?`);
  return code`readonly [${joinCode(own, ', ')}, ...${others}]`;
}

function printFilesType({ mediaType, fields, additional }: MediaPlan, input: ServerInput): Code {
  const files = fields.filter(({ isFile }) => isFile);
  const typeOfField = ({ repeated, others = [] }: FieldPlan): Code => {
    const one = joinCode(['File', ...others.map((other) => printTypeReference(other, 'received', input.types))], ' | ');
    if (!repeated) return one;
    return others.length === 0 ? code`readonly File[]` : code`readonly (${one})[]`;
  };
  const members = files.map((field) => {
    const { name, required } = field;
    const type = typeOfField(field);
    return code` readonly ${encodePropertyKey(name)}${required ? '' : '?'}: ${type}${required ? '' : ' | undefined'};`;
  });
  const names = files.length === 0 ? 'never' : files.map(({ name }) => encodeString(name)).join(' | ');
  const further = additional?.isFile ? typeOfField(additional) : undefined;
  const rest = importRuntimeType('server/form', 'WithoutFiles');
  const listed = code`${rest}<${printTypeReference(mediaType.schema, 'received', input.types)}, ${names}${further ? ', string' : ''}>`;
  const own = members.length > 0 ? code` & {${members} }` : '';
  return code`${listed}${own}${further ? code` & { readonly [name: string]: ${further} }` : ''}`;
}

/** Prints how the server reads server-sent events. A handler receives them as an array. */
function receiveEvents({ items }: MediaPlan, input: ServerInput): ReceivedContent {
  const described = items?.data ?? items?.schema;
  const validate = items && printValidator(items, input);
  const { readIntegers, fill } = listChanges(described, input);
  const change = (each: Code): Code => {
    const whole = items?.data ? code`${importRuntimeValue('server/events', 'changeData')}(${each})` : each;
    return code`${importRuntimeValue('server/content', 'mapItems')}(${whole})`;
  };
  return {
    type: code`readonly (${items ? printEventType(items, 'received', input.types) : code`unknown`})[]`,
    read: printExactRead(printEventReader(items), described, input),
    readIntegers: readIntegers && change(readIntegers),
    validate: validate && code`${importRuntimeValue('server/content', 'validateItems')}(${validate})`,
    fill: fill && change(fill),
  };
}

function printValidator(items: ItemPlan, input: ServerInput): Code | undefined {
  return printItemValidator(items, (schema) =>
    printGapReports(code`${findValidator(input, schema, 'received')}`, schema, input),
  );
}

function printEventReader(items: ItemPlan | undefined): Code {
  if (items?.data) return code`${importRuntimeValue('server/events', 'readDataEventsContent')}`;
  const names = items?.jsonFields ?? [];
  if (names.length === 0) return code`${importRuntimeValue('server/events', 'readEventsContent')}`;
  return code`${importRuntimeValue('server/events', 'jsonEventsReader')}(${joinCode(names.map(encodeString), ', ')})`;
}
