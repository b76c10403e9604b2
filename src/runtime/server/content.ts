import { Malformed, readJson } from '../read/json.js';
import { findParameter } from '../read/media-type.js';
import type { Validate } from '../validate/validators.js';
import { decodeBytes, type ReadContent } from './body.js';

/** Reads JSON Lines as an array. */
export const readJsonLinesContent: ReadContent = (bytes, options) =>
  readJsonTexts(decodeBytes(bytes).split('\n'), options);

/** Reads a JSON text sequence (RFC 7464) as an array. */
export const readJsonSequenceContent: ReadContent = (bytes, options) => {
  const [before = '', ...texts] = decodeBytes(bytes).split('\u001e');
  if (before.trim() !== '') throw new Malformed('must begin with a record separator (U+001E)');
  // A number or literal without white space after it may be cut off (2.4).
  if (texts.some((text) => /^\s*[-\w](.*\S)?$/s.test(text))) throw new Malformed('ends within a number or literal');
  return readJsonTexts(texts, options);
};

function readJsonTexts(texts: readonly string[], options: Parameters<ReadContent>[1]): unknown[] {
  return texts.filter((text) => text.trim() !== '').map((text) => readJson(text, options));
}

/**
 * Creates a validator of each item of an array, by its position: `first` are the validators of the first items.
 * `validateWhole` checks the whole array first.
 */
export function validateItems(
  validate: Validate | undefined,
  validateWhole?: Validate,
  first: readonly (Validate | undefined)[] = [],
): Validate {
  return (value, onNotShown) => {
    const failures = [...(validateWhole?.(value) ?? [])];
    for (const [index, item] of listItems(value).entries()) {
      // The failures of one item are limited, and so are those of all items together.
      if (failures.length >= mostFailures) break;
      const report = onNotShown && ((id: string, where: string) => onNotShown(id, `/${index}${where}`));
      const validateOne = index < first.length ? first[index] : validate;
      for (const failure of validateOne?.(item, report) ?? [])
        failures.push({ ...failure, instancePath: `/${index}${failure.instancePath}` });
    }
    return failures;
  };
}

const mostFailures = 100;

/** Creates a function that converts each item of an array, by its position. */
export function mapItems(change: Change | undefined, ...first: readonly (Change | undefined)[]): Change {
  return (value) =>
    listItems(value).map((item, index) => {
      const changeOne = index < first.length ? first[index] : change;
      return changeOne ? changeOne(item) : item;
    });
}

/** Changes a value that was read, or that is written. */
export type Change = (value: unknown) => unknown;

function listItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Reads text in the charset of the content type; UTF-8 by default. */
export const readTextContent: ReadContent = (bytes, { contentType }) =>
  decodeBytes(bytes, findParameter(contentType, 'charset')?.toLowerCase());

/** Returns the bytes unchanged. */
export const readBytesContent: ReadContent = (bytes) => bytes;
