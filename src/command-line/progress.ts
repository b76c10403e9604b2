import type { Terminal } from './terminal.js';

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
