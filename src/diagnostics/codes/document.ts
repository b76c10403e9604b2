import { type Catalogue, entry } from './entry.js';

/** Findings while reading the files of a description, with what each is told. */
export interface DocumentCodes {
  'file-not-found': { path: string };
}

/** Findings while reading the files of a description, with how each is worded. */
export const documentCodes: Catalogue<DocumentCodes> = {
  'file-not-found': entry('error', ({ path }) => `there is no file '${path}'`),
};
