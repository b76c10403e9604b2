import type { Diagnostic, Position } from './diagnostic.js';
import { findInJson } from './find-in-json.js';
import { findInYaml } from './find-in-yaml.js';
import type { LineIndex } from './line-index.js';
import { buildPointerTree, lookUpOffsets } from './pointer-tree.js';

/** Finds the positions of the findings about one file in its text, which is parsed at most once. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: string,
  lines: LineIndex,
): Map<Diagnostic, Position> {
  // The origin of a whole file is its start, even if the file cannot be parsed.
  const unplaced = diagnostics.filter(({ position, origin }) => position === undefined && origin?.pointer);
  const tree = buildPointerTree(unplaced.map(({ origin }) => origin?.pointer ?? ''));
  if (unplaced.length > 0 && !(/^\s*[[{]/.test(text) && findInJson(text, tree))) findInYaml(text, tree);
  return new Map(
    diagnostics.flatMap((diagnostic) => {
      const { position, origin, at } = diagnostic;
      if (position) return [[diagnostic, position]];
      if (origin?.pointer === '') return [[diagnostic, { line: 1, column: 1 }]];
      const offsets = origin && lookUpOffsets(tree, origin.pointer);
      if (offsets === undefined) return [];
      return [[diagnostic, lines.locate((at === 'key' ? offsets.key : undefined) ?? offsets.value)]];
    }),
  );
}
