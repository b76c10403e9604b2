import { type Catalogue, didYouMean, entry } from './entry.js';

/** Findings about the command line, with what each is told. */
export interface CommandLineCodes {
  'unknown-command': { command: string; likely: string | undefined };
  'unknown-flag': { flag: string; likely: string | undefined };
  'missing-value': { flag: string };
  'unexpected-value': { flag: string };
  'unknown-choice': { flag: string; value: string; choices: readonly string[]; likely: string | undefined };
  'unexpected-argument': { argument: string };
  'repeated-flag': { flag: string };
  'previous-refused': { path: string; why: string };
  'bad-limit': { value: string; names: readonly string[] };
  'warnings-refused': { count: number };
  'flag-not-here': { flag: string; where: string };
}

const seeHelp = "see 'lacuna --help'";

/** Findings about the command line, with how each is worded. */
export const commandLineCodes: Catalogue<CommandLineCodes> = {
  'unknown-command': entry(
    'error',
    ({ command }) => `there is no command '${command}'`,
    ({ likely }) => didYouMean(likely) ?? seeHelp,
  ),
  'unknown-flag': entry(
    'error',
    ({ flag }) => `there is no flag '${flag}'`,
    ({ likely }) => didYouMean(likely) ?? seeHelp,
  ),
  'missing-value': entry(
    'error',
    ({ flag }) => `'${flag}' needs a value`,
    () => seeHelp,
  ),
  'unexpected-value': entry(
    'error',
    ({ flag }) => `'${flag}' takes no value`,
    () => seeHelp,
  ),
  'unknown-choice': entry(
    'error',
    ({ flag, value }) => `'${flag}' knows no '${value}'`,
    ({ likely, choices }) => didYouMean(likely) ?? `it takes ${choices.join(', ')}`,
  ),
  'unexpected-argument': entry(
    'error',
    ({ argument }) => `nothing is expected at '${argument}'`,
    () => `a description is given with --spec; ${seeHelp}`,
  ),
  'repeated-flag': entry('error', ({ flag }) => `'${flag}' is given twice`),
  'previous-refused': entry(
    'error',
    ({ path, why }) => `the previous description '${path}' cannot be compared: ${why}`,
    () => 'give a description that generates, or leave out --previous',
  ),
  'bad-limit': entry(
    'error',
    ({ value }) => `'${value}' is no limit`,
    ({ names }) => `write --limit NAME=NUMBER, NAME being one of ${names.join(', ')}`,
  ),
  'warnings-refused': entry(
    'error',
    ({ count }) => `nothing is written, for '--strict' takes ${count === 1 ? 'a warning' : 'warnings'} as an error`,
  ),
  'flag-not-here': entry(
    'error',
    ({ flag, where }) => `'${flag}' means nothing here: it belongs to 'lacuna ${where}'`,
    () => seeHelp,
  ),
};
