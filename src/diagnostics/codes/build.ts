import { type Catalogue, entry } from './entry.js';

/** Findings while building the model, with what each is told. */
export interface BuildCodes {
  'unknown-keyword': { keyword: string };
}

/** Findings while building the model, with how each is worded. */
export const buildCodes: Catalogue<BuildCodes> = {
  'unknown-keyword': entry('warning', ({ keyword }) => `'${keyword}' is no keyword of this object and is ignored`),
};
