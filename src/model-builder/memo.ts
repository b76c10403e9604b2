import type { Example } from '../model/example.js';
import type {
  Callback,
  Header,
  Link,
  MediaType,
  Operation,
  Parameter,
  RequestBody,
  Response,
} from '../model/operation.js';
import type { SecurityRequirement, SecurityScheme } from '../model/security.js';
import type { Server } from '../model/server.js';
import { getPlaceKey, type Node } from './node.js';

/** Something that the reading of an object did. A run that takes the object from the last run repeats it. */
interface Step<Run> {
  /** Returns whether the step would do the same in a run. */
  isValid(run: Run): boolean;
  repeat(run: Run): void;
}

/** The reading of the object at a place. */
interface Reading<T, Run> extends Step<Run> {
  readonly key: unknown;
  readonly result: T | undefined;
  readonly steps: readonly Step<Run>[];
  /** Whether nothing but its text and its steps decides the result. */
  readonly isLasting: boolean;
}

/** Records what the reading of objects outside schemas does, so that the next run can take them from this one. */
export class ReadingLog<Run> {
  readonly #run: Run;
  /** The objects of the last run whose text or place has changed. */
  readonly #changed: ReadonlySet<unknown>;
  readonly #valid = new Map<Step<Run>, boolean>();
  /** The steps of the object that is being read. */
  #steps: Step<Run>[] | undefined;
  #isLasting = true;

  constructor(run: Run, changed: ReadonlySet<unknown>) {
    this.#run = run;
    this.#changed = changed;
  }

  /** Adds a step of the object that is being read. */
  add(step: Step<Run>): void {
    this.#steps?.push(step);
  }

  /** Marks the object that is being read. The next run has to read it again. */
  leaveOpen(): void {
    this.#isLasting = false;
  }

  /** Reads an object and records its steps. */
  record<T>(read: () => T): Pick<Reading<T, Run>, 'result' | 'steps' | 'isLasting'> {
    const steps: Step<Run>[] = [];
    const [outer, isOuterLasting] = [this.#steps, this.#isLasting];
    this.#steps = steps;
    this.#isLasting = true;
    const result = read();
    const isLasting = this.#isLasting;
    this.#steps = outer;
    this.#isLasting = isOuterLasting;
    return { result, steps, isLasting };
  }

  /** Returns whether reading an object of the last run again would have the same result. */
  isValid(reading: Reading<unknown, Run>): boolean {
    const known = this.#valid.get(reading);
    if (known !== undefined) return known;
    const { key, steps, isLasting } = reading;
    const isValid = isLasting && !this.#changed.has(key) && steps.every((step) => step.isValid(this.#run));
    this.#valid.set(reading, isValid);
    return isValid;
  }

  /** Repeats the steps of a reading, and does not record them again. */
  repeat({ steps }: Reading<unknown, Run>): void {
    const outer = this.#steps;
    this.#steps = undefined;
    for (const step of steps) step.repeat(this.#run);
    this.#steps = outer;
  }
}

/**
 * Remembers what was read at each place, so that it is read only once, however many references lead there. Under
 * `watch`, takes objects from the last run: those whose text has not changed and whose steps are all valid.
 */
class Memo<T, Run extends WithMemos<Run>> {
  readonly #select: Select<T, Run>;
  #log: ReadingLog<Run> | undefined;
  #last: Memo<T, Run> | undefined;
  readonly #known = new Map<string, Map<unknown, Reading<T, Run>>>();
  readonly #list: T[] = [];

  constructor(select: Select<T, Run>) {
    this.#select = select;
  }

  /** Records what is read, and takes objects from the memos of the last run. */
  begin(log: ReadingLog<Run>, last: Memos<Run> | undefined): void {
    this.#log = log;
    this.#last = last && this.#select(last);
  }

  /** Returns the result of an earlier reading at a place (and under a name, if the name matters), or reads it now. */
  read(node: Node, read: () => T | undefined, name = ''): T | undefined {
    const key = getPlaceKey(node);
    const reading = this.#known.get(name)?.get(key) ?? this.#takeLast(key, name) ?? this.#readNow(key, name, read);
    this.#log?.add(reading);
    return reading.result;
  }

