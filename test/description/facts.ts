import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A fact of `spec/facts.yaml`; the head of that file explains its fields. */
export interface Fact {
  readonly section: string;
  readonly row?: string;
  readonly part?: string;
  readonly says?: string;
  readonly aside?: string;
  /** By absolute JSON pointer, in which `*` may represent every key. */
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

/** Reads `spec/facts.yaml`, its pointers made absolute. */
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

/** Names a fact in a message: its section and its row or words. */
export function nameFact({ section, row, part }: Fact): string {
  return `${section}: ${row ?? part ?? ''}`;
}
