import { type JsonNode, type JsonReading, readJson } from '../files/read-json.js';
import type { NamedOperation } from './named-operation.js';

/** The file in the folder of the handlers that says what operations were called when they were last scaffolded. */
export const recordName = 'lacuna.scaffold.json';

/** How handlers are put into files. */
export const groupings = ['operation', 'tag'] as const;

/** One file per operation or one per tag. */
export type Grouping = (typeof groupings)[number];

/** What is known of earlier runs. */
export interface ScaffoldRecord {
  readonly per: Grouping;
  /** Those that the description had, and those that it lost while handlers still name them. */
  readonly operations: readonly NamedOperation[];
}

/** Prints a record, a line an operation, sorted, so that two branches merge. */
export function printRecord({ per, operations }: ScaffoldRecord): string {
  const lines = operations
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(
      ({ key, identifier, type, file }) => `    ${JSON.stringify(key)}: ${JSON.stringify({ identifier, type, file })}`,
    );
  return `{\n  "per": ${JSON.stringify(per)},\n  "operations": {${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}}\n}\n`;
}

/** Reads a record; a mistake where the text is none. */
export function readRecord(text: string): JsonReading<ScaffoldRecord> {
  return readJson(text, (root) => ({
    per: root.get('per').choice(groupings),
    operations: root
      .get('operations')
      .members()
      .map(([key, row]) => readOperation(key, row)),
  }));
}

function readOperation(key: string, row: JsonNode): NamedOperation {
  const file = row.get('file').text();
  if (!/^[\w-]+$/.test(file)) row.get('file').refuse(`'${file}' is no name of a module`);
  return { key, identifier: readName(row.get('identifier')), type: readName(row.get('type')), file };
}

// The names become TypeScript, so nothing else may pass.
function readName(node: JsonNode): string {
  const name = node.text();
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) node.refuse(`'${name}' is no identifier`);
  return name;
}
