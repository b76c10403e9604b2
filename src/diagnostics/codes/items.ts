import { suggestCandidate } from './row.js';

const seeItems = "'lacuna items' lists the open items";

/** Findings about items that a command names. */
export const itemCodes = {
  'item-not-named': {
    error: (): string => 'this command needs the id of an item',
    hint: (): string => seeItems,
  },
  'item-unknown': {
    error: {
      absent: ({ id }: { id: string; likely: string | undefined }): string => `there is no item '${id}'`,
      answered: ({ id, answer }: { id: string; answer: string }): string =>
        `the item '${id}' is not open any more; its answer: ${answer}`,
    },
    hint: ({ likely }: { likely?: string | undefined }): string => suggestCandidate(likely) ?? seeItems,
  },
  'operation-unknown': {
    error: ({ operation }: { operation: string }): string => `there is no operation '${operation}'`,
    hint: ({ likely }: { likely: string | undefined }): string =>
      suggestCandidate(likely) ?? "write its operationId, or 'METHOD /path' if it has none",
  },
};
