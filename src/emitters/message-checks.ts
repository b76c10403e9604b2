import type { Schema } from '../model/schema.js';
import { joinCamel, splitWords } from '../naming/words.js';
import {
  type Code,
  type CodePart,
  code,
  encodePropertyKey,
  encodeString,
  type LiteralMember,
  printArray,
  printFilled,
  printObject,
} from '../typescript/code.js';
import type { Repeatable } from '../typescript/share-repeated.js';
import type { HeaderPlan, ItemPlan, MediaPlan, PartsPlan, ResponsePlan } from '../wire/plan.js';
import type { EmitInput } from './emitter.js';
import { importRuntimeType, importRuntimeValue } from './runtime-references.js';
import { type ConversionCode, findConversion, findItemConversion, nameTypeVariable } from './types/contract.js';

/** How a client or a server checks messages. */
export interface Checker {
  readonly input: EmitInput;
  /** Prints the validator of a schema. */
  readonly validate: (schema: Schema) => Code;
  /** Prints the function that converts a value to what is sent. `name` names the value in errors. */
  readonly read: (conversion: ConversionCode, name: string) => Code;
  /** Whether the items of a sequence or the parts of multipart content are checked one by one. */
  readonly hasItems: (media: MediaPlan) => boolean;
  /** Lists the checks of multipart content with named parts. */
  readonly listFieldChecks?: (media: MediaPlan) => readonly LiteralMember[];
  /** Prints the function that reads a part with headers. `read` converts its body. */
  readonly readPart?: (read: CodePart | undefined) => Code;
}

/** Prints the checks of a response, as a row by status key. Several responses often have the same checks. */
export function printResponseRow(
  { status, checked, alternatives, headers }: ResponsePlan,
  checker: Checker,
): readonly [status: string, row: Repeatable] {
  const value = printObject([
    ['content', printContentChecks(alternatives, checker)],
    ['headers', printHeaderChecks(headers, checker)],
  ]);
  // A response whose schema has no name is named after its first validator.
  const [validator = 'checked'] = value.parts.flatMap((part) =>
    typeof part === 'object' && part.name.startsWith('validate') ? joinCamel(splitWords(part.name).slice(1)) : [],
  );
  const name = nameTypeVariable(checked, checker.input.names) ?? validator;
  const type = code`${importRuntimeType('validate/message-checks', 'ResponseChecks')}`;
  return [encodePropertyKey(String(status)), { name: `${name.replace(/Response$/, '')}Response`, type, value }];
}

/** Prints the checks of headers. Returns `undefined` if none has a schema. */
export function printHeaderChecks(headers: readonly HeaderPlan[], checker: Checker): Code | undefined {
  const rows = headers.flatMap(({ header, held: { schema } }) =>
    schema ? [printArray(listNamedChecks(encodeString(header.wireName), schema, checker))] : [],
  );
  return printFilled(rows);
}

/** Lists a name, the validator of the value and, if it is converted, the function that converts it. */
export function listNamedChecks(name: string, schema: Schema, checker: Checker): CodePart[] {
  const conversion = findConversion(schema, checker.input);
  return [name, checker.validate(schema), ...(conversion ? [checker.read(conversion, name)] : [])];
}

/**
 * Prints the checks of content, by media type. Returns `undefined` if none is checked. Otherwise also lists the
 * unchecked media types, because a range may contain them.
 */
export function printContentChecks(alternatives: readonly MediaPlan[], checker: Checker): Code | undefined {
  const rows = alternatives.map((media) => [media, listContentChecks(media, checker)] as const);
  if (rows.every(([, checks]) => checks.length === 0)) return undefined;
  return printArray(
    rows.map(([{ mediaType }, checks]) => printObject([['mediaType', encodeString(mediaType.mediaType)], ...checks])),
  );
}

function listContentChecks(media: MediaPlan, checker: Checker): readonly LiteralMember[] {
  const { checked, items, parts } = media;
  const fields = checker.listFieldChecks?.(media) ?? [];
  if (fields.length > 0) return fields;
  const convert = (schema: Schema | undefined): ConversionCode | undefined => findConversion(schema, checker.input);
  if (!items || !checker.hasItems(media))
    return listValueChecks(checked && checker.validate(checked), convert(checked), checker);
  const ofItems = parts
    ? listPartsChecks(parts, checker)
    : listValueChecks(printItemValidator(items, checker.validate), findItemConversion(items, convert), checker);
  return ofItems.length > 0 ? [['isItems', 'true'], ...ofItems] : [];
}

function listValueChecks(
  validate: Code | undefined,
  conversion: ConversionCode | undefined,
  checker: Checker,
): LiteralMember[] {
  if (!validate) return [];
  return [
    ['validate', validate],
    ['read', conversion && checker.read(conversion, `'body'`)],
  ];
}

function listPartsChecks({ first, rest }: PartsPlan, checker: Checker): LiteralMember[] {
  const [ofRest = [], ...ofFirst] = [rest, ...first].map(({ checked, headers }): LiteralMember[] => {
    const { readPart } = checker;
    return listValueChecks(checked && checker.validate(checked), findConversion(checked, checker.input), checker).map(
      ([key, value]) => [key, key === 'read' && readPart && headers.length > 0 ? readPart(value) : value],
    );
  });
  if ([ofRest, ...ofFirst].every((members) => members.length === 0)) return [];
  return [...ofRest, ['first', printFilled(ofFirst.map(printObject))]];
}

/**
 * Prints the validator of the items of a sequence. Returns `undefined` if they have none. `validatorOf` prints the
 * validator of a schema.
 */
export function printItemValidator(
  { checked, data, describesData }: ItemPlan,
  validatorOf: (schema: Schema) => Code,
): Code | undefined {
  const ofItem = checked && validatorOf(checked);
  if (!data) return ofItem;
  if (describesData) return ofItem && code`${importRuntimeValue('validate/events', 'validateEvent')}(${ofItem})`;
  const rest = ofItem ? code`, ${ofItem}` : '';
  return code`${importRuntimeValue('validate/events', 'validateData')}(${validatorOf(data)}${rest})`;
}
