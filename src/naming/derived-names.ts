import { toCapitalized } from './identifiers.js';

/** The suffixes of the types of an operation, such as `GetPetArgs`. No other type of the output has such a name. */
export const operationTypes = ['Args', 'Success', 'Outcome', 'Failure', 'Received', 'Reply', 'Handler'] as const;

/** Names the iterators of a paginated operation: `listPetsPages`, `listPetsItems`. */
export function nameIterators(identifier: string): readonly [pages: string, items: string] {
  return [`${identifier}Pages`, `${identifier}Items`];
}

/** Names the guard of a type: `isPet`. */
export function nameGuard(type: string): string {
  return `is${toCapitalized(type)}`;
}

/** Names the function that lists the failures of a value: `validatePet`. */
export function nameValidate(type: string): string {
  return `validate${toCapitalized(type)}`;
}

/**
 * Names what is emitted with an open enumeration: its known values, their guard, its matcher and the parameter type of
 * the matcher.
 */
export function nameEnumeration(type: string): {
  readonly known: string;
  readonly guard: string;
  readonly match: string;
  readonly arms: string;
} {
  const name = toCapitalized(type);
  return { known: `Known${name}`, guard: `isKnown${name}`, match: `match${name}`, arms: `${name}Arms` };
}
