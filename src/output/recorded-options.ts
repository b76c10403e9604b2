import type { JsonNode } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import { type OperationFilter, type OperationSelection, selectors } from '../model/operation-filter.js';

/** The values of the options that choose one of a few. The first one is the default. */
export const outputChoices = {
  emit: ['ts', 'js'],
  importExtension: ['js', 'ts'],
  dates: ['string', 'Date'],
  int64: ['number', 'bigint'],
} as const;

/** The options that shape the output. The manifest records them. */
export interface RecordedOptions extends OperationFilter {
  /** The description, relative to the output folder, `/` as separator. */
  readonly spec: string;
  /** In the order of the registry. */
  readonly only: readonly ArtifactKind[];
  readonly emit: (typeof outputChoices.emit)[number];
  readonly importExtension: (typeof outputChoices.importExtension)[number];
  readonly dates: (typeof outputChoices.dates)[number];
  readonly int64: (typeof outputChoices.int64)[number];
}

/** Reads which operations a filter selects. */
export function readSelection(node: JsonNode): OperationSelection {
  node.only(selectors);
  return Object.fromEntries(
    node.members().map(([selector, list]) => [selector, list.items().map((one) => one.text())]),
  );
}
