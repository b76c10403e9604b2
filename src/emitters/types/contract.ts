import type { Schema } from '../../model/schema.js';
import type { Names } from '../../naming/names.js';
import { type Code, code, type Reference, typeReference, valueReference } from '../../typescript/code.js';
import { typeOf } from '../../typescript/type-expression.js';
import type { View } from '../../views/views.js';
import type { ItemPlan } from '../../wire/plan.js';
import type { EmitInput } from '../emitter.js';
import { runtimeValue } from '../runtime-references.js';
import { printItemPlaces } from './item-places.js';
import { holdsInt64, namePlans, printConversion } from './print-conversion.js';

/** Returns the type of any schema: an import of the type that was declared for it, or an expression in place. */
export function typeReferenceOf(schema: Schema, view: View, names: Names): Code {
  return typeOf(schema, view, names);
}

/** Returns the name of the type of a schema, or of the schema that it refers to, beginning with a lower-case letter. */
export function typeVariableOf(schema: Schema | undefined, names: Names): string | undefined {
  const target = schema?.kind === 'keywords' && !names.schemas.has(schema) ? schema.ref : schema;
  const type = target && names.schemas.get(target)?.types.response;
  return type && `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
}

/** How a value is converted between code and wire. */
export interface ConversionCode {
  /** The conversion, as the runtime is told it. */
  readonly code: Code;
  /** Whether JSON has to be read and written with all digits. */
  readonly isExact: boolean;
}

/** Returns how the values of a schema are converted; `undefined`: they are the same in code. */
export function conversionOf(
  schema: Schema | undefined,
  { api, names }: Pick<EmitInput, 'api' | 'names'>,
): ConversionCode | undefined {
  const plan = schema && names.conversions.planOf(schema);
  return plan && { code: printConversion(plan, namePlans(api, names)), isExact: holdsInt64(plan) };
}

/** Returns how the items of a sequence are converted; of an event with JSON in its `data`, that. */
export function itemConversion(
  { schema, data }: ItemPlan,
  convert: (schema: Schema | undefined) => ConversionCode | undefined,
): ConversionCode | undefined {
  if (!data) return convert(schema);
  const conversion = convert(data);
  return conversion && { ...conversion, code: code`{ properties: { data: ${conversion.code} } }` };
}

/** Returns the type of a server-sent event. */
export function eventType({ schema, data }: ItemPlan, view: View, names: Names): Code {
  const event = schema
    ? typeOf(schema, view, names)
    : code`${typeReference('runtime/stream-types', 'ServerSentEvent')}`;
  if (!data) return event;
  const type = code`${typeReference('runtime/stream-types', 'DataEvent')}<${typeOf(data, view, names)}`;
  return schema ? code`${type}, ${event}>` : code`${type}>`;
}

/** Returns a validator of a schema's values that tells the items they touch as well; the validator itself where they touch none. */
export function printItemReports(
  validate: Code,
  schema: Schema,
  { api, names }: Pick<EmitInput, 'api' | 'names'>,
): Code {
  const places = printItemPlaces(schema, api, names);
  if (!places) return validate;
  return code`/* @__PURE__ */ ${runtimeValue('report-items', 'reportItems')}(${validate}, ${places})`;
}

/** The module that knows the items of the description. */
export const notShownModule = 'types/not-shown';

/** `assume`, `reveal` and `rest`, bound to the ids of the description's open items. */
export const notShownFunctions: readonly Reference[] = ['assume', 'reveal', 'rest'].map((name) =>
  valueReference(notShownModule, name),
);

/**
 * `WireNames`: an optional wire name per open `parameter-name` item, resolved ids as `never`. With `checkedWireNamesType`
 * it is used as `<const Given extends WireNames>(options: { wireNames?: Given & CheckedWireNames<Given> })`, so that no
 * key compiles that is not the id of an open item, whether written in place or held in a variable.
 */
export const wireNamesType: Reference = typeReference(notShownModule, 'WireNames');

/** `CheckedWireNames<Given>`: `Given`, each key that is no open `parameter-name` item as `never`. */
export const checkedWireNamesType: Reference = typeReference(notShownModule, 'CheckedWireNames');
