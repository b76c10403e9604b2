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
  /** Registers a function that is called when the user or the system asks the program to end. */
  readonly onInterrupt?: (end: () => void) => void;
  /** Asks a person a question and returns the line that they write. Absent if input is not interactive. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}