  /** Lists the results in the order of reading. */
  list(): readonly T[] {
    return this.#list;
  }

  /** Keeps what was read for the next run, and nothing else. */
  finish(): void {
    this.#last = undefined;
    this.#log = undefined;
  }

  #takeLast(key: unknown, name: string): Reading<T, Run> | undefined {
    const last = this.#last;
    // A text is the key of a value that is no object.
    const reading = last && typeof key !== 'string' ? last.#known.get(name)?.get(key) : undefined;
    if (!reading || !this.#isValid(reading)) return undefined;
    this.#repeat(reading, name);
    return reading;
  }

  #isValid(reading: Reading<T, Run>): boolean {
    return this.#log?.isValid(reading) ?? false;
  }

  #repeat(reading: Reading<T, Run>, name: string): void {
    if (this.#known.get(name)?.has(reading.key)) return;
    this.#log?.repeat(reading);
    this.#remember(reading, name);
  }

  #readNow(key: unknown, name: string, read: () => T | undefined): Reading<T, Run> {
    const recorded = this.#log ? this.#log.record(read) : { result: read(), steps: none, isLasting: false };
    const select = this.#select;
    const reading: Reading<T, Run> = {
      key,
      ...recorded,
      isValid: ({ memos }) => select(memos).#isValid(reading),
      repeat: ({ memos }) => select(memos).#repeat(reading, name),
    };
    this.#remember(reading, name);
    return reading;
  }

  #remember(reading: Reading<T, Run>, name: string): void {
    const readings = this.#known.get(name) ?? new Map<unknown, Reading<T, Run>>();
    this.#known.set(name, readings);
    readings.set(reading.key, reading);
    if (reading.result !== undefined) this.#list.push(reading.result);
  }
}

const none: readonly never[] = [];

/** A run of the model builder. */
interface WithMemos<Run extends WithMemos<Run>> {
  readonly memos: Memos<Run>;
}

/** Returns the memo for one kind of object. Each reading keeps this function, so it must not refer to a run. */
type Select<T, Run extends WithMemos<Run>> = (memos: Memos<Run>) => Memo<T, Run>;

/** What was read at each place, by the kind of the object. */
export class Memos<Run extends WithMemos<Run>> {
  readonly #all: Pick<Memo<unknown, Run>, 'begin' | 'finish'>[] = [];
  readonly parameters: Memo<Parameter, Run> = this.#create(({ parameters }) => parameters);
  readonly requestBodies: Memo<RequestBody, Run> = this.#create(({ requestBodies }) => requestBodies);
  readonly responses: Memo<Omit<Response, 'status' | 'code'>, Run> = this.#create(({ responses }) => responses);
  readonly headers: Memo<Omit<Header, 'wireName'>, Run> = this.#create(({ headers }) => headers);
  readonly mediaTypes: Memo<MediaType, Run> = this.#create(({ mediaTypes }) => mediaTypes);
  readonly examples: Memo<Omit<Example, 'name'>, Run> = this.#create(({ examples }) => examples);
  readonly links: Memo<Link, Run> = this.#create(({ links }) => links);
  readonly callbacks: Memo<Callback, Run> = this.#create(({ callbacks }) => callbacks);
  /** The operations of path items. */
  readonly pathItems: Memo<readonly Operation[], Run> = this.#create(({ pathItems }) => pathItems);
  readonly securitySchemes: Memo<SecurityScheme, Run> = this.#create(({ securitySchemes }) => securitySchemes);
  /** The lists of the root that operations inherit. */
  readonly security: Memo<readonly SecurityRequirement[], Run> = this.#create(({ security }) => security);
  readonly servers: Memo<readonly Server[], Run> = this.#create(({ servers }) => servers);

  /** Records what is read, and takes objects from the last run. */
  begin(log: ReadingLog<Run>, last: Memos<Run> | undefined): void {
    for (const memo of this.#all) memo.begin(log, last);
  }

  /** Keeps what was read for the next run, and nothing else. */
  finish(): void {
    for (const memo of this.#all) memo.finish();
  }

  #create<T>(select: Select<T, Run>): Memo<T, Run> {
    const memo = new Memo<T, Run>(select);
    this.#all.push(memo);
    return memo;
  }
}
