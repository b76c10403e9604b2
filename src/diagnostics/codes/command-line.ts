import { suggestCandidate } from './row.js';

const seeHelp = "see 'lacuna --help'";

/** Findings about the command line. */
export const commandLineCodes = {
  'unknown-command': {
    error: ({ command }: { command: string }): string => `there is no command '${command}'`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => suggestCandidate(likely) ?? seeHelp,
  },
  'unknown-flag': {
    error: ({ flag }: { flag: string }): string => `there is no flag '${flag}'`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => suggestCandidate(likely) ?? seeHelp,
  },
  'unknown-code': {
    error: ({ code }: { code: string }): string => `no finding has the code '${code}'`,
    hint: ({ likely }: { likely: string | undefined }): string =>
      suggestCandidate(likely) ?? "'lacuna explain' lists all codes",
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
    error: ({ flag, value }: { flag: string; value: string }): string => `'${value}' is not a valid value of '${flag}'`,
    hint: ({ likely, choices }: { likely: string | undefined; choices: readonly string[] }): string | undefined =>
      suggestCandidate(likely) ?? `use one of: ${choices.join(', ')}`,
  },
  'unexpected-argument': {
    error: ({ argument }: { argument: string }): string => `unexpected argument '${argument}'`,
    hint: (): string => `to name a description, use --spec; ${seeHelp}`,
  },
  'unknown-description': {
    error: ({ name }: { name: string }): string => `the configuration has no description '${name}'`,
    hint: ({ likely, known }: { likely: string | undefined; known: readonly string[] }): string =>
      suggestCandidate(likely) ??
      (known.length === 0 ? 'omit the name: there is only one description' : `use one of: ${known.join(', ')}`),
  },
  'description-not-chosen': {
    error: {
      flag: ({ flag }: { flag: string; names: readonly string[] }): string =>
        `'${flag}' needs one description, but the configuration has several`,
      several: ({ name, names }: { name: string; names: readonly string[] }): string =>
        `several descriptions have '${name}': ${names.join(', ')}`,
      unread: ({ name, description }: { name: string; description: string }): string =>
        `lacuna cannot find out whether '${description}' has '${name}', because it has errors`,
    },
    hint: ({ variant, names }: { variant: string; names?: readonly string[] }): string => {
      if (variant === 'flag') return `name one of: ${names?.join(', ')}`;
      return variant === 'several'
        ? 'choose one with --description'
        : 'correct them, or choose another description with --description';
    },
  },
  'second-configuration': {
    error: ({ first, second }: { first: string; second: string }): string =>
      `there are two configurations, '${first}' and '${second}'`,
    hint: (): string => 'keep one of them, or choose one with --config',
  },
  'configuration-not-found': {
    error: {
      absent: ({ path }: { path: string }): string => `there is no configuration '${path}'`,
      unreadable: ({ path, why }: { path: string; why: string }): string =>
        `the configuration '${path}' cannot be read: ${why}`,
      unread: ({ path, names }: { path: string; names: readonly string[] }): string =>
        `'${path}' is not read; the configuration is one of: ${names.join(', ')}`,
      gone: ({ path }: { path: string }): string => `the configuration '${path}' was removed during the watch`,
    },
    hint: ({ variant }: { variant: string }): string | undefined =>
      variant === 'gone' ? 'restore it, or start the watch again' : undefined,
  },
  'configuration-not-loaded': {
    error: {
      failed: ({ path, why }: { path: string; why: string }): string =>
        `the configuration '${path}' cannot be loaded: ${why}`,
      'no-default': ({ path }: { path: string }): string => `the configuration '${path}' has no default export`,
    },
    hint: ({ variant }: { variant: string }): string | undefined =>
      variant === 'no-default' ? 'export the options: export default { spec, out }' : undefined,
  },
  'configuration-mistake': {
    error: ({ path, why }: { path: string; why: string }): string =>
      `the configuration '${path}' has a mistake: ${why}`,
  },
  'option-mistake': {
    error: ({ why }: { option: string; why: string }): string => `the options have a mistake: ${why}`,
    hint: ({ option }: { option: string; why: string }): string | undefined =>
      option === 'apis' ? 'call the function once for each description' : undefined,
  },
  'flag-contradicts': {
    error: ({
      flag,
      configured,
      path,
    }: {
      flag: string;
      configured: string;
      change: string;
      path: string | undefined;
    }): string =>
      `'${flag}' contradicts the configuration, ${path === undefined ? 'which has' : 'whose default is'} ${/^(\[\]|\{\})$/.test(configured) ? 'none' : configured}`,
    hint: ({ change, path }: { change: string; path: string | undefined }): string =>
      path === undefined ? `write ${change} here, or omit the flag` : `add ${change} to '${path}', or omit the flag`,
  },
  'flags-exclude': {
    error: ({ flag, other }: { flag: string; other: string }): string => `'${flag}' has no effect with '${other}'`,
    hint: (): string => 'omit one of them',
  },
  'repeated-flag': { error: ({ flag }: { flag: string }): string => `'${flag}' appears twice` },
  'previous-not-compared': {
    error: ({ path, why }: { path: string; why: string }): string =>
      `the previous description '${path}' cannot be compared: ${why}`,
    hint: (): string => "name a description without errors, or omit 'previous'",
    options: ['previous'] as const,
  },
  'style-unreadable': {
    error: ({ path }: { path: string }): string => `the style sheet '${path}' cannot be read`,
    hint: (): string => 'name a CSS file in UTF-8; --style none removes a recorded one',
    options: ['style'] as const,
  },
  'bad-wire-name': {
    error: {
      absent: ({ id }: { id: string }): string => `'--wire-name ${id}' has no name`,
      separator: ({ id, name }: NamedItem): string =>
        `'--wire-name ${id}' has the name '${name}', which contains a control character or a separator of lines`,
      token: ({ id, name, location }: NamedItem & { location: string }): string =>
        `'wireNames' sets '${id}' to '${name}', which cannot be the name of a ${location} (RFC 9110, section 5.6.2)`,
    },
    hint: ({ variant }: { variant: string }): string =>
      variant === 'absent'
        ? 'write --wire-name ID=NAME, with the id of an item; --wire-name none removes the recorded names'
        : 'choose another name',
  },
  'selection-without-value': {
    error: ({ flag, selector }: { flag: string; selector: string }): string => `'${flag} ${selector}' selects nothing`,
    hint: ({ flag, selector }: { flag: string; selector: string }): string =>
      `write ${flag} ${selector}=NAME,…; ${flag} none removes the recorded entries`,
  },
  'bad-limit': {
    error: ({ flag, value }: { flag: string; value: string }): string => `'${value}' is not a valid value of '${flag}'`,
    hint: ({ flag, names }: { flag: string; names: readonly string[] }): string =>
      `write ${flag} NAME=NUMBER; NAME is one of ${names.join(', ')}`,
  },
  'warnings-as-errors': {
    error: ({ count }: { count: number }): string =>
      `the run failed and wrote nothing: 'strict' treats ${count === 1 ? 'the warning as an error' : `the ${count} warnings as errors`}`,
  },
  'no-package': {
    error: (): string => 'there is no package.json in this folder',
    hint: (): string => "run 'npm init', or run lacuna in the folder of a package",
  },
  'broken-package': { error: ({ why }: { why: string }): string => `package.json has a mistake: ${why}` },
  'package-not-chosen': {
    error: (): string => 'the workspace has several packages, but the output is for one of them',
    hint: ({ packages }: { packages: readonly string[] }): string => `name one with --in: ${packages.join(', ')}`,
  },
  'no-description-chosen': {
    error: ({ found }: { found: readonly string[] }): string =>
      found.length === 0 ? 'there is no OpenAPI description here' : 'there are several OpenAPI descriptions here',
    hint: ({ found }: { found: readonly string[] }): string =>
      found.length === 0
        ? "name one with --spec, or download one: 'lacuna fetch URL'"
        : `name one with --spec: ${found.join(', ')}`,
  },
  'description-absent': {
    error: ({ path }: { path: string }): string => `there is no description '${path}'`,
    hint: (): string => "name a file with --spec, or download one: 'lacuna fetch URL'",
  },
  'flag-not-here': {
    error: ({ flag, where }: { flag: string; where: readonly string[] }): string =>
      `this command has no flag '${flag}'; these have it: ${where.map((command) => `lacuna ${command}`).join(', ')}`,
    hint: (): string => seeHelp,
  },
};

interface NamedItem {
  readonly id: string;
  readonly name: string;
}
