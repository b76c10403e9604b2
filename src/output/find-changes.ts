import { join } from 'node:path';
import type { Manifest, RunRecord } from './manifest.js';

/**
 * What changed since the output was generated. Empty if nothing changed, or if an older manifest does not record it.
 */
export interface Changes {
  /** The absolute paths of files that were changed, added or are no longer read. */
  readonly inputs: readonly string[];
  /** The names of the options that changed. */
  readonly options: readonly string[];
  /** The version of lacuna that generated the output, if it is not this version. */
  readonly lacuna?: string;
}

/** Compares the record of the last run with the record of this run. */
export function findChanges(last: Manifest | undefined, next: Omit<Manifest, 'files'>, out: string): Changes {
  const before = new Map<string, unknown>(Object.entries(last?.options ?? {}));
  const now = new Map<string, unknown>(Object.entries(next.options));
  const options = listDifferent(before, now, (value) => JSON.stringify(value));
  const inputs = last?.run && next.run ? listInputs(last.run, next.run).map((path) => join(out, path)) : [];
  const lacuna = last?.run?.lacuna;
  return { inputs, options, ...(lacuna !== undefined && lacuna !== next.run?.lacuna && { lacuna }) };
}

function listInputs(last: RunRecord, next: RunRecord): string[] {
  return listDifferent(last.inputs, next.inputs, (hash) => hash);
}

function listDifferent<T>(
  before: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  print: (value: T) => string,
): string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  const show = (value: T | undefined): string => (value === undefined ? '' : print(value));
  return [...names].filter((name) => show(before.get(name)) !== show(now.get(name)));
}
