/** Findings while writing or comparing the output. */
export const outputCodes = {
  'foreign-file': {
    error: ({ path }: { path: string }): string =>
      `'${path}' stands in the output folder and was not generated; nothing was written`,
    hint: (): string => 'move it away, or choose another folder with --out',
  },
  'blocked-path': {
    error: ({ path }: { path: string }): string =>
      `'${path}' in the output folder is a link or another thing that is never written through`,
    hint: (): string => 'move it away, or choose another folder with --out',
  },
  'edited-file': {
    warning: ({ path, kept }: { path: string; kept: string }): string =>
      `'${path}' was edited by hand; it is generated anew and the edited text kept as '${kept}'`,
    hint: (): string => 'change the description instead, or keep hand-written code in files of your own',
  },
  'edited-orphan': {
    warning: ({ path }: { path: string }): string =>
      `'${path}' is no longer generated; it was edited by hand, so it stays`,
    hint: (): string => 'delete it when you no longer need it',
  },
  'broken-manifest': {
    error: ({ path }: { path: string }): string =>
      `the manifest '${path}' cannot be read, so nobody can tell which files were generated`,
    hint: (): string => 'restore it from version control, or choose another folder with --out',
  },
  'output-not-folder': {
    error: ({ path }: { path: string }): string => `the output folder '${path}' is not a folder`,
    hint: (): string => 'choose another folder with --out',
  },
  'nothing-generated': {
    error: ({ path }: { path: string }): string =>
      `nothing has been generated into '${path}' yet: there is no manifest`,
    hint: (): string => "run 'lacuna generate' first, with the same --out",
  },
  'output-not-written': {
    error: ({ path, why }: { path: string; why: string }): string => `'${path}' cannot be written: ${why}`,
  },
  'handlers-in-output': {
    error: ({ path }: { path: string }): string => `'${path}' is where generated files stand, and handlers are yours`,
    hint: (): string => 'choose another folder with --handlers',
  },
  'handlers-not-folder': {
    error: ({ path }: { path: string }): string => `'${path}', where handlers are to stand, is not a folder`,
    hint: (): string => 'choose another folder with --handlers',
  },
  'handlers-not-parsed': {
    error: ({ place, why }: { place: string; why: string }): string =>
      `'${place}' cannot be read as TypeScript: ${why}; nothing was written`,
    hint: (): string => 'mend it, then scaffold again',
  },
  'scaffold-record-broken': {
    error: ({ path }: { path: string }): string =>
      `'${path}' cannot be read, so nobody can tell which operations were renamed; nothing was written`,
    hint: (): string => 'restore it from version control, or delete it: then no renaming is followed this time',
  },
};
