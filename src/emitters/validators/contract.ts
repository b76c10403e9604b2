import type { Schema } from '../../model/schema.js';
import { importValue, type Reference } from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import { findOnlyReference } from './analysis/checked-keywords.js';
import type { Place } from './place-schemas.js';
import type { Places } from './places.js';
import { findStrictness } from './rules.js';
import type { Validators } from './validators.js';

export { Validators } from './validators.js';

/**
 * Refers to the function `(value: unknown, onNotShown?: OnNotShown) => Failure[]` that lists why a value, as it is on the
 * wire, is no valid message in a view, defaults not filled in yet: of any schema that has a name, or that an operation uses directly
 * (of a parameter, a header, a media type, an item of a stream or the JSON in one).
 * - `request`: what the caller of a client passes; a property with a default may be left out;
 * - `received`: what comes in at a server; a property with a default may be left out unless it is `required`;
 * - `response`: what comes in at a client; a missing or null field is reported, not refused, if a `presence` item says so;
 *   with `own`, what a server sends: required fields are required, and values that are not shown are refused.
 */
export function findValidator(
  { validators: { places } }: { readonly validators: Validators },
  schema: Schema,
  view: View,
  options: { readonly own?: boolean } = {},
): Reference {
  const place = findPlace(places, schema);
  if (!place) throw new Error(`no validator for the schema at ${schema.origin.file}#${schema.origin.pointer}`);
  const strictness = findStrictness(view, options.own ?? false);
  return importValue(place.module, places.nameValidate(place, view, strictness));
}

function findPlace({ of }: Places, schema: Schema): Place | undefined {
  const referred = schema.kind === 'keywords' ? findOnlyReference(schema) : undefined;
  return of.get(schema) ?? (referred && of.get(referred));
}

/**
 * Refers to the function `(value: unknown) => unknown` that returns a valid value, as it is on the wire, with the defaults of its properties filled
 * in, deeply, without changing its argument: as a server's handler gets it (`received`), or a client's caller
 * (`response`); the former leaves out what is readOnly. `undefined` where the schema has none, or neither a name nor a use in an operation.
 */
export function findFiller(
  { validators: { places } }: { readonly validators: Validators },
  schema: Schema,
  view: Exclude<View, 'request'>,
): Reference | undefined {
  const place = places.of.get(schema);
  if (!place || !places.isFilled(place.schema, view)) return undefined;
  return importValue(place.module, places.nameFiller(place, view));
}
