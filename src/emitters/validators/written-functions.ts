import { formatOrigin } from '../../diagnostics/origin.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import type { Reference } from '../../typescript/code.js';
import type { RunReads } from '../kept-parts.js';
import type { Callee, Environment, PartSite } from './context.js';
import type { FunctionMemory, FunctionText, Step, WrittenFunction } from './function-memory.js';
import { formatRules } from './rules.js';
import type { Validators } from './validators.js';
import type { PlannedFunction } from './write-function.js';

/** The steps of the function that is being written. */
export class StepLog {
  readonly steps: Step[] = [];
  readonly positions: Map<Reference, number> = new Map();
  isComplete: boolean = true;
  readonly #keyOf: (schema: Schema) => string | undefined;
  readonly #answers: readonly Answer[];

  /** `answers` are those to the first questions, if `askAgain` asked them for the function in this run. */
  constructor(keyOf: (schema: Schema) => string | undefined, answers: readonly Answer[] = []) {
    this.#keyOf = keyOf;
    this.#answers = answers;
  }

  /** The answer to the next question, if it was asked before. Asking it again could have another answer. */
  get answered(): Answer | undefined {
    return this.#answers[this.steps.length];
  }

  add(step: Step, reference?: Reference): void {
    if (reference && !this.positions.has(reference)) this.positions.set(reference, this.steps.length);
    this.steps.push(step);
  }

  /** Adds a question about a schema. */
  record(schema: Schema, build: (about: string) => Step, reference?: Reference): void {
    const about = this.#keyOf(schema);
    if (about === undefined) this.isComplete = false;
    this.add(build(about ?? ''), reference);
  }
}

/** The questions that a function asks its program while it is written. */
interface Questions extends Pick<Environment, 'planFunction' | 'tooLong'> {
  readonly written: WrittenFunctions | undefined;
  planPart(site: PartSite, write: undefined): Callee;
  readPattern(schema: KeywordSchema, pattern: string): string;
}

/** The answer to a question of a function. */
export interface Answer {
  readonly answer: string;
  /** The function that was planned. */
  readonly reference?: Reference;
}

/** Asks the questions of a function of the last run, up to the first one that gets another answer. */
export function askAgain(
  program: Questions,
  planned: PlannedFunction,
  steps: readonly Step[],
): { readonly answers: readonly Answer[]; readonly isSame: boolean } {
  const answers: Answer[] = [];
  for (const step of steps) {
    const answer = findAnswer(program, planned, step);
    if (answer) answers.push(answer);
    if (answer?.answer !== step.answer) return { answers, isSame: false };
  }
  return { answers, isSame: true };
}

// Returns `undefined` if the schema of the question is missing.
function findAnswer(program: Questions, planned: PlannedFunction, step: Step): Answer | undefined {
  const { rules, scope, module } = planned;
  if (step.kind === 'constant') return { answer: module.constant(step.about, step.text, step.value).name };
  if (step.kind === 'part') {
    const { reference } = program.planPart({ context: planned, scope }, undefined);
    return { answer: reference.name, reference };
  }
  const schema = program.written?.find(step.about);
  if (!schema) return undefined;
  switch (step.kind) {
    case 'call': {
      const callee = program.planFunction(schema, { rules, scope, shape: step.text, caller: planned });
      return { answer: formatCallee(callee), reference: callee.reference };
    }
    case 'pattern':
      return schema.kind === 'keywords' ? { answer: program.readPattern(schema, step.text) } : undefined;
    case 'is too long':
      return { answer: String(program.tooLong.has(schema, step.text)) };
    case 'mark too long':
      program.tooLong.add(schema, step.text);
      return { answer: '' };
  }
}

/** Returns the answer to a request for a function. */
export function formatCallee({ reference, deep, repeated }: Callee): string {
  return `${reference.module}#${reference.name}${deep ? ' deep' : ''}${repeated ? ' repeated' : ''}`;
}

/** A function that has its text from the last run, and the answers that it got in this one. */
interface Owner {
  readonly planned: PlannedFunction;
  readonly answers: readonly Answer[];
}

/**
 * The functions of the last run and of this one. A function of the last run has the same text in this run if its schema
 * has the same fingerprint and if all its steps have the same answers. The same holds for a part of such a function.
 */
export class WrittenFunctions {
  readonly #memory: FunctionMemory;
  readonly #reads: RunReads;
  readonly #schemas = new Map<string, Schema>();
  readonly #functions = new Map<string, WrittenFunction>();
  /** The parts of the functions that have their text from the last run. */
  readonly #parts = new Map<Reference, Owner>();
  /** What all checks of the description depend on. */
  readonly #common: string;

  constructor(reads: RunReads, validators: Validators) {
    this.#memory = reads.memory.functions;
    this.#reads = reads;
    this.#common = `${validators.api.origin.file} ${validators.places.presence?.id}`;
    for (const schema of validators.types.parts.keys()) this.#schemas.set(getKey(schema), schema);
  }

  /** Returns the schema with a key. */
  find(key: string): Schema | undefined {
    return this.#schemas.get(key);
  }

  /** Starts the log of a function that got these answers so far. */
  startLog(answers?: readonly Answer[]): StepLog {
    return new StepLog((schema) => this.#keyOf(schema), answers);
  }

  // Returns `undefined` if the schema is not one of the description.
  #keyOf(schema: Schema): string | undefined {
    const key = getKey(schema);
    return this.#schemas.get(key) === schema ? key : undefined;
  }

  /** Returns the function from which a part was separated, if that function has its text from the last run. */
  findOwner({ reference }: PlannedFunction): Owner | undefined {
    return this.#parts.get(reference);
  }

  /**
   * Returns what the last run knows about a function, if nothing but the answers to its questions can change its text. A
   * part follows from its owner and the answers of that.
   */
  findLast(planned: PlannedFunction): WrittenFunction | undefined {
    if (planned.part && !this.findOwner(planned)) return undefined;
    const last = this.#memory.functions.get(formatName(planned));
    return last?.fingerprint === this.#fingerprintOf(planned) ? last : undefined;
  }

  /** Keeps a function of the last run. Its steps have these answers. */
  keep(planned: PlannedFunction, last: WrittenFunction, answers: readonly Answer[]): void {
    this.#functions.set(formatName(planned), last);
    for (const [position, { kind }] of last.steps.entries()) {
      const reference = kind === 'part' && answers[position]?.reference;
      if (reference) this.#parts.set(reference, { planned, answers });
    }
  }

  record(planned: PlannedFunction, log: StepLog, text: FunctionText, used: Iterable<Reference>): void {
    if (!log.isComplete) return;
    const calls = [...used].flatMap((reference) => log.positions.get(reference) ?? []);
    const fingerprint = this.#fingerprintOf(planned);
    this.#functions.set(formatName(planned), { fingerprint, steps: log.steps, text, calls });
  }

  /** Keeps the functions for the next run. */
  finish(): void {
    this.#memory.functions = this.#functions;
  }

  #fingerprintOf(planned: PlannedFunction): string {
    const { schema, rules, shape, deep, local, guarded, part } = planned;
    if (part) return 'part'; // `findLast` compares its owner
    return `${this.#common} ${this.#reads.ofSchema(schema)} ${shape} ${formatRules(rules)} ${deep} ${local} ${guarded?.name}`;
  }
}

function formatName({ reference }: PlannedFunction): string {
  return `${reference.module}#${reference.name}`;
}

// The base that child schemas extend has the place of their parent.
function getKey({ origin, baseOf }: Schema): string {
  return baseOf ? `${formatOrigin(origin)} base` : formatOrigin(origin);
}
