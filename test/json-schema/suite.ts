import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readList as readListBeside } from '../read-list.js';

/** A group of the JSON Schema Test Suite: a schema, and values that are valid or not. */
export interface Group {
  /** The file below the folder of the draft, such as `allOf.json`. */
  readonly file: string;
  readonly description: string;
  readonly schema: boolean | { readonly [keyword: string]: unknown };
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

const root = join(process.env['LACUNA_SHARED'] ?? '../shared', 'json-schema-test-suite/tests');

/** Returns whether the suite exists. Prints a line if it does not. */
export function hasSuite(): boolean {
  const isThere = existsSync(root);
  if (!isThere) console.log(`not run: there is no JSON Schema Test Suite at ${root}`);
  return isThere;
}

/** Reads the groups of a folder such as `draft2020-12` or `draft2020-12/optional/format`, in order. */
export function readGroups(folder: string): Group[] {
  const files = readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.json'))
    .sort();
  return files.flatMap((file) => {
    const groups: Omit<Group, 'file'>[] = JSON.parse(readFileSync(join(root, folder, file), 'utf8'));
    return groups.map((group) => ({ file, ...group }));
  });
}

/** Formats the name of a group: `allOf.json: allOf with base schema`. */
export function nameGroup(group: Group): string {
  return `${group.file}: ${group.description}`;
}

/** Reads a list of names beside the tests. Each line has one name. `#` begins a remark. */
export function readList(name: string): Set<string> {
  return readListBeside(name, import.meta.url);
}
