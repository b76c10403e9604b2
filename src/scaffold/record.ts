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

/** Reads a record; `undefined` where the text is none. */
export function parseRecord(text: string): ScaffoldRecord | undefined {
  const value = parseJson(text);
  if (!isObject(value) || !isObject(value['operations'])) return undefined;
  const per = groupings.find((known) => known === value['per']);
  const operations: NamedOperation[] = [];
  for (const [key, row] of Object.entries(value['operations'])) {
    if (!isObject(row)) return undefined;
    const { identifier, type, file } = row;
    if (!isName(identifier) || !isName(type) || typeof file !== 'string' || !/^[\w-]+$/.test(file)) return undefined;
    operations.push({ key, identifier, type, file });
  }
  return per && { per, operations };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// The names become TypeScript, so nothing else may pass.
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(value);
}
