import type { Diagnostic, Position } from './diagnostic.js';
import type { LineIndex } from './line-index.js';
import { buildPointerTree, findInJson, findOffsets } from './pointer-tree.js';

/** Anything with a place in a description, such as a finding. */
export type Placed = Pick<Diagnostic, 'origin' | 'at' | 'position'>;

/** Finds the positions of subjects in the text of one file. Parses the text at most once. */
export async function locateInFile<T extends Placed>(
  subjects: readonly T[],
  text: string,
  lines: LineIndex,
): Promise<Map<T, Position>> {
  // A subject that is a whole file is at the start of the file, even if the file cannot be parsed.
  const unplaced = subjects.filter(({ position, origin }) => position === undefined && origin?.pointer);
  const tree = buildPointerTree(unplaced.map(({ origin }) => origin?.pointer ?? ''));
  if (unplaced.length > 0 && !(/^\s*[[{]/.test(text) && findInJson(text, tree))) {
    const { findInYaml } = await import('./find-in-yaml.js'); // loads the parser of YAML
    findInYaml(text, tree);
  }
  return new Map(
    subjects.flatMap((subject): [T, Position][] => {
      const { position, origin, at } = subject;
      if (position) return [[subject, position]];
      if (origin?.pointer === '') return [[subject, { line: 1, column: 1 }]];
      const offsets = origin && findOffsets(tree, origin.pointer);
      if (offsets === undefined) return [];
      return [[subject, lines.locate((at === 'key' ? offsets.key : undefined) ?? offsets.value)]];
    }),
  );
}
