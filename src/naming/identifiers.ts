import type { Candidate, Thing } from './name-space.js';
import { joinCamel, joinKebab, joinPascal, shortenWords, splitIntoWords, splitWords } from './words.js';

/** The maximum number of characters in an identifier or file name, without suffixes and numbers. */
const longestName = 80;

/** The parts of a candidate that follow from the text of the description. */
export type WrittenName = Pick<Candidate, 'name' | 'spelled' | 'explicit' | 'because' | 'written'>;

/** How words become a name, and which texts are already such a name. */
interface Spelling {
  readonly finished: RegExp;
  readonly join: (words: readonly string[]) => string;
}

const typeSpelling: Spelling = { finished: /^[A-Z][A-Za-z0-9]*$/, join: joinPascal };
const memberSpelling: Spelling = { finished: /^[a-z][A-Za-z0-9]*$/, join: joinCamel };

/** Names a type after a text, or by its `x-identifier`. A text that is already a type name does not change. */
export function nameType(text: string, thing: Thing, identifier?: string): WrittenName {
  return nameByIdentifier(text, thing, identifier, typeSpelling);
}

/**
 * Names a function or member after a text, or by its `x-identifier`. A text that is already such a name does not
 * change.
 */
export function nameMember(text: string, thing: Thing, identifier?: string): WrittenName {
  return nameByIdentifier(text, thing, identifier, memberSpelling);
}

function nameByIdentifier(text: string, thing: Thing, identifier: string | undefined, spelling: Spelling): WrittenName {
  if (identifier === undefined) return nameByText(text, thing, spelling);
  if (canStartName(identifier) && /^[\w$]+$/.test(identifier) && identifier.length <= longestName)
    return { name: identifier, explicit: true };
  return {
    ...nameByText(identifier, thing, spelling),
    explicit: true,
    written: identifier,
    because: { variant: 'not-identifier' },
  };
}

function nameByText(text: string, thing: Thing, { finished, join }: Spelling): WrittenName {
  if (finished.test(text) && text.length <= longestName) return { name: text };
  const words = splitWords(text);
  const spelled = splitIntoWords(text);
  const used = words.length > 0 ? words : spelled;
  const name = completeName(used, thing, join);
  const isLong = used.join('').length > longestName;
  return {
    name,
    spelled: completeName(spelled, thing, join),
    ...(isLong && { written: text, because: { variant: 'too-long', limit: longestName } as const }),
  };
}

function completeName(words: readonly string[], thing: Thing, join: (words: readonly string[]) => string): string {
  const kept = shortenWords(words, longestName);
  const name = join(kept);
  return canStartName(name) ? name : join([...splitWords(thing), ...kept]);
}

// Stricter than ECMA-262: a name made of words begins with a letter.
function canStartName(name: string): boolean {
  return /^[A-Za-z_$]|^(?![0-9])\p{ID_Start}/u.test(name);
}

/** Appends the name of a part to the name of its whole: `PetOwnerId` for `Pet` and `owner-id`. */
export function joinNames(whole: string, part: string): string {
  const words = splitWords(part);
  const name = whole + joinPascal(words.length > 0 ? words : splitIntoWords(part));
  return name.length <= longestName
    ? name
    : whole.slice(0, 1) + joinPascal(shortenWords(splitWords(name), longestName)).slice(1);
}

/** Returns the file name of an identifier: `get-pet-by-id` for `GetPetById`. */
export function buildFileName(name: string): string {
  const words = splitWords(name);
  const text = joinKebab(words.length > 0 ? words : ['dollar']);
  return text.length <= longestName ? text : shortenWords(text.split('-'), longestName, 1).join('-');
}

/** Capitalizes the first letter. */
export function toCapitalized(name: string): string {
  const first = name.charAt(0);
  const capital = first.toUpperCase();
  return first === capital ? name : capital + name.slice(1);
}

/** Writes the first letter in lower case, as in the name of a variable. */
export function toUncapitalized(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
