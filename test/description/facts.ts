import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A fact of `spec/facts.yaml`. The head of that file explains its fields. */
export interface Fact {
  readonly section: string;
  readonly row?: string;
  readonly part?: string;
  readonly says?: string;
  readonly aside?: string;
  /** The values by absolute JSON pointer, in which `*` can represent every key. */
  readonly shows: ReadonlyMap<string, unknown>;
  readonly open: readonly string[];
}

interface Group {
  readonly section: string;
  readonly under?: string;
  readonly facts: readonly WrittenFact[];
}

interface WrittenFact extends Omit<Fact, 'section' | 'shows' | 'open'> {
  readonly shows?: { readonly [pointer: string]: unknown };
  readonly open?: readonly string[];
}

/** Reads `spec/facts.yaml` and makes its pointers absolute. */
export function readFacts(): Fact[] {
  const groups = parse(readFileSync('spec/facts.yaml', 'utf8')) as readonly Group[];
  return groups.flatMap(({ section, under = '', facts }) =>
    facts.map(({ shows = {}, open = [], ...fact }) => ({
      ...fact,
      section,
      open,
      shows: new Map(
        Object.entries(shows).map(([pointer, value]) => [
          pointer.startsWith('/') ? pointer : `${under}/${pointer}`,
          value,
        ]),
      ),
    })),
  );
}

/** Formats a fact for a message: its section, and its row or words. */
export function nameFact({ section, row, part }: Fact): string {
  return `${section}: ${row ?? part ?? ''}`;
}
