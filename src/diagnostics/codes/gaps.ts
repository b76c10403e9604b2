const seeGaps = "'lacuna gaps' lists the open gaps";
const seeFilter = "'include' and 'exclude' select the operations of this output";

// Says how to make an edit possible. `byHand` is the help if only a person can make it.
function suggestEdit(cause: string, byHand: string): string {
  if (cause === 'place') return byHand;
  if (cause === 'outside') return 'to edit the description instead of the overlay, add --overlay none';
  if (cause === 'version') return "write 'overlay: 1.1.0' in the overlay, or name another overlay";
  if (cause === '--file') return 'correct the file of --file, and run the command again';
  return `correct the value of ${cause}, and run the command again`;
}

/** Findings about gaps that the arguments of a command name. */
export const gapCodes = {
  'gap-not-named': {
    error: 'this command needs the id of a gap',
    hint: (): string => seeGaps,
  },
  'gap-unknown': {
    error: {
      absent: "there is no gap '{id}'",
      answered: "the gap '{id}' is no longer open; its answer: {answer}",
      omitted: "the filter omits the gap '{id}'",
    },
    suggests: true,
    hint: {
      absent: (): string => seeGaps,
      answered: 'to answer it again, restore the description from version control',
      omitted: (): string => seeFilter,
    },
  },
  'edit-of-input': {
    error: 'this command changes the description, so it cannot read it from standard input',
    hint: 'name the file of the description with --spec',
  },
  'answer-without-source': {
    error: 'an answer needs its source',
    hint: "name who answered, or where: --source 'mail of 31 January'",
  },
  'answer-file': {
    error: "the file '{file}' cannot be read: {why}",
    hint: '--file takes the file with the answer, relative to the current folder',
  },
  'answer-row': {
    error: {
      unknown: "this answer has the unknown field '{field}'",
      absent: "this answer lacks '{field}'",
      wrong: "this answer has a wrong value of '{field}'",
      count: 'this answer has {count} fields instead of {wanted}',
      quote: 'this answer has a quote that does not belong to a quoted field',
      list: 'this file does not contain a list of answers',
    },
    hint: (): string =>
      'an answer has id, source, an optional date (2026-01-31) and one of: name, values, status, text, file, content, complete',
  },
  'answer-form': {
    error: "'{id}' is a gap of kind '{kind}', which needs another form of answer",
    hint: ({ flags }: { flags: readonly string[] }): string => `answer with ${flags.join(', or with ')}`,
  },
  'answer-not-written': {
    error: {
      answer: "the answer does not fit '{id}': {why}",
      place: "the answer to '{id}' cannot be written here: {why}",
    },
    hint: ({ cause }: { cause: string }): string =>
      suggestEdit(cause, "answer it by hand: edit the description, remove the gap, and add it to 'x-resolved'"),
  },
  'answer-does-not-fit': {
    error: "with this answer to '{id}', the description would have an error: {why}",
    hint: ({ help }: { help: string }): string =>
      help || 'correct the answer, or the part of the description that it contradicts',
  },
  'gap-not-answered': {
    error: {
      open: "the gap '{id}' is still open",
      absent: "'x-resolved' lists no gap '{id}'",
      stale: "the gap '{id}' is answered, but it is still open in the output",
    },
    suggests: true,
    hint: {
      open: "answer it first, with 'lacuna gaps answer'",
      absent: "without an id, 'lacuna gaps settle' takes all answered gaps",
      stale: "run 'lacuna generate' first",
    },
  },
  'gap-incomplete': {
    error: ({ missing }: { missing: readonly string[] }): string =>
      `these values of the new gap are missing: ${missing.join(', ')}`,
    hint: ({ missing, kinds }: { missing: readonly string[]; kinds: readonly string[] }): string =>
      `add them, or run 'lacuna gaps add' in a terminal, where it asks for them${missing.includes('--kind') ? `; --kind is one of: ${kinds.join(', ')}` : ''}`,
  },
  'gap-unchanged': {
    error: 'this command needs at least one field to change',
    hint: 'add one of --question, --source, --known, --guess, --owner, --issue and --since',
  },
  'gap-place-unknown': {
    error: "the description has no operation or place '{place}'",
    suggests: true,
    hint: "write an operationId ('listPets'), a place in an operation ('listPets/parameters/limit'), or a JSON pointer ('#/info', 'pet.yaml#/Pet')",
  },
  'gap-not-added': {
    error: "the gap '{id}' cannot be written here: {why}",
    hint: ({ cause }: { cause: string }): string =>
      suggestEdit(cause, "add it by hand to 'x-not-shown' of the object that it is about"),
  },
  'gap-does-not-fit': {
    error: "with the gap '{id}', the description would have an error: {why}",
    hint: ({ help }: { help: string }): string | undefined => help || undefined,
  },
  'code-uses-answered': {
    error: {
      named: "this `{kind}` uses the gap '{id}', which is answered",
      gone: 'this `{kind}` is no longer generated, because its gap is answered',
    },
    hint: "run 'lacuna gaps settle'",
  },
  'answers-unused': {
    warning: "'{path}' recorded how to undo answers; lacuna no longer reads or writes it",
    hint: 'delete it; to undo an answer, restore the description from version control',
  },
  'gaps-over-budget': {
    error: ({ kind, count, most }: { kind: string; count: number; most: number }): string =>
      `${count} ${kind === 'all' ? '' : `'${kind}' `}${count === 1 ? 'gap is' : 'gaps are'} open, but 'maxGaps' allows ${most}`,
    hint: "answer gaps, or raise 'maxGaps'",
  },
  'gap-not-agreed': {
    error: "the gap '{id}' is open, but 'agreedGaps' does not name it",
    hint: "answer it, or add it to 'agreedGaps'",
  },
  'agreed-gap-not-open': {
    warning: {
      absent: "'agreedGaps' names '{id}', but the description has no such gap",
      answered: ({ ids }: { ids: readonly string[] }): string =>
        `'agreedGaps' names gaps that are answered: ${ids.join(', ')}`,
    },
    suggests: true,
    hint: "list only open gaps in 'agreedGaps'",
  },
  'operation-unknown': {
    error: {
      absent: "there is no operation '{operation}'",
      omitted: "the filter omits the operation '{operation}'",
    },
    suggests: true,
    hint: { absent: "write its operationId, or 'METHOD /path' if it has none", omitted: (): string => seeFilter },
  },
} as const;
