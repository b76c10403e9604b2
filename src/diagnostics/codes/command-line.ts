import { didYouMean } from './row.js';

const seeHelp = "see 'lacuna --help'";

/** Findings about the command line. */
export const commandLineCodes = {
  'unknown-command': {
    error: ({ command }: { command: string }): string => `there is no command '${command}'`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely) ?? seeHelp,
  },
  'unknown-flag': {
    error: ({ flag }: { flag: string }): string => `there is no flag '${flag}'`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely) ?? seeHelp,
  },
  'missing-value': {
    error: ({ flag }: { flag: string }): string => `'${flag}' needs a value`,
    hint: (): string => seeHelp,
  },
  'unexpected-value': {
    error: ({ flag }: { flag: string }): string => `'${flag}' takes no value`,
    hint: (): string => seeHelp,
  },
  'unknown-choice': {
    error: ({ flag, value }: { flag: string; value: string }): string => `'${flag}' knows no '${value}'`,
    hint: ({ likely, choices }: { likely: string | undefined; choices: readonly string[] }): string | undefined =>
      didYouMean(likely) ?? `it takes ${choices.join(', ')}`,
  },
  'unexpected-argument': {
    error: ({ argument }: { argument: string }): string => `nothing is expected at '${argument}'`,
    hint: (): string => `a description is given with --spec; ${seeHelp}`,
  },
  'repeated-flag': { error: ({ flag }: { flag: string }): string => `'${flag}' is given twice` },
  'previous-refused': {
    error: ({ path, why }: { path: string; why: string }): string =>
      `the previous description '${path}' cannot be compared: ${why}`,
    hint: (): string => 'give a description that generates, or leave out --previous',
  },
  'bad-limit': {
    error: ({ value }: { value: string }): string => `'${value}' is no limit`,
    hint: ({ names }: { names: readonly string[] }): string =>
      `write --limit NAME=NUMBER, NAME being one of ${names.join(', ')}`,
  },
  'warnings-refused': {
    error: ({ count }: { count: number }): string =>
      `nothing is written, for '--strict' takes ${count === 1 ? 'a warning' : 'warnings'} as an error`,
  },
  'flag-not-here': {
    error: ({ flag, where }: { flag: string; where: string }): string =>
      `'${flag}' means nothing here: it belongs to 'lacuna ${where}'`,
    hint: (): string => seeHelp,
  },
};
