const seeItems = "'lacuna items' lists the open items";
const seeFilter = "'include' and 'exclude' select the operations of this output";

// Says how to make an edit possible. `byHand` is the help if only a person can make it.
function suggestEdit(cause: string, byHand: string): string {
  if (cause === 'place') return byHand;
  if (cause === 'outside') return 'to edit the description instead of the overlay, add --overlay none';
  if (cause === 'version') return "write 'overlay: 1.1.0' in the overlay, or name another overlay";
  if (cause === '--file') return 'correct the file of --file, and run the command again';
  return `correct the value of ${cause}, and run the command again`;
}

/** Findings about items that the arguments of a command name. */
export const itemCodes = {
  'item-not-named': {
    error: 'this command needs the id of an item',
    hint: (): string => seeItems,
  },
  'item-unknown': {
    error: {
      absent: "there is no item '{id}'",
      answered: "the item '{id}' is no longer open; its answer: {answer}",
      omitted: "the filter omits the item '{id}'",
    },
    suggests: true,
    hint: {
      absent: (): string => seeItems,
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
  'answer-form': {
    error: "'{id}' is an item of kind '{kind}', which needs another form of answer",
    hint: ({ flags }: { flags: readonly string[] }): string => `answer with ${flags.join(', or with ')}`,
  },
  'answer-not-written': {
    error: {
      answer: "the answer does not fit '{id}': {why}",
      place: "the answer to '{id}' cannot be written here: {why}",
    },
    hint: ({ cause }: { cause: string }): string =>
      suggestEdit(cause, "answer it by hand: edit the description, remove the item, and add it to 'x-resolved'"),
  },
  'answer-does-not-fit': {
    error: "with this answer to '{id}', the description would have an error: {why}",
    hint: ({ help }: { help: string }): string =>
      help || 'correct the answer, or the part of the description that it contradicts',
  },
  'item-not-answered': {
    error: {
      open: "the item '{id}' is still open",
      absent: "'x-resolved' lists no item '{id}'",
      stale: "the item '{id}' is answered, but it is still open in the output",
    },
    suggests: true,
    hint: {
      open: "answer it first, with 'lacuna items answer'",
      absent: "without an id, 'lacuna items settle' takes all answered items",
      stale: "run 'lacuna generate' first",
    },
  },
  'item-incomplete': {
    error: ({ missing }: { missing: readonly string[] }): string =>
      `these values of the new item are missing: ${missing.join(', ')}`,
    hint: "add them, or run 'lacuna items add' in a terminal, where it asks for them",
  },
  'item-place-unknown': {
    error: "the description has no operation or place '{place}'",
    suggests: true,
    hint: "write an operationId ('listPets'), a place in an operation ('listPets/parameters/limit'), or a JSON pointer ('#/info', 'pet.yaml#/Pet')",
  },
  'item-not-added': {
    error: "the item '{id}' cannot be written here: {why}",
    hint: ({ cause }: { cause: string }): string =>
      suggestEdit(cause, "add it by hand to 'x-not-shown' of the object that it is about"),
  },
  'item-does-not-fit': {
    error: "with the item '{id}', the description would have an error: {why}",
    hint: ({ help }: { help: string }): string | undefined => help || undefined,
  },
  'code-uses-answered': {
    error: {
      named: "this `{kind}` uses the item '{id}', which is answered",
      gone: 'this `{kind}` is no longer generated, because its item is answered',
    },
    hint: "run 'lacuna items settle'",
  },
  'answers-unused': {
    warning: "'{path}' recorded how to undo answers; lacuna no longer reads or writes it",
    hint: 'delete it; to undo an answer, restore the description from version control',
  },
  'items-over-budget': {
    error: ({ kind, count, most }: { kind: string; count: number; most: number }): string =>
      `${count} ${kind === 'all' ? '' : `'${kind}' `}${count === 1 ? 'item is' : 'items are'} open, but 'maxItems' allows ${most}`,
    hint: "answer items, or raise 'maxItems'",
  },
  'item-not-agreed': {
    error: "the item '{id}' is open, but 'agreedItems' does not name it",
    hint: "answer it, or add it to 'agreedItems'",
  },
  'agreed-item-not-open': {
    warning: {
      absent: "'agreedItems' names '{id}', but the description has no such item",
      answered: ({ ids }: { ids: readonly string[] }): string =>
        `'agreedItems' names items that are answered: ${ids.join(', ')}`,
    },
    suggests: true,
    hint: "list only open items in 'agreedItems'",
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
