import { type Catalogue, entry } from './entry.js';

/** Findings while planning and emitting, with what each is told. */
export interface EmitCodes {
  'not-emitted': { what: string; artifact: string };
}

/** Findings while planning and emitting, with how each is worded. */
export const emitCodes: Catalogue<EmitCodes> = {
  'not-emitted': entry('error', ({ what, artifact }) => `'${what}' is not emitted in ${artifact} yet`),
};
