import type { Api } from '../../model/api.js';
import type { Schema } from '../../model/schema.js';
import { toUncapitalized } from '../../naming/identifiers.js';
import type { Names } from '../../naming/names.js';
import {
  type Code,
  code,
  encodeJson,
  importType,
  importValue,
  printArray,
  printObject,
  type Reference,
} from '../../typescript/code.js';
import { printTypeOf } from '../../typescript/print-type.js';
import type { View } from '../../views/views.js';
import type { HeldContent, ItemPlan, PartsPlan } from '../../wire/plan.js';
import { callRuntime, importRuntimeValue } from '../runtime-references.js';
import { hasInt64, type SchemaTypes } from './schema-types.js';

export { createSchemaTypes, type SchemaTypes } from './schema-types.js';

/** Returns the type of any schema: an import of its declared type, or else an inline expression. */
export function printTypeReference(schema: Schema | undefined, view: View, { resolver }: SchemaTypes): Code {
  return schema ? printTypeOf(schema, view, resolver) : code`unknown`;
}

/** Returns the type of content that is a value, text, or of unknown shape. */
export function printHeldType(held: HeldContent, view: View, types: SchemaTypes): Code {
  return held.kind === 'value' || held.kind === 'bytes' ? printTypeReference(held.schema, view, types) : code`string`;
}

/** Returns the type name of a schema, or of the schema to which it refers, with a lower-case first letter. */
export function nameTypeVariable(schema: Schema | undefined, names: Names): string | undefined {
  const target = schema?.kind === 'keywords' && !names.schemas.has(schema) ? schema.ref : schema;
  const type = target && names.schemas.get(target)?.types.response;
  return type && toUncapitalized(type);
}

/** The conversion of a value between code and wire, as code. */
export interface ConversionCode {
  /** The conversion as an argument of the runtime. */
  readonly code: Code;
  /** Whether JSON must be read and written with all digits. */
  readonly isExact: boolean;
}

/** Returns how the values of a schema are converted, or `undefined` if they are the same in code. */
export function findConversion(
  schema: Schema | undefined,
  { types }: { readonly types: SchemaTypes },
): ConversionCode | undefined {
  const plan = schema && types.conversions.planOf(schema);
  const printed = plan && types.conversionPrinter.print(schema);
  return printed && { code: printed, isExact: hasInt64(plan) };
}

/**
 * Returns how the items of a sequence are converted. For events with JSON in `data`, returns how that JSON is
 * converted.
 */
export function findItemConversion(
  { schema, data }: ItemPlan,
  convert: (schema: Schema | undefined) => ConversionCode | undefined,
): ConversionCode | undefined {
  if (!data) return convert(schema);
  const conversion = convert(data);
  return conversion && { ...conversion, code: code`{ properties: { data: ${conversion.code} } }` };
}

/** Returns how an array of parts without names is converted. */
export function findPartsConversion(
  { first, rest }: PartsPlan,
  convert: (schema: Schema | undefined) => ConversionCode | undefined,
): ConversionCode | undefined {
  const own = first.map(({ checked }) => convert(checked));
  const items = convert(rest.checked);
  const all = [...own, items].filter((one) => one !== undefined);
  if (all.length === 0) return undefined;
  const members = printObject([
    ['first', own.some((one) => one) ? printArray(own.map((one) => one?.code ?? 'undefined')) : undefined],
    ['items', items?.code],
  ]);
  return { code: members, isExact: all.some(({ isExact }) => isExact) };
}

/** Returns the type of a server-sent event. */
export function printEventType({ schema, data }: ItemPlan, view: View, { resolver }: SchemaTypes): Code {
  const event = schema ? printTypeOf(schema, view, resolver) : code`${importType('runtime/values', 'ServerSentEvent')}`;
  if (!data) return event;
  const type = code`${importType('runtime/values', 'DataEvent')}<${printTypeOf(data, view, resolver)}`;
  return schema ? code`${type}, ${event}>` : code`${type}>`;
}

/**
 * Prints a validator that also reports the gaps that values of a schema touch. Prints the validator itself if there
 * are none.
 */
export function printGapReports(validate: Code, schema: Schema, { types }: { readonly types: SchemaTypes }): Code {
  const places = types.gapPrinter.print(schema);
  if (!places) return validate;
  return callRuntime('values/report-gaps', 'reportGaps', validate, places);
}

/** The module with the gaps of the description. A description without gaps does not have it. */
export const notShownModule = 'types/not-shown';

/** Returns whether a description has open or answered gaps. Without any, the output does not mention gaps. */
export function hasGaps({ gaps, resolved }: Pick<Api, 'gaps' | 'resolved'>): boolean {
  return gaps.length > 0 || resolved.length > 0;
}

/** `assume`, `reveal` and `rest`, bound to the ids of the description's open gaps. */
export const notShownFunctions: readonly Reference[] = ['assume', 'reveal', 'rest'].map((name) =>
  importValue(notShownModule, name),
);

/**
 * `WireNames` has an optional wire name per open `parameter-name` gap, and answered ids as `never`. It is used
 * together with `checkedWireNamesType` as
 * `<const Given extends WireNames>(options: { wireNames?: Given & CheckedWireNames<Given> })`. So only ids of open
 * gaps compile as keys, in an object literal and in a variable.
 */
export const wireNamesType: Reference = importType(notShownModule, 'WireNames');

/** The wire names of the configuration, by the id of an open gap. */
type ConfiguredNames = Readonly<Record<string, string>>;

/**
 * Prints the wire names of the caller, with those of the configuration as defaults. Returns `undefined` if there are
 * none.
 */
export function printWireNames(wireNames: ConfiguredNames = {}): Code | undefined {
  if (Object.keys(wireNames).length === 0) return undefined;
  return code`${importRuntimeValue('not-shown', 'addWireNames')}(${encodeJson(wireNames)}, options.wireNames)`;
}

/** Describes the option `wireNames` of client and server, with the names of the configuration. */
export function describeWireNames(wireNames: ConfiguredNames = {}): string {
  const doc = 'Names of parameters that the documentation does not show, by the id of their gap.';
  const rows = Object.entries(wireNames).map(([id, name]) => `\`${id}\`: \`${name}\``);
  return rows.length === 0 ? doc : `${doc} By default ${rows.join(', ')}.`;
}

/** `CheckedWireNames<Given>`: `Given`, with `never` for each key that is not the id of an open `parameter-name` gap. */
export const checkedWireNamesType: Reference = importType(notShownModule, 'CheckedWireNames');
