interface CommandRow {
  /** Its arguments, as help prints them. */
  readonly usage: string;
  readonly description: string;
  /** The kind of its arguments: names of descriptions in the configuration, or values that the command itself reads. */
  readonly takes: 'descriptions' | 'arguments';
  /**
   * The names of its flags. A flag with another meaning in this command has that meaning as its value. By default, the
   * command has all flags.
   */
  readonly flags?: { readonly [name: string]: string | undefined };
  /** Examples in the help: calls, each with what it does. */
  readonly examples: readonly (readonly [call: string, effect: string])[];
}

/** The one or two words that follow `lacuna`, in the order of the help. */
export const commandNames = [
  'init',
  'generate',
  'check',
  'fetch',
  'scaffold',
  'gaps',
  'gaps show',
  'gaps uses',
  'gaps add',
  'gaps amend',
  'gaps answer',
  'gaps settle',
  'explain',
] as const;

export type CommandName = (typeof commandNames)[number];

/** The commands that edit a description. They then generate all outputs of this description. */
export const editCommands: ReadonlySet<string> = new Set([
  'gaps add',
  'gaps amend',
  'gaps answer',
] satisfies CommandName[]);

export const commandTable: Readonly<Record<CommandName, CommandRow>> = {
  init: {
    usage: '',
    description:
      'set up a project: add a configuration, scripts, entries for git and other tools and a CI job, and generate',
    takes: 'arguments',
    flags: {
      ...Object.fromEntries(
        ['spec', 'out', 'only', 'emit', 'import-extension', 'in', 'ci', 'yes', 'dry-run'].map((name) => [
          name,
          undefined,
        ]),
      ),
      format: undefined,
      verbose: undefined,
      help: undefined,
    },
    examples: [
      ['lacuna init', 'asks questions, and suggests answers that fit the project'],
      ['lacuna init --yes --spec openapi.yaml', 'accepts every suggestion'],
      ['lacuna init --dry-run', 'shows which files would change'],
    ],
  },
  generate: {
    usage: '[NAME…]',
    description: 'generate the artifacts',
    takes: 'descriptions',
    examples: [
      ['lacuna generate --spec api.yaml --out src/api', 'writes types, client, server and validators'],
      ['lacuna generate --only types,client', 'writes only these two, and removes the others'],
      ['lacuna generate --watch', 'generates again after every change, until Ctrl+C'],
    ],
  },
  check: {
    usage: '[NAME…]',
    description: 'compare the artifacts with the description, without writing',
    takes: 'descriptions',
    examples: [['lacuna check --format github', 'annotates a pull request']],
  },
  fetch: {
    usage: '[URL]',
    description:
      'download a description and record its URL and hash; without URL, download all recorded descriptions again',
    takes: 'arguments',
    flags: {
      out: 'the file to write; by default, the file name in the URL',
      check: undefined,
      quiet: undefined,
      limit: undefined,
      format: undefined,
      help: undefined,
    },
    examples: [
      ['lacuna fetch https://api.example.com/openapi.yaml', 'writes openapi.yaml, and lacuna.fetch.json'],
      ['lacuna fetch', 'downloads all recorded descriptions again, and prints what changed'],
      ['lacuna fetch --check', 'writes nothing, and exits with 1 if one changed'],
    ],
  },
  scaffold: {
    usage: '[NAME…]',
    description:
      'write a handler for each operation that has none, and update the names of renamed operations in your code',
    takes: 'descriptions',
    examples: [['lacuna scaffold --dry-run', 'shows what would change']],
  },
  gaps: {
    usage: '[NAME…]',
    description: 'list what the description does not show',
    takes: 'descriptions',
    examples: [
      ['lacuna gaps --by owner', 'lists the open gaps of each owner'],
      ['lacuna gaps --kind parameter-name --message', "prints the questions as a message to the API's owner"],
    ],
  },
  'gaps show': {
    usage: 'ID…',
    description:
      'print everything about gaps: the question, the places, the generated files that name them, and your code that uses them',
    takes: 'arguments',
    examples: [['lacuna gaps show rate-limit', 'prints one gap']],
  },
  'gaps uses': {
    usage: '[DIR…]',
    description: 'list the places in your code that use a gap; DIR is the current folder by default',
    takes: 'arguments',
    examples: [
      ['lacuna gaps uses', 'lists assume, reveal, rest, extraQuery, wireNames, isKnown… and match…, by gap'],
      ['lacuna gaps uses --unused', 'exits with 1 if code uses a gap that is no longer open'],
    ],
  },
  'gaps add': {
    usage: '[ID]',
    description: 'add a gap to the description or to the last overlay, and generate; asks for what no flag states',
    takes: 'arguments',
    examples: [
      ['lacuna gaps add', 'asks for each value'],
      [
        'lacuna gaps add page-limit --at listPets --kind behaviour --question "Which limit applies?" --source 4.2',
        'asks nothing',
      ],
    ],
  },
  'gaps amend': {
    usage: 'ID',
    description: 'change the question or other fields of an open gap, and generate',
    takes: 'arguments',
    examples: [
      ['lacuna gaps amend page-limit --owner "Platform team"', 'states who could answer'],
      ['lacuna gaps amend page-limit --question "Is 100 the limit?" --known "60 works"', 'asks another question'],
    ],
  },
  'gaps answer': {
    usage: '[ID]',
    description: 'write the answer to a gap into the description or the last overlay, and generate',
    takes: 'arguments',
    examples: [
      ['lacuna gaps answer page-name --name page --source mail', 'names a parameter'],
      ['lacuna gaps answer pet-body --file pet.yaml --source mail', 'adds the schema of a body'],
      ['lacuna gaps answer status-values --values lost,sold --source mail', 'completes a list of values'],
      ['lacuna gaps answer --from answers.csv', 'writes the answers of a table, or none of them'],
      [
        'lacuna gaps answer page-name --name page --source mail --overlay answers.yaml',
        'writes the answer into an overlay, for a description that you cannot change',
      ],
    ],
  },
  'gaps settle': {
    usage: '[ID…]',
    description:
      'remove the assume, reveal and wire names of answered gaps from your code, and list what you must do by hand; without ID, of all answered gaps',
    takes: 'arguments',
    examples: [
      ['lacuna gaps settle --dry-run', 'shows what would change'],
      ['lacuna gaps settle pet-body --fail-on-tasks', 'exits with 1 if you must do something by hand'],
    ],
  },
  explain: {
    usage: '[CODE…]',
    description: 'print what the code of a finding means, with an example; without CODE, list all codes',
    takes: 'arguments',
    flags: { help: undefined },
    examples: [['lacuna explain no-effect', 'prints the message, the hint and a description that causes it']],
  },
};

/** Finds the longest command with which the words begin, and returns it with the words that follow. */
export function findCommand(
  words: readonly string[],
): { readonly name: CommandName; readonly rest: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const name = commandNames.find((known) => known === words.slice(0, length).join(' '));
    if (name !== undefined) return { name, rest: words.slice(length) };
  }
  return undefined;
}
