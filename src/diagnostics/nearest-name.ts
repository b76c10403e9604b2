import leven from 'leven';

const longestName = 100;
const mostCandidates = 5_000;

/**
 * Finds the candidate that `name` could be a misspelling of. Compares only the first 5,000 candidates, to limit the
 * time.
 */
export function findNearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const written = name.toLowerCase();
  // Earlier versions called a gap an item.
  const renamed = name.replaceAll('item', 'gap').replaceAll('Item', 'Gap');
  let distance = (name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3))) + 1;
  let nearest: string | undefined;
  let tried = 0;
  for (const candidate of candidates) {
    if (++tried > mostCandidates) break;
    if (candidate === renamed) return candidate;
    if (Math.abs(candidate.length - name.length) >= distance) continue;
    const known = candidate.toLowerCase();
    const found = isSwapped(written, known) ? 1 : leven(written, known, { maxDistance: distance });
    if (found >= distance) continue;
    distance = found;
    nearest = candidate;
  }
  return nearest;
}

/**
 * Returns whether two names differ only in two neighbouring letters that are swapped, which is a common typing error.
 */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one.slice(0, at) + (one[at + 1] ?? '') + one[at] + one.slice(at + 2) === other;
}
