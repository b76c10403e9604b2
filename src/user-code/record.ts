import { relative, sep } from 'node:path';
import { type JsonNode, type JsonReading, readJson } from '../files/read-json.js';
import type { NamedOperation } from './contract.js';

/** The file in the folder of the handlers that records the names of the operations in the last run. */
export const recordName = 'lacuna.scaffold.json';

/** The ways to divide handlers into files. */
const groupings = ['operation', 'tag'] as const;

/** One file per operation or one per tag. */
export type Grouping = (typeof groupings)[number];

/** An operation of a record. */
export interface RecordedOperation extends NamedOperation {
  /** The old names that the user's code still mentioned at the last run. */
  readonly mentioned?: readonly string[];
}

/** The record of earlier runs for one generated server. */
export interface ScaffoldRecord {
  /**
   * The output folder relative to the folder of the handlers, with `/` as separator. Absent in records of version 0.1.
   */
  readonly out?: string;
  readonly per: Grouping;
  /** The operations of the description, and removed operations that the user's code still mentions. */
  readonly operations: readonly RecordedOperation[];
}

/** Returns the path that identifies an output folder in a record. */
export function nameOutput(handlers: string, out: string): string {
  return relative(handlers, out).split(sep).join('/');
}

/**
 * Prints a record with one sorted line per operation, so that version control can merge the changes of two branches.
 */
export function printRecord({ out, per, operations }: ScaffoldRecord): string {
  const lines = operations
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, identifier, type, file, mentioned }) => {
      const row = { identifier, type, file, ...(mentioned && mentioned.length > 0 && { mentioned }) };
      return `    ${JSON.stringify(key)}: ${JSON.stringify(row)}`;
    });
  const head = `  "out": ${JSON.stringify(out)},\n  "per": ${JSON.stringify(per)},\n`;
  return `{\n${head}  "operations": {${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}}\n}\n`;
}

/** Parses a record. Returns the mistake if the text is not a record. */
export function readRecord(text: string): JsonReading<ScaffoldRecord> {
  return readJson(text, (root) => {
    const out = root.find('out')?.text();
    const operations = root.unique().get('operations').members();
    return {
      ...(out !== undefined && { out }),
      per: root.get('per').choice(groupings),
      operations: operations.map(([key, row]) => readOperation(key, row)),
    };
  });
}

function readOperation(key: string, row: JsonNode): RecordedOperation {
  const file = row.get('file').text();
  if (!/^[\w-]+$/.test(file)) row.get('file').refuse(`'${file}' is not a valid module name`);
  const mentioned = row.find('mentioned')?.items().map(readName) ?? [];
  const names = { identifier: readName(row.get('identifier')), type: readName(row.get('type')) };
  return { key, ...names, file, ...(mentioned.length > 0 && { mentioned }) };
}

// Accepts only identifiers, because these names are written into TypeScript.
function readName(node: JsonNode): string {
  const name = node.text();
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) node.refuse(`'${name}' is not an identifier`);
  return name;
}
