import { splitSentences } from './api-document.js';
import { isLeaf, listChildren, listGapEntries, resolvePointer } from './description.js';
import { type Fact, nameFact } from './facts.js';

/** Keywords whose value is prose. A fact contains a phrase of it. */
const proseKeywords = new Set(['title', 'summary', 'description', 'effect']);

/** Keywords that only structure the description and state no fact about the API. */
const structure = new Set(['operationId', 'tags', '$ref', 'x-not-shown', 'x-source', 'x-identifier']);
const structurePointer = /^\/openapi$|^\/info\/version$|^\/tags\/\d+\/name$/;

/** Lists in sentences the facts that the description contradicts or lacks. */
export function listMismatches(description: unknown, facts: readonly Fact[]): string[] {
  const ids = new Set(listGapEntries(description).map(({ id }) => id));
  return facts.flatMap((fact) => [
    ...fact.open.filter((id) => !ids.has(id)).map((id) => `${nameFact(fact)}: there is no gap ${id}`),
    ...[...fact.shows].flatMap(([pattern, expected]) => {
      const places = [...resolvePointer(description, pattern)];
      if (places.length === 0) return [`${nameFact(fact)}: nothing stands at ${pattern}`];
      return places
        .filter(([pointer, value]) => !isStated(pointer, value, expected))
        .map(([pointer, value]) => `${nameFact(fact)}: ${pointer} is ${JSON.stringify(value)}`);
    }),
  ]);
}

function isStated(pointer: string, value: unknown, expected: unknown): boolean {
  if (isProse(pointer, value))
    return typeof expected === 'string' && expected !== '' && value.replace(/\s+/g, ' ').includes(expected);
  return isLeaf(expected) && JSON.stringify(value) === JSON.stringify(expected);
}

function isProse(pointer: string, value: unknown): value is string {
  const [name, parent] = pointer.split('/').reverse();
  return typeof value === 'string' && parent !== 'properties' && proseKeywords.has(name ?? '');
}

/** Lists the parts of the description that no fact states: keywords by pointer, and each sentence of prose. */
export function listUncovered(description: unknown, facts: readonly Fact[]): string[] {
  const phrases = new Map<string, unknown[]>();
  for (const { shows } of facts)
    for (const [pattern, expected] of shows)
      for (const pointer of resolvePointer(description, pattern).keys())
        phrases.set(pointer, [...(phrases.get(pointer) ?? []), expected]);
  const open = new Set(facts.flatMap((fact) => fact.open));
  const places = listGapEntries(description).flatMap(({ id, place }) => (open.has(id) ? [place] : []));
  const covered = new Set([...phrases.keys(), ...places].flatMap(listAncestors));
  return listUncoveredBelow(description, '', { phrases, covered });
}

interface Coverage {
  readonly phrases: ReadonlyMap<string, readonly unknown[]>;
  /** Every pointer of a fact, and every pointer above one. */
  readonly covered: ReadonlySet<string>;
}

function listAncestors(pointer: string): string[] {
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, index + 1).join('/'));
}

function listUncoveredBelow(value: unknown, pointer: string, coverage: Coverage): string[] {
  if (isStructure(pointer)) return [];
  if (!coverage.covered.has(pointer)) return [pointer];
  if (!isLeaf(value))
    return listChildren(value, pointer).flatMap((child) => listUncoveredBelow(child.value, child.pointer, coverage));
  if (!isProse(pointer, value)) return [];
  return splitProse(value)
    .filter((sentence) => !coverage.phrases.get(pointer)?.some((phrase) => isWithin(String(phrase), sentence)))
    .map((sentence) => `${pointer}: ${sentence}`);
}

function isStructure(pointer: string): boolean {
  const [name, parent] = pointer.split('/').reverse();
  return (
    structurePointer.test(pointer) || (parent !== 'properties' && pointer !== '/tags' && structure.has(name ?? ''))
  );
}

function isWithin(phrase: string, sentence: string): boolean {
  return sentence.includes(phrase) || phrase.includes(sentence);
}

/** Splits prose into the sentences of its paragraphs and list entries, without full stops. Bold lines are headings. */
function splitProse(text: string): string[] {
  return text
    .split(/\n\n|\n(?=- )/)
    .filter((block) => !/^\*\*[^*]+\*\*$/.test(block.trim()))
    .flatMap((block) => splitSentences(block.replace(/^- /, '')))
    .map((sentence) => sentence.replace(/\.$/, ''));
}
