import { type Catalogue, entry } from './entry.js';

/** Findings about the command line, with what each is told. */
export interface CommandLineCodes {
  'unknown-flag': { flag: string };
}

/** Findings about the command line, with how each is worded. */
export const commandLineCodes: Catalogue<CommandLineCodes> = {
  'unknown-flag': entry(
    'error',
    ({ flag }) => `there is no flag '${flag}'`,
    () => "see 'lacuna --help'",
  ),
};
