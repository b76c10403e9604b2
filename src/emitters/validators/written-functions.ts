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
  readonly planned: PlannedFunction;
  readonly steps: Step[] = [];
  readonly answers: Map<Reference, number> = new Map();
  isComplete: boolean = true;

  constructor(planned: PlannedFunction) {
    this.planned = planned;
  }

  add(step: Step, reference?: Reference): void {
    if (reference && !this.answers.has(reference)) this.answers.set(reference, this.steps.length);
    this.steps.push(step);
  }
}

/** The questions that a function asks its program while it is written. */
interface Questions extends Pick<Environment, 'planFunction' | 'tooLong'> {
  planPart(site: PartSite, write: undefined): Callee;
  readPattern(schema: KeywordSchema, pattern: string): string;
}

interface Answer {
  readonly answer: string;
  /** The function that was planned. */
  readonly reference?: Reference;
}

/** Asks a program the same as in the last run, on behalf of a function. */
export function answerStep(
  program: Questions & { readonly written: WrittenFunctions | undefined },
  planned: PlannedFunction,
  step: Step,
): Answer {
  const { rules, scope, module } = planned;
  if (step.kind === 'constant') return { answer: module.constant(step.about, step.text, step.value).name };
  if (step.kind === 'part') {
    const { reference } = program.planPart({ context: planned, scope }, undefined);
    return { answer: reference.name, reference };
  }
  const schema = program.written?.find(step.about);
  if (!schema) return { answer: 'missing' };
  switch (step.kind) {
    case 'call': {
      const callee = program.planFunction(schema, { rules, scope, shape: step.text, caller: planned });
      return { answer: formatCallee(callee), reference: callee.reference };
    }
    case 'pattern':
      return { answer: schema.kind === 'keywords' ? program.readPattern(schema, step.text) : 'missing' };
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

/**
 * The functions of the last run and of this one. A function of the last run has the same text in this run if its schema
 * has the same fingerprint and if all its steps have the same answers.
 */
export class WrittenFunctions {
  readonly #memory: FunctionMemory;
  readonly #reads: RunReads;
  readonly #schemas = new Map<string, Schema>();
  readonly #functions = new Map<string, WrittenFunction>();
  readonly #parts = new Map<Reference, string>();
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

  /** Returns the key of a schema. Returns `undefined` if the schema is not one of the description. */
  keyOf(schema: Schema): string | undefined {
    const key = getKey(schema);
    return this.#schemas.get(key) === schema ? key : undefined;
  }

  /** Records that a function has parts. */
  addPart(part: Reference, planned: PlannedFunction, position: number): void {
    this.#parts.set(part, `${this.#fingerprintOf(planned)} part ${position}`);
  }

  /** Returns what the last run knows about a function, if its schema has not changed. */
  findLast(planned: PlannedFunction): WrittenFunction | undefined {
    const last = this.#memory.functions.get(formatName(planned));
    return last?.fingerprint === this.#fingerprintOf(planned) ? last : undefined;
  }

  keep(planned: PlannedFunction, written: WrittenFunction): void {
    this.#functions.set(formatName(planned), written);
  }

  record(planned: PlannedFunction, log: StepLog, text: FunctionText, used: Iterable<Reference>): void {
    if (!log.isComplete) return;
    const calls = [...used].flatMap((reference) => log.answers.get(reference) ?? []);
    this.keep(planned, { fingerprint: this.#fingerprintOf(planned), steps: log.steps, text, calls });
  }

  /** Keeps the functions for the next run. */
  finish(): void {
    this.#memory.functions = this.#functions;
  }

  #fingerprintOf(planned: PlannedFunction): string {
    const { schema, rules, shape, deep, local, guarded, reference } = planned;
    const part = this.#parts.get(reference);
    if (part !== undefined) return part;
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
