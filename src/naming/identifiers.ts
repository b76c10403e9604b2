import type { Thing, Wish } from './name-space.js';
import { joinCamel, joinKebab, joinPascal, shortenWords, spellWords, splitWords } from './words.js';

/** No identifier or file name is longer, its suffixes and numbers aside. */
export const longestName = 80;

/** The parts of a wish that follow from what is written. */
export type WrittenName = Pick<Wish, 'name' | 'spelled' | 'explicit' | 'because' | 'written'>;

/** Wishes for a type name; a text that is one already stays as written. */
export function wishType(text: string, thing: Thing, identifier?: string): WrittenName {
  return wishName(text, thing, identifier, /^[A-Z][A-Za-z0-9]*$/, joinPascal);
}

/** Wishes for the name of a function or member; a text that is one already stays as written. */
export function wishMember(text: string, thing: Thing, identifier?: string): WrittenName {
  return wishName(text, thing, identifier, /^[a-z][A-Za-z0-9]*$/, joinCamel);
}

function wishName(
  text: string,
  thing: Thing,
  identifier: string | undefined,
  finished: RegExp,
  join: (words: readonly string[]) => string,
): WrittenName {
  if (identifier !== undefined) {
    if (startsWell(identifier) && /^[\w$]+$/.test(identifier) && identifier.length <= longestName)
      return { name: identifier, explicit: true };
    return {
      ...wishName(identifier, thing, undefined, finished, join),
      explicit: true,
      written: identifier,
      because: { variant: 'not-identifier' },
    };
  }
  if (finished.test(text) && text.length <= longestName) return { name: text };
  const words = splitWords(text);
  const spelled = spellWords(text);
  const used = words.length > 0 ? words : spelled;
  const name = finishName(used, thing, join);
  const isLong = used.join('').length > longestName;
  return {
    name,
    spelled: finishName(spelled, thing, join),
    ...(isLong && { written: text, because: { variant: 'too-long', limit: longestName } as const }),
  };
}

function finishName(words: readonly string[], thing: Thing, join: (words: readonly string[]) => string): string {
  const kept = shortenWords(words, longestName);
  const name = join(kept);
  return startsWell(name) ? name : join([...splitWords(thing), ...kept]);
}

// Stricter than ECMA-262: a name made of words begins with a letter.
function startsWell(name: string): boolean {
  return /^[A-Za-z_$]|^(?![0-9])\p{ID_Start}/u.test(name);
}

/** Puts the name of a part behind that of its whole: `Pet` and `owner-id` give `PetOwnerId`. */
export function appendName(whole: string, part: string): string {
  const words = splitWords(part);
  const name = whole + joinPascal(words.length > 0 ? words : spellWords(part));
  return name.length <= longestName
    ? name
    : whole.slice(0, 1) + joinPascal(shortenWords(splitWords(name), longestName)).slice(1);
}

/** Gives the file name of a thing from its identifier: `GetPetById` is `get-pet-by-id`. */
export function fileName(name: string): string {
  const words = splitWords(name);
  const text = joinKebab(words.length > 0 ? words : ['dollar']);
  return text.length <= longestName ? text : shortenWords(text.split('-'), longestName, 1).join('-');
}

/** Makes the first letter a capital. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
