/** The environment of the program: where it runs, reads and prints. */
export interface Terminal {
  /** The absolute path of the current folder. */
  readonly folder: string;
  readonly colours: boolean;
  /** Whether to print every warning and note at its place (`--verbose`). */
  readonly isVerbose?: boolean;
  /** Whether to print only errors and differences (`--quiet`). */
  readonly isQuiet?: boolean;
  /** Whether a line can be overwritten, as on the terminal of a person. */
  readonly isInteractive: boolean;
  /** Whether a person sees what `print` prints, because standard output is a terminal. */
  readonly isScreen?: boolean;
  /** Reads standard input, no more than one byte beyond `mostBytes`. */
  readonly readInput?: (mostBytes: number) => Promise<Uint8Array>;
  /**
   * Registers a function that is called when the user or the system asks the program to end. Returns a function that
   * removes it.
   */
  readonly onInterrupt?: (end: () => void) => () => void;
  /**
   * Asks a person a question and returns the line that they write, or `undefined` at the end of the input. Absent if input
   * is not interactive.
   */
  readonly ask?: ((question: string) => Promise<string | undefined>) | undefined;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

const patience = 1000;
const clearLine = '\r\u001b[K';

/** Shows the present stage of a run that takes over a second, on a line that the next stage overwrites. */
export class Progress {
  readonly #terminal: Terminal;
  // Node loads ten modules for `performance`.
  readonly #started = Date.now();
  #isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Shows a stage. */
  readonly report = (stage: string): void => {
    if (!this.#terminal.isInteractive) return;
    clearTimeout(this.#timer);
    const left = this.#started + patience - Date.now();
    const show = (): void => {
      this.#isShown = true;
      this.#terminal.printError(`${clearLine}  ${stage} …`);
    };
    if (left <= 0) show();
    else this.#timer = setTimeout(show, left).unref();
  };

  /** Returns a terminal that clears this line before it prints anything else. */
  watch(): Terminal {
    const terminal = this.#terminal;
    return {
      ...terminal,
      print: (text) => this.#clear(() => terminal.print(text)),
      printError: (text) => this.#clear(() => terminal.printError(text)),
    };
  }

  #clear(print: () => void): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#terminal.printError(clearLine);
    this.#isShown = false;
    print();
  }
}
