const seeHelp = "see 'lacuna --help'";

/** Findings about the command line. */
export const commandLineCodes = {
  'unknown-command': {
    error: "there is no command '{command}'",
    suggests: true,
    hint: (): string => seeHelp,
  },
  'unknown-flag': {
    error: "there is no flag '{flag}'",
    suggests: true,
    hint: (): string => seeHelp,
  },
  'unknown-code': {
    error: "no finding has the code '{code}'",
    suggests: true,
    hint: "'lacuna explain' lists all codes",
  },
  'missing-value': {
    error: "'{flag}' needs a value",
    hint: ({ choices }: { choices: readonly string[] | undefined }): string =>
      choices ? `use one of: ${choices.join(', ')}` : seeHelp,
  },
  'unexpected-value': {
    error: "'{flag}' takes no value",
    hint: (): string => seeHelp,
  },
  'unknown-choice': {
    error: "'{value}' is not a valid value of '{flag}'",
    suggests: true,
    hint: ({ choices }: { choices: readonly string[] }): string => `use one of: ${choices.join(', ')}`,
  },
  'unexpected-argument': {
    error: "unexpected argument '{argument}'",
    hint: (): string => `to name a description, use --spec; ${seeHelp}`,
  },
  'unknown-description': {
    error: "the configuration has no description '{name}'",
    suggests: true,
    hint: ({ known }: { known: readonly string[] }): string =>
      known.length === 0 ? 'omit the name: there is only one description' : `use one of: ${known.join(', ')}`,
  },
  'description-not-chosen': {
    error: {
      flag: ({ flag }: { flag: string; names: readonly string[] }): string =>
        `'${flag}' needs one description, but the configuration has several`,
      several: ({ name, names }: { name: string; names: readonly string[] }): string =>
        `several descriptions have '${name}': ${names.join(', ')}`,
      unread: "lacuna cannot find out whether '{description}' has '{name}', because it has errors",
    },
    hint: {
      flag: ({ names }: { names?: readonly string[] }): string => `name one of: ${names?.join(', ')}`,
      several: 'choose one with --description',
      unread: 'correct them, or choose another description with --description',
    },
  },
  'second-configuration': {
    error: "there are two configurations, '{first}' and '{second}'",
    hint: 'keep one of them, or choose one with --config',
  },
  'configuration-not-found': {
    error: {
      absent: "there is no configuration '{path}'",
      unreadable: "the configuration '{path}' cannot be read: {why}",
      unread: ({ path, names }: { path: string; names: readonly string[] }): string =>
        `'${path}' is not read; the configuration is one of: ${names.join(', ')}`,
      gone: "the configuration '{path}' was removed during the watch",
    },
    hint: { gone: 'restore it, or start the watch again' },
  },
  'configuration-not-loaded': {
    error: {
      failed: "the configuration '{path}' cannot be loaded: {why}",
      'no-default': "the configuration '{path}' has no default export",
    },
    hint: { 'no-default': 'export the options: export default { spec, out }' },
  },
  'configuration-mistake': {
    error: "the configuration '{path}' has a mistake: {why}",
  },
  'option-mistake': {
    error: 'the options have a mistake: {why}',
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
    error: "'{flag}' has no effect with '{other}'",
    hint: 'omit one of them',
  },
  'repeated-flag': { error: "'{flag}' appears twice" },
  'previous-not-compared': {
    error: "the previous description '{path}' cannot be compared: {why}",
    hint: "name a description without errors, or omit 'previous'",
    options: ['previous'],
  },
  'style-unreadable': {
    error: "the style sheet '{path}' cannot be read",
    hint: 'name a CSS file in UTF-8; --style none removes a recorded one',
    options: ['style'],
  },
  'bad-wire-name': {
    error: {
      absent: "'--wire-name {id}' has no name",
      separator: "'--wire-name {id}' has the name '{name}', which contains a control character or a separator of lines",
      token: "'wireNames' sets '{id}' to '{name}', which cannot be the name of a {location} (RFC 9110, section 5.6.2)",
    },
    hint: ({ variant }: { variant: string }): string =>
      variant === 'absent'
        ? 'write --wire-name ID=NAME, with the id of a gap; --wire-name none removes the recorded names'
        : 'choose another name',
  },
  'selection-without-value': {
    error: "'{flag} {selector}' selects nothing",
    hint: 'write {flag} {selector}=NAME,…; {flag} none removes the recorded entries',
  },
  'bad-limit': {
    error: "'{value}' is not a valid value of '{flag}'",
    hint: ({ flag, names }: { flag: string; names: readonly string[] }): string =>
      `write ${flag} NAME=NUMBER; NAME is one of ${names.join(', ')}`,
  },
  'warnings-as-errors': {
    error: ({ count }: { count: number }): string =>
      `the run failed and wrote nothing: 'strict' treats ${count === 1 ? 'the warning as an error' : `the ${count} warnings as errors`}`,
  },
  'no-package': {
    error: 'there is no package.json in this folder',
    hint: "run 'npm init', or run lacuna in the folder of a package",
  },
  'broken-package': { error: 'package.json has a mistake: {why}' },
  'package-not-chosen': {
    error: 'the workspace has several packages, but the output is for one of them',
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
    error: "there is no description '{path}'",
    hint: "name a file with --spec, or download one: 'lacuna fetch URL'",
  },
  'flag-not-here': {
    error: ({ flag, where }: { flag: string; where: readonly string[] }): string =>
      `this command has no flag '${flag}'; these have it: ${where.map((command) => `lacuna ${command}`).join(', ')}`,
    hint: (): string => seeHelp,
  },
} as const;
