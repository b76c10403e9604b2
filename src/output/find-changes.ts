import { join } from 'node:path';
import type { Manifest, RunRecord } from './manifest.js';

/** What changed since the output was generated; all empty if nothing did, or if an older manifest does not record it. */
export interface Changes {
  /** Absolute paths of the files that were read: changed, added or no longer read. */
  readonly inputs: readonly string[];
  /** The names of options. */
  readonly options: readonly string[];
  /** The other version of lacuna that generated it. */
  readonly lacuna?: string;
}

/** Compares what the last run recorded with what this run would record. */
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
