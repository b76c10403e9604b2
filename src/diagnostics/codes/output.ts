import { type Catalogue, entry } from './entry.js';

/** Findings while writing or comparing the output, with what each is told. */
export interface OutputCodes {
  'foreign-file': { path: string };
}

/** Findings while writing or comparing the output, with how each is worded. */
export const outputCodes: Catalogue<OutputCodes> = {
  'foreign-file': entry(
    'error',
    ({ path }) => `'${path}' exists and was not generated`,
    () => 'move it away, or choose another folder with --out',
  ),
};
