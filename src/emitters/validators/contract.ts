import type { Schema } from '../../model/schema.js';
import { type Code, code, importValue, type Reference } from '../../typescript/code.js';
import type { View } from '../../views/views.js';
import { findPlace } from './place-schemas.js';
import { findStrictness } from './rules.js';
import type { Validators } from './validators.js';

export { listUnions } from './alternatives.js';
export { Validators } from './validators.js';

/**
 * Returns a reference to the function `(value: unknown, onNotShown?: OnNotShown) => Failure[]`. It lists why a value on
 * the wire is not a valid message of a view, before defaults are filled in. A schema has such a function if it has a
 * name or if an operation uses it directly. An operation uses schemas for parameters, headers, media types, items of
 * streams and the JSON in such items.
 *
 * - `request`: what the caller of a client passes. A property with a default may be left out.
 * - `received`: what arrives at a server. A property with a default may be left out unless it is `required`.
 * - `response`: what arrives at a client. A missing or null field is reported rather than refused if a `presence` item
 *   asks about it. With `own`, it is what a server sends: required fields are required, and values that are not shown
 *   are refused.
 */
export function findValidator(
  { validators: { places } }: { readonly validators: Validators },
  schema: Schema,
  view: View,
  options: { readonly own?: boolean } = {},
): Reference {
  const place = findPlace(places.of, schema);
  if (!place) throw new Error(`no validator for the schema at ${schema.origin.file}#${schema.origin.pointer}`);
  const strictness = findStrictness(view, options.own ?? false);
  return importValue(place.module, places.nameValidate(place, view, strictness));
}

/** Returns the code of a function that returns whether an alternative accepts a value of a reply on the wire. */
export function printAccepts({ validators }: { readonly validators: Validators }, alternative: Schema): Code {
  const guard = validators.alternatives.get(alternative);
  return guard
    ? code`${guard}`
    : code`(value) => ${findValidator({ validators }, alternative, 'response')}(value).length === 0`;
}

/**
 * Returns a reference to the function `(value: unknown) => unknown`. It returns a valid value on the wire with the
 * defaults of its properties filled in at all levels, and does not change its argument. With `received`, the result is
 * what a server's handler receives, without readOnly properties; with `response`, what a client's caller receives.
 * Returns `undefined` if the schema has no defaults, or has neither a name nor a use in an operation.
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
