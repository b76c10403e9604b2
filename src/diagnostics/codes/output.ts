import { type Catalogue, entry } from './entry.js';

/** Findings while writing or comparing the output, with what each is told. */
export interface OutputCodes {
  'foreign-file': { path: string };
  'blocked-path': { path: string };
  'edited-file': { path: string; kept: string };
  'edited-orphan': { path: string };
  'broken-manifest': { path: string };
  'output-not-folder': { path: string };
  'nothing-generated': { path: string };
  'output-not-written': { path: string; why: string };
  'handlers-in-output': { path: string };
  'handlers-not-folder': { path: string };
  'handlers-not-parsed': { place: string; why: string };
  'scaffold-record-broken': { path: string };
}

/** Findings while writing or comparing the output, with how each is worded. */
export const outputCodes: Catalogue<OutputCodes> = {
  'foreign-file': entry(
    'error',
    ({ path }) => `'${path}' stands in the output folder and was not generated; nothing was written`,
    () => 'move it away, or choose another folder with --out',
  ),
  'blocked-path': entry(
    'error',
    ({ path }) => `'${path}' in the output folder is a link or another thing that is never written through`,
    () => 'move it away, or choose another folder with --out',
  ),
  'edited-file': entry(
    'warning',
    ({ path, kept }) => `'${path}' was edited by hand; it is generated anew and the edited text kept as '${kept}'`,
    () => 'change the description instead, or keep hand-written code in files of your own',
  ),
  'edited-orphan': entry(
    'warning',
    ({ path }) => `'${path}' is no longer generated; it was edited by hand, so it stays`,
    () => 'delete it when you no longer need it',
  ),
  'broken-manifest': entry(
    'error',
    ({ path }) => `the manifest '${path}' cannot be read, so nobody can tell which files were generated`,
    () => 'restore it from version control, or choose another folder with --out',
  ),
  'output-not-folder': entry(
    'error',
    ({ path }) => `the output folder '${path}' is not a folder`,
    () => 'choose another folder with --out',
  ),
  'nothing-generated': entry(
    'error',
    ({ path }) => `nothing has been generated into '${path}' yet: there is no manifest`,
    () => "run 'lacuna generate' first, with the same --out",
  ),
  'output-not-written': entry('error', ({ path, why }) => `'${path}' cannot be written: ${why}`),
  'handlers-in-output': entry(
    'error',
    ({ path }) => `'${path}' is where generated files stand, and handlers are yours`,
    () => 'choose another folder with --handlers',
  ),
  'handlers-not-folder': entry(
    'error',
    ({ path }) => `'${path}', where handlers are to stand, is not a folder`,
    () => 'choose another folder with --handlers',
  ),
  'handlers-not-parsed': entry(
    'error',
    ({ place, why }) => `'${place}' cannot be read as TypeScript: ${why}; nothing was written`,
    () => 'mend it, then scaffold again',
  ),
  'scaffold-record-broken': entry(
    'error',
    ({ path }) => `'${path}' cannot be read, so nobody can tell which operations were renamed; nothing was written`,
    () => 'restore it from version control, or delete it: then no renaming is followed this time',
  ),
};
