import { didYouMean } from './row.js';

/** Findings about what is not shown. */
export const extensionCodes = {
  'extension-invalid': {
    error: ({ problem }: { problem: string }): string => problem,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'extension-misplaced': {
    error: ({ extension, object, places }: { extension: string; object: string; places: string }): string =>
      `'${extension}' does not stand on the ${object}; it stands on ${places}`,
  },
  'extension-beside-reference': {
    error: ({ extension }: { extension: string }): string =>
      `'${extension}' stands beside '$ref', where OpenAPI ignores it`,
    hint: (): string => "write it on the object that '$ref' leads to",
  },
  'item-written-twice': {
    error: ({ id, first }: { id: string; first: string }): string =>
      `the item '${id}' is written in full a second time; the first is at ${first}`,
    hint: (): string => 'where the same item applies, write only its id; another question needs another id',
  },
  'item-not-written': {
    error: ({ id }: { id: string }): string => `the item '${id}' is named here and written in full nowhere`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      didYouMean(likely) ?? 'write it here, with id, kind, question and source',
  },
  'item-repeated': { error: ({ id }: { id: string }): string => `the item '${id}' stands twice on this object` },
  'item-beside-other': {
    error: ({ id, kind, other }: { id: string; kind: string; other: string }): string =>
      `the item '${id}' of kind '${kind}' stands beside '${other}', which is of the same kind`,
    hint: (): string => 'nothing could tell the two apart: ask both questions in one item',
  },
  'item-misplaced': {
    error: ({ id, kind, object, places }: { id: string; kind: string; object: string; places: string }): string =>
      `the item '${id}' of kind '${kind}' does not suit the ${object}; it suits: ${places}`,
  },
  'shape-beside-keywords': {
    error: ({ id, keywords }: { id: string; keywords: string }): string =>
      `'${keywords}' says something of a shape that, by the item '${id}', is not shown`,
    hint: (): string => "where part of the shape is known, describe it and ask for the rest with kind 'fields'",
  },
  'placeholder-without-item': {
    error: ({ name }: { name: string }): string =>
      `'${name}' is a placeholder for a name that is not shown, and no item asks for the name`,
    hint: (): string => "add an item of kind 'parameter-name' to 'x-not-shown', or write the real name",
  },
  'item-without-placeholder': {
    error: ({ name, id }: { name: string; id: string }): string =>
      `the item '${id}' says that the name is not shown, and '${name}' looks like a name`,
    hint: (): string => "write the meaning in angle brackets, such as '<from date>', or remove the item",
  },
  'placeholder-repeated': {
    error: ({ name }: { name: string }): string =>
      `the placeholder '${name}' stands for another parameter of this operation already`,
  },
  'parameter-name-shared': {
    error: ({ id }: { id: string }): string =>
      `the item '${id}' asks for the names of several parameters; each needs an item of its own`,
  },
  'resolved-item-open': {
    error: ({ id }: { id: string }): string =>
      `the item '${id}' has been answered ('x-resolved') and is still open here`,
    hint: (): string => 'remove it here; another question needs another id',
  },
  'resolved-twice': { error: ({ id }: { id: string }): string => `the answer to '${id}' stands twice in 'x-resolved'` },
  'requires-unknown-header': {
    error: ({ header, operation }: { header: string; operation: string }): string =>
      `'${operation}' has no header parameter '${header}' that could accompany this one`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'transition-unknown-operation': {
    error: ({ operation }: { operation: string }): string =>
      `there is no operation '${operation}' that could lead from one state to another`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'transition-unknown-state': {
    error: ({ state }: { state: string }): string => `'${state}' is no value of this status`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'pagination-unknown-parameter': {
    error: ({ name }: { name: string }): string => `this operation has no parameter '${name}'`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'pagination-unknown-field': {
    error: ({ field }: { field: string }): string =>
      `the successful response of this operation has no field '${field}'`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'source-missing': {
    warning: ({ object }: { object: string }): string =>
      `this ${object} does not tell which section of the documentation it restates ('x-source')`,
  },
};
