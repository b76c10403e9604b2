import { findNearestName } from '../diagnostics/nearest-name.js';
import { isObject, type ObjectValue } from '../model/element.js';
import { type OperationFilter, type OperationSelection, selectors } from '../model/operation-filter.js';

/** The parts of an operation that a filter reads. */
interface SelectableOperation {
  /** The HTTP method in capitals. */
  readonly method: string;
  readonly path: string;
  readonly operation: ObjectValue;
  /** The path items that lead to the operation. */
  readonly pathItems: readonly ObjectValue[];
}

/** An entry of a filter that selects no operation. */
interface IdleEntry {
  readonly selector: string;
  readonly entry: string;
  readonly likely: string | undefined;
}

/** Decides which operations a filter keeps, and records which of its entries selected something. */
export class OperationSelector {
  readonly #include: readonly Entry[] | undefined;
  readonly #exclude: readonly Entry[];
  /** The values that an entry could have named, by selector. */
  readonly #known = new Map<string, Set<string>>(selectors.map((selector) => [selector, new Set()]));

  constructor({ include, exclude = {} }: OperationFilter) {
    this.#include = include && listEntries(include);
    this.#exclude = listEntries(exclude);
  }

  /** Returns whether an operation is generated. */
  isKept(operation: SelectableOperation): boolean {
    const names = listNames(operation);
    for (const selector of selectors) for (const name of names[selector]) this.#known.get(selector)?.add(name);
    // Compares every entry with every operation, so that unused entries are found.
    const isIncluded = this.#include === undefined || matchAny(this.#include, names);
    return !matchAny(this.#exclude, names) && isIncluded;
  }

  /** Lists the entries that have selected nothing so far. */
  listIdle(): IdleEntry[] {
    const idle = [...(this.#include ?? []), ...this.#exclude].filter((entry) => !entry.isUsed);
    return idle.map(({ selector, entry }) => ({
      selector,
      entry,
      likely: findSimilar(entry, [...(this.#known.get(selector) ?? [])]),
    }));
  }
}

// Another name of a parameter in a path is a likely mistake, although it can differ in many letters.
function findSimilar(entry: string, known: readonly string[]): string | undefined {
  const unname = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{}');
  return known.find((name) => unname(name) === unname(entry)) ?? findNearestName(entry, known);
}

type Names = { readonly [S in keyof OperationSelection]-?: readonly string[] };

interface Entry {
  readonly selector: keyof OperationSelection;
  readonly entry: string;
  readonly pattern: RegExp;
  isUsed: boolean;
}

function listEntries(selection: OperationSelection): Entry[] {
  return selectors.flatMap((selector) =>
    (selection[selector] ?? []).map((entry) => ({ selector, entry, pattern: readPattern(entry), isUsed: false })),
  );
}

function readPattern(entry: string): RegExp {
  const source = entry
    .split(/(\*+)/)
    .map((part) =>
      part.startsWith('**') ? '.*' : part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'),
    );
  return new RegExp(`^${source.join('')}$`, 's');
}

function matchAny(entries: readonly Entry[], names: Names): boolean {
  const matching = entries.filter(({ selector, pattern }) => names[selector].some((name) => pattern.test(name)));
  for (const entry of matching) entry.isUsed = true;
  return matching.length > 0;
}

function listNames({ method, path, operation, pathItems }: SelectableOperation): Names {
  const { tags, operationId } = operation;
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    paths: [path],
    ids: [...(typeof operationId === 'string' ? [operationId] : []), `${method} ${path}`],
    extensions: [operation, ...pathItems].flatMap(listExtensions),
  };
}

function listExtensions(object: ObjectValue): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (!name.startsWith('x-') || value === false || value === null) return [];
    const values = Array.isArray(value) ? value : [value];
    return [name, ...values.flatMap((one: unknown) => (isObject(one) ? [] : [`${name}=${String(one)}`]))];
  });
}
