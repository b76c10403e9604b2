import type { Failure, OnNotShown, ValidateOptions } from '../validate/validators.js';
import { pointerToken } from './pointer.js';
import { listInside, listNodes, type TreeParts, type Trees, type ValueTree } from './value-tree.js';

/** The gaps in a value and its parts. */
export type GapPlaces = ValueTree<GapsOfValue>;

interface GapsOfValue extends TreeParts<GapPlaces> {
  /** The gaps that ask for the shape of the value. */
  readonly shapes?: readonly string[];
  /** The gaps that ask for further fields, and the names of the known ones. */
  readonly fields?: readonly (readonly [gap: string, known: readonly string[]])[];
}

/**
 * Creates a validator that also reports the gaps that a valid value touches: values of unknown shape, and fields other
 * than the known ones.
 */
export function reportGaps<Found extends readonly Failure[]>(
  validate: (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Found,
  places: GapPlaces,
): (value: unknown, onNotShown?: OnNotShown, options?: ValidateOptions) => Found {
  return (value, onNotShown, options) => {
    const failures = validate(value, onNotShown, options);
    if (onNotShown && failures.length === 0) report(value, [places], '', onNotShown);
    return failures;
  };
}

function report(value: unknown, places: Trees<GapsOfValue>, where: string, onNotShown: OnNotShown): void {
  const nodes = value === undefined ? [] : listNodes(places, value);
  if (nodes.length === 0) return;
  for (const gap of nodes.flatMap(({ shapes = [] }) => shapes)) onNotShown(gap, where);
  if (typeof value !== 'object' || value === null) return;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  for (const [gap, known] of Array.isArray(value) ? [] : nodes.flatMap(({ fields = [] }) => fields))
    if (members.some(([name]) => !known.includes(name))) onNotShown(gap, where);
  for (const [name, member] of members) {
    const inside = nodes.flatMap((node) => listInside(node, value, name));
    report(member, inside, `${where}/${pointerToken(name)}`, onNotShown);
  }
}
