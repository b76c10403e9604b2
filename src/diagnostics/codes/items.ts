import { suggestCandidate } from './row.js';

const seeItems = "'lacuna items' lists the open items";
const seeFilter = "'include' and 'exclude' select the operations of this output";

const beforeSettling: Readonly<Record<string, string>> = {
  open: "answer it first, with 'lacuna items answer'",
  stale: "run 'lacuna generate' first",
};

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
    error: (): string => 'this command needs the id of an item',
    hint: (): string => seeItems,
  },
  'item-unknown': {
    error: {
      absent: ({ id }: { id: string; likely: string | undefined }): string => `there is no item '${id}'`,
      answered: ({ id, answer }: { id: string; answer: string }): string =>
        `the item '${id}' is no longer open; its answer: ${answer}`,
      omitted: ({ id }: { id: string }): string => `the filter omits the item '${id}'`,
    },
    hint: ({ variant, likely }: { variant: string; likely?: string | undefined }): string =>
      variant === 'answered'
        ? 'to answer it again, restore the description from version control'
        : variant === 'omitted'
          ? seeFilter
          : (suggestCandidate(likely) ?? seeItems),
  },
  'edit-of-input': {
    error: (): string => 'this command changes the description, so it cannot read it from standard input',
    hint: (): string => 'name the file of the description with --spec',
  },
  'answer-without-source': {
    error: (): string => 'an answer needs its source',
    hint: (): string => "name who answered, or where: --source 'mail of 31 January'",
  },
  'answer-file': {
    error: ({ file, why }: { file: string; why: string }): string => `the file '${file}' cannot be read: ${why}`,
    hint: (): string => '--file takes the file with the answer, relative to the current folder',
  },
  'answer-form': {
    error: ({ id, kind }: { id: string; kind: string }): string =>
      `'${id}' is an item of kind '${kind}', which needs another form of answer`,
    hint: ({ flags }: { flags: readonly string[] }): string => `answer with ${flags.join(', or with ')}`,
  },
  'answer-not-written': {
    error: {
      answer: ({ id, why }: { id: string; why: string }): string => `the answer does not fit '${id}': ${why}`,
      place: ({ id, why }: { id: string; why: string }): string =>
        `the answer to '${id}' cannot be written here: ${why}`,
    },
    hint: ({ cause }: { cause: string }): string =>
      suggestEdit(cause, "answer it by hand: edit the description, remove the item, and add it to 'x-resolved'"),
  },
  'answer-does-not-fit': {
    error: ({ id, why }: { id: string; why: string; help: string }): string =>
      `with this answer to '${id}', the description would have an error: ${why}`,
    hint: ({ help }: { help: string }): string =>
      help || 'correct the answer, or the part of the description that it contradicts',
  },
  'item-not-answered': {
    error: {
      open: ({ id }: { id: string }): string => `the item '${id}' is still open`,
      absent: ({ id }: { id: string; likely: string | undefined }): string => `'x-resolved' lists no item '${id}'`,
      stale: ({ id }: { id: string }): string => `the item '${id}' is answered, but it is still open in the output`,
    },
    hint: ({ variant, likely }: { variant: string; likely?: string | undefined }): string =>
      beforeSettling[variant] ??
      suggestCandidate(likely) ??
      "without an id, 'lacuna items settle' takes all answered items",
  },
  'item-incomplete': {
    error: ({ missing }: { missing: readonly string[] }): string =>
      `these values of the new item are missing: ${missing.join(', ')}`,
    hint: (): string => "add them, or run 'lacuna items add' in a terminal, where it asks for them",
  },
  'item-place-unknown': {
    error: ({ place }: { place: string }): string => `the description has no operation or place '${place}'`,
    hint: ({ likely }: { likely: string | undefined }): string =>
      suggestCandidate(likely) ??
      "write an operationId ('listPets'), a place in an operation ('listPets/parameters/limit'), or a JSON pointer ('#/info', 'pet.yaml#/Pet')",
  },
  'item-not-added': {
    error: ({ id, why }: { id: string; why: string }): string => `the item '${id}' cannot be written here: ${why}`,
    hint: ({ cause }: { cause: string }): string =>
      suggestEdit(cause, "add it by hand to 'x-not-shown' of the object that it is about"),
  },
  'item-does-not-fit': {
    error: ({ id, why }: { id: string; why: string }): string =>
      `with the item '${id}', the description would have an error: ${why}`,
    hint: ({ help }: { help: string }): string | undefined => help || undefined,
  },
  'code-uses-answered': {
    error: {
      named: ({ id, kind }: { id: string; kind: string }): string =>
        `this \`${kind}\` uses the item '${id}', which is answered`,
      gone: ({ kind }: { kind: string }): string =>
        `this \`${kind}\` is no longer generated, because its item is answered`,
    },
    hint: (): string => "run 'lacuna items settle'",
  },
  'answers-unused': {
    warning: ({ path }: { path: string }): string =>
      `'${path}' recorded how to undo answers; lacuna no longer reads or writes it`,
    hint: (): string => 'delete it; to undo an answer, restore the description from version control',
  },
  'items-over-budget': {
    error: ({ kind, count, most }: { kind: string; count: number; most: number }): string =>
      `${count} ${kind === 'all' ? '' : `'${kind}' `}${count === 1 ? 'item is' : 'items are'} open, but 'maxItems' allows ${most}`,
    hint: (): string => "answer items, or raise 'maxItems'",
  },
  'item-not-agreed': {
    error: ({ id }: { id: string }): string => `the item '${id}' is open, but 'agreedItems' does not name it`,
    hint: (): string => "answer it, or add it to 'agreedItems'",
  },
  'agreed-item-not-open': {
    warning: {
      absent: ({ id }: { id: string; likely: string | undefined }): string =>
        `'agreedItems' names '${id}', but the description has no such item`,
      answered: ({ ids }: { ids: readonly string[] }): string =>
        `'agreedItems' names items that are answered: ${ids.join(', ')}`,
    },
    hint: ({ likely }: { likely?: string | undefined }): string =>
      suggestCandidate(likely) ?? "list only open items in 'agreedItems'",
  },
  'operation-unknown': {
    error: {
      absent: ({ operation }: { operation: string; likely: string | undefined }): string =>
        `there is no operation '${operation}'`,
      omitted: ({ operation }: { operation: string }): string => `the filter omits the operation '${operation}'`,
    },
    hint: ({ variant, likely }: { variant: string; likely?: string | undefined }): string =>
      variant === 'omitted'
        ? seeFilter
        : (suggestCandidate(likely) ?? "write its operationId, or 'METHOD /path' if it has none"),
  },
};
