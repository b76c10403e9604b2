import { type Catalogue, entry } from './entry.js';

/** Findings while choosing names, with what each is told. */
export interface NamingCodes {
  'name-changed': { wanted: string; chosen: string; because: string };
}

/** Findings while choosing names, with how each is worded. */
export const namingCodes: Catalogue<NamingCodes> = {
  'name-changed': entry('note', ({ wanted, chosen, because }) => `'${wanted}' is called '${chosen}' here: ${because}`),
};
