import type { Terminal } from './terminal.js';

const patience = 1000;
const clearLine = '\r\u001b[K';

/** Shows the stage of a run of over a second, on one line that is overwritten. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #started = performance.now();
  #isShown = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Shows the next stage. */
  readonly report = (stage: string): void => {
    if (!this.#terminal.isInteractive) return;
    clearTimeout(this.#timer);
    const left = this.#started + patience - performance.now();
    const show = (): void => {
      this.#isShown = true;
      this.#terminal.printError(`${clearLine}  ${stage} …`);
    };
    if (left <= 0) show();
    else this.#timer = setTimeout(show, left).unref();
  };

  /** Returns the terminal; it clears the line before it prints anything else. */
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
