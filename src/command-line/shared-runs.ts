import type { PlannedRun } from '../configuration/plan-runs.js';
import type { Report } from './report.js';
import type { Terminal } from './terminal.js';

/** The commands that can run for several descriptions at once. */
export type SharedCommand = 'generate' | 'check';

/** A text that a run printed. */
type Printed = readonly [stream: 'print' | 'printError', text: string];

/** What a run printed, and its report. If it threw an error, there is no report. */
export interface Outcome {
  readonly printed: readonly Printed[];
  readonly report?: Report;
  readonly error?: unknown;
}

/** Runs a command for one description, and keeps what it prints. */
export async function runCaptured(
  run: (terminal: Terminal) => Promise<Report>,
  terminal: Omit<Terminal, 'print' | 'printError'>,
): Promise<Outcome> {
  const printed: Printed[] = [];
  const print = (text: string): void => void printed.push(['print', text]);
  const printError = (text: string): void => void printed.push(['printError', text]);
  try {
    return { printed, report: await run({ ...terminal, print, printError }) };
  } catch (error) {
    return { printed, error };
  }
}

/** The number of the main thread. The others have higher numbers. */
export const mainThread = 1;

/** Which thread has claimed each run. All threads share the memory. */
export class Claims {
  readonly memory: SharedArrayBuffer;
  readonly #threads: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#threads = new Int32Array(memory);
  }

  /** Claims a run for a thread. Returns whether no thread has claimed it before. */
  take(index: number, thread: number): boolean {
    return Atomics.compareExchange(this.#threads, index, 0, thread) === 0;
  }

  /** Returns the number of the thread that has claimed a run, or 0. */
  getHolder(index: number): number {
    return Atomics.load(this.#threads, index);
  }
}

/** The runs of a command. Several threads can share them. */
export class SharedRuns {
  readonly runs: readonly PlannedRun[];
  readonly claims: Claims;
  readonly #outcomes: Promise<Outcome>[];
  readonly #ends = new Map<number, (outcome: Outcome) => void>();

  constructor(runs: readonly PlannedRun[]) {
    this.runs = runs;
    this.claims = new Claims(new SharedArrayBuffer(runs.length * Int32Array.BYTES_PER_ELEMENT));
    this.#outcomes = runs.map((_, index) => new Promise((end) => this.#ends.set(index, end)));
  }

  /** Takes the outcome of a run. After an error, no thread begins a later run. */
  end(index: number, outcome: Outcome): void {
    if (outcome.report === undefined)
      for (let later = index + 1; later < this.runs.length; later++) this.claims.take(later, mainThread);
    this.#ends.get(index)?.(outcome);
    this.#ends.delete(index);
  }

  /** Ends the runs that a thread claimed and did not complete. */
  lose(thread: number, error: unknown): void {
    for (const index of this.#ends.keys())
      if (this.claims.getHolder(index) === thread) this.end(index, { printed: [], error });
  }

  /** Prints what the runs printed, in their order, and returns their reports. Throws the first error of a run. */
  async collect(terminal: Terminal): Promise<readonly Report[]> {
    const reports: Report[] = [];
    for (const [index, outcome] of this.#outcomes.entries()) {
      const { printed, report, error } = await outcome;
      for (const [stream, text] of printed) terminal[stream](text);
      if (report === undefined) throw error;
      const name = this.runs[index]?.name;
      reports.push({ ...(name !== undefined && { name }), ...report });
    }
    return reports;
  }
}
