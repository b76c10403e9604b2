/** Where the program runs and prints. */
export interface Terminal {
  /** Absolute path of the current folder. */
  readonly folder: string;
  readonly colours: boolean;
  /** Prints every warning and note at its place (`--verbose`). */
  readonly isVerbose?: boolean;
  /** Prints only errors and differences (`--quiet`). */
  readonly isQuiet?: boolean;
  /** Whether a line can be overwritten, as on a person's terminal. */
  readonly isInteractive: boolean;
  /** Reads standard input, at most as many bytes and one more. */
  readonly readInput?: (mostBytes: number) => Promise<Uint8Array>;
  /** Calls a function when the user or the system asks the program to end. */
  readonly onInterrupt?: (end: () => void) => void;
  /** Asks a person, and returns the line that they write; absent if input is not interactive. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}
