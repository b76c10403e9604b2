import type { CharacterSet, PatternNode } from './read-pattern.js';

const mostPositions = 150;
const mostVisits = 10_000;

// A repetition with a larger bound is treated like an unbounded one, as a circle.
const mostCopies = 8;

interface Part {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

const nothing: Part = { isNullable: true, first: [], last: [] };
const tooLarge: unknown = { name: 'TooLarge' };

/**
 * Glushkov's automaton of a pattern. It has a state for each place of a character in the pattern. For each step between
 * states, it has the number of ways to take it.
 */
export class PatternAutomaton {
  readonly sets: CharacterSet[] = [];
  readonly steps: Map<number, number>[] = [];
  /** The number of times that the repetitions around each state may match it. */
  readonly bounds: number[] = [];
  /** The states after which the whole pattern has matched. */
  readonly accepting: ReadonlySet<number>;
  readonly #looks: PatternNode[];
  #visits = 0;

  private constructor(node: PatternNode, looks: PatternNode[]) {
    this.#looks = looks;
    this.accepting = new Set(this.#add(node, 1).last);
  }

  /**
   * Builds the automaton of a pattern, and adds the patterns of its lookaheads and lookbehinds to `looks`. Returns
   * `undefined` for a pattern that is too large.
   */
  static build(node: PatternNode, looks: PatternNode[]): PatternAutomaton | undefined {
    try {
      return new PatternAutomaton(node, looks);
    } catch (error) {
      if (error !== tooLarge) throw error;
      return undefined;
    }
  }

  #add(node: PatternNode, bound: number): Part {
    if (++this.#visits > mostVisits) throw tooLarge;
    switch (node.kind) {
      case 'set':
        return this.#addState(node.set, bound);
      case 'start':
        return nothing;
      case 'end':
        // No character follows it.
        return this.#addState([], bound);
      case 'look':
        this.#looks.push(node.part);
        return nothing;
      case 'sequence':
        return node.parts.map((part) => this.#add(part, bound)).reduce((a, b) => this.#follow(a, b), nothing);
      case 'choice': {
        const parts = node.parts.map((part) => this.#add(part, bound));
        return {
          isNullable: parts.some((part) => part.isNullable),
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
        };
      }
      case 'repeat':
        return this.#repeat(node, bound);
    }
  }

  #addState(set: CharacterSet, bound: number): Part {
    if (this.sets.length >= mostPositions) throw tooLarge;
    const state = this.sets.push(set) - 1;
    this.steps.push(new Map());
    this.bounds.push(bound);
    return { isNullable: false, first: [state], last: [state] };
  }

  #repeat({ part, min, max }: Extract<PatternNode, { kind: 'repeat' }>, bound: number): Part {
    if (max > mostCopies) {
      const once = this.#add(part, bound * max);
      this.#connect(once, once);
      return { ...once, isNullable: once.isNullable || min === 0 };
    }
    let whole = nothing;
    for (let copy = 0; copy < max; copy++) {
      const once = this.#add(part, bound);
      whole = this.#follow(whole, { ...once, isNullable: once.isNullable || copy >= min });
    }
    return whole;
  }

  #follow(a: Part, b: Part): Part {
    this.#connect(a, b);
    return {
      isNullable: a.isNullable && b.isNullable,
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
    };
  }

  #connect(a: Part, b: Part): void {
    for (const from of a.last)
      for (const to of b.first) this.steps[from]?.set(to, (this.steps[from]?.get(to) ?? 0) + 1);
  }
}
