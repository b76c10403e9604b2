import { type Catalogue, entry } from './entry.js';

/** Findings while choosing names, with what each is told. */
export interface NamingCodes {
  /** `byAuthor`: whether `x-identifier` there can choose another name. */
  'name-changed': { wanted: string; chosen: string; because: string; byAuthor: boolean };
  'not-converted': { format: string; why: string };
}

/** Findings while choosing names, with how each is worded. */
export const namingCodes: Catalogue<NamingCodes> = {
  'name-changed': entry(
    'note',
    ({ wanted, chosen, because }) => `'${wanted}' is called '${chosen}' here: ${because}`,
    ({ byAuthor }) => (byAuthor ? "'x-identifier' chooses another name" : undefined),
  ),
  'not-converted': entry(
    'warning',
    ({ format, why }) => `this '${format}' stays a ${format === 'int64' ? 'number' : 'string'} in code: ${why}`,
  ),
};
