import type { Schema } from '../../../model/schema.js';

/** The numbers of the last run. */
export interface NumberMemory {
  last?: SchemaNumbers;
}

/** The schemas of a run. */
type AllSchemas = ReadonlyMap<Schema, unknown>;

// A run removes no descriptions, although an edit can leave one without a schema. Beyond this multiple of the number in
// the first run, numbers begin anew.
const mostGrowth = 2;

/**
 * The numbers of schemas with subschemas, of their descriptions, and of the targets of references. Things with the same
 * number are checked in the same way.
 */
export class SchemaNumbers {
  readonly #ids = new Map<Schema, number>();
  readonly #counts = new Map<Schema | string, number>();
  readonly #all: AllSchemas;
  readonly #marks: ReadonlyMap<Schema, string>;
  #next = 0;
  #most: number | undefined;

  constructor(all: AllSchemas = new Map(), marks: ReadonlyMap<Schema, string> = new Map()) {
    this.#all = all;
    this.#marks = marks;
  }

  /**
   * Continues the numbers of the last run, and keeps them for the next one. A schema that both runs have keeps its
   * number, unless `markOf` returns something else than before for any such schema.
   */
  static follow(memory: NumberMemory, all: AllSchemas, markOf: (schema: Schema) => string): SchemaNumbers {
    const marks = new Map<Schema, string>();
    for (const schema of all.keys()) {
      const mark = markOf(schema);
      if (mark !== '') marks.set(schema, mark);
    }
    const numbers = new SchemaNumbers(all, marks);
    if (memory.last) numbers.#take(memory.last);
    memory.last = numbers;
    return numbers;
  }

  /** Returns the number of a schema with subschemas. */
  ofSchema(schema: Schema, describe: () => string): number {
    const known = this.#ids.get(schema);
    if (known !== undefined) return known;
    const id = this.of(describe());
    this.#ids.set(schema, id);
    return id;
  }

  /** Returns the number of a description, or of the target of a reference. */
  of(thing: Schema | string): number {
    const known = this.#counts.get(thing);
    if (known !== undefined) return known;
    this.#counts.set(thing, this.#next);
    return this.#next++;
  }

  #hasMarks(next: SchemaNumbers): boolean {
    for (const [schema, mark] of this.#marks)
      if (next.#all.has(schema) && next.#marks.get(schema) !== mark) return false;
    for (const [schema, mark] of next.#marks)
      if (this.#all.has(schema) && this.#marks.get(schema) !== mark) return false;
    return true;
  }

  #take(last: SchemaNumbers): void {
    const most = last.#most ?? last.#counts.size * mostGrowth;
    if (last.#counts.size > most || !last.#hasMarks(this)) return;
    this.#most = most;
    this.#next = last.#next;
    for (const [schema, id] of last.#ids) if (this.#all.has(schema)) this.#ids.set(schema, id);
    for (const [thing, number] of last.#counts)
      if (typeof thing === 'string' || this.#all.has(thing)) this.#counts.set(thing, number);
  }
}
