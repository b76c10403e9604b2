import type { Terminal } from './run.js';

const patience = 1000;
const clearLine = '\r\u001b[K';

/** Tells a person what a run of over a second is doing, on one line that is written over. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #started = performance.now();
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Takes the next stage. */
  readonly tell = (stage: string): void => {
    if (!this.#terminal.isInteractive || performance.now() - this.#started < patience) return;
    this.#isShown = true;
    this.#terminal.printError(`${clearLine}  ${stage} …`);
  };

  /** Gives the terminal with the line cleared before anything else is printed. */
  watch(): Terminal {
    const terminal = this.#terminal;
    return {
      ...terminal,
      print: (text) => this.#clear(() => terminal.print(text)),
      printError: (text) => this.#clear(() => terminal.printError(text)),
    };
  }

  #clear(print: () => void): void {
    if (this.#isShown) this.#terminal.printError(clearLine);
    this.#isShown = false;
    print();
  }
}
