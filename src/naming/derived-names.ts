import { toCapitalized } from './identifiers.js';

/** The endings of the types of an operation: `GetPetArgs` … No other type of the output has such a name. */
export const operationTypes = ['Args', 'Success', 'Outcome', 'Failure', 'Received', 'Reply', 'Handler'] as const;

/** The iterators of a paginated operation: `listPetsPages`, `listPetsItems`. */
export function nameIterators(identifier: string): readonly [pages: string, items: string] {
  return [`${identifier}Pages`, `${identifier}Items`];
}

/** The guard of a type: `isPet`. */
export function nameGuard(type: string): string {
  return `is${toCapitalized(type)}`;
}

/** The function that lists the failures of a value: `validatePet`. */
export function nameValidate(type: string): string {
  return `validate${toCapitalized(type)}`;
}

/** The names that come with an open enumeration: its known values, their guard, its matcher and the arms of that. */
export function nameEnumeration(type: string): {
  readonly known: string;
  readonly guard: string;
  readonly match: string;
  readonly arms: string;
} {
  const name = toCapitalized(type);
  return { known: `Known${name}`, guard: `isKnown${name}`, match: `match${name}`, arms: `${name}Arms` };
}
