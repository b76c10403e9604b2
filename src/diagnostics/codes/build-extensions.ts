import { type Catalogue, didYouMean, entry } from './entry.js';

/** Findings about what is not shown, with what each is told. */
export interface ExtensionCodes {
  'extension-invalid': { problem: string; likely: string | undefined };
  'extension-misplaced': { extension: string; object: string; places: string };
  'extension-beside-reference': { extension: string };
  'item-written-twice': { id: string; first: string };
  'item-not-written': { id: string; likely: string | undefined };
  'item-repeated': { id: string };
  'item-beside-other': { id: string; kind: string; other: string };
  'item-misplaced': { id: string; kind: string; object: string; places: string };
  'shape-beside-keywords': { id: string; keywords: string };
  'placeholder-without-item': { name: string };
  'item-without-placeholder': { name: string; id: string };
  'placeholder-repeated': { name: string };
  'parameter-name-shared': { id: string };
  'resolved-item-open': { id: string };
  'resolved-twice': { id: string };
  'requires-unknown-header': { header: string; operation: string; likely: string | undefined };
  'transition-unknown-operation': { operation: string; likely: string | undefined };
  'transition-unknown-state': { state: string; likely: string | undefined };
  'pagination-unknown-parameter': { name: string; likely: string | undefined };
  'pagination-unknown-field': { field: string; likely: string | undefined };
  'source-missing': { object: string };
}

/** Findings about what is not shown, with how each is worded. */
export const extensionCodes: Catalogue<ExtensionCodes> = {
  'extension-invalid': entry(
    'error',
    ({ problem }) => problem,
    ({ likely }) => didYouMean(likely),
  ),
  'extension-misplaced': entry(
    'error',
    ({ extension, object, places }) => `'${extension}' does not stand on the ${object}; it stands on ${places}`,
  ),
  'extension-beside-reference': entry(
    'error',
    ({ extension }) => `'${extension}' stands beside '$ref', where OpenAPI ignores it`,
    () => "write it on the object that '$ref' leads to",
  ),
  'item-written-twice': entry(
    'error',
    ({ id, first }) => `the item '${id}' is written in full a second time; the first is at ${first}`,
    () => 'where the same item applies, write only its id; another question needs another id',
  ),
  'item-not-written': entry(
    'error',
    ({ id }) => `the item '${id}' is named here and written in full nowhere`,
    ({ likely }) => didYouMean(likely) ?? 'write it here, with id, kind, question and source',
  ),
  'item-repeated': entry('error', ({ id }) => `the item '${id}' stands twice on this object`),
  'item-beside-other': entry(
    'error',
    ({ id, kind, other }) => `the item '${id}' of kind '${kind}' stands beside '${other}', which is of the same kind`,
    () => 'nothing could tell the two apart: ask both questions in one item',
  ),
  'item-misplaced': entry(
    'error',
    ({ id, kind, object, places }) =>
      `the item '${id}' of kind '${kind}' does not suit the ${object}; it suits: ${places}`,
  ),
  'shape-beside-keywords': entry(
    'error',
    ({ id, keywords }) => `'${keywords}' says something of a shape that, by the item '${id}', is not shown`,
    () => "where part of the shape is known, describe it and ask for the rest with kind 'fields'",
  ),
  'placeholder-without-item': entry(
    'error',
    ({ name }) => `'${name}' is a placeholder for a name that is not shown, and no item asks for the name`,
    () => "add an item of kind 'parameter-name' to 'x-not-shown', or write the real name",
  ),
  'item-without-placeholder': entry(
    'error',
    ({ name, id }) => `the item '${id}' says that the name is not shown, and '${name}' looks like a name`,
    () => "write the meaning in angle brackets, such as '<from date>', or remove the item",
  ),
  'placeholder-repeated': entry(
    'error',
    ({ name }) => `the placeholder '${name}' stands for another parameter of this operation already`,
  ),
  'parameter-name-shared': entry(
    'error',
    ({ id }) => `the item '${id}' asks for the names of several parameters; each needs an item of its own`,
  ),
  'resolved-item-open': entry(
    'error',
    ({ id }) => `the item '${id}' has been answered ('x-resolved') and is still open here`,
    () => 'remove it here; another question needs another id',
  ),
  'resolved-twice': entry('error', ({ id }) => `the answer to '${id}' stands twice in 'x-resolved'`),
  'requires-unknown-header': entry(
    'error',
    ({ header, operation }) => `'${operation}' has no header parameter '${header}' that could accompany this one`,
    ({ likely }) => didYouMean(likely),
  ),
  'transition-unknown-operation': entry(
    'error',
    ({ operation }) => `there is no operation '${operation}' that could lead from one state to another`,
    ({ likely }) => didYouMean(likely),
  ),
  'transition-unknown-state': entry(
    'error',
    ({ state }) => `'${state}' is no value of this status`,
    ({ likely }) => didYouMean(likely),
  ),
  'pagination-unknown-parameter': entry(
    'error',
    ({ name }) => `this operation has no parameter '${name}'`,
    ({ likely }) => didYouMean(likely),
  ),
  'pagination-unknown-field': entry(
    'error',
    ({ field }) => `the successful response of this operation has no field '${field}'`,
    ({ likely }) => didYouMean(likely),
  ),
  'source-missing': entry(
    'warning',
    ({ object }) => `this ${object} does not tell which section of the documentation it restates ('x-source')`,
  ),
};
