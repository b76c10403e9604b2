import type { Schema } from '../../model/schema.js';
import type { Site, Uses } from './context.js';

/** The members of the function that the code in this file uses. */
export type PresenceContext = Uses<'rules', 'types' | 'places'>;

/**
 * Returns whether the rules of the function require a field. `own` is the property in the schema that is being written,
 * which may be a branch of the root. `isListed`: `required` contains its name.
 */
export function isRequired(
  { context, root }: Site<PresenceContext>,
  name: string,
  own: Schema | undefined,
  isListed: boolean,
): boolean {
  const { views } = context.program.types;
  const { view, filled } = context.rules;
  // Received values have no defaults before these are filled in. Only a default replaces a field that is not listed.
  const isOnWire = view === 'received' && !filled;
  if (!isListed && (isOnWire || view !== 'received')) return false;
  // Most required fields are present in every view.
  if (view === 'response' && !context.program.places.facts(root).requiredAbsent) return true;
  // A member of `allOf` may require a property that another one describes.
  const known = context.program.places.properties.of(root).get(name) ?? [];
  const described = !own || known.includes(own) ? known : [own, ...known];
  return isOnWire
    ? !described.some((property) => views.isHidden(property, view))
    : views.isPresent(described, isListed, view);
}
