const longestName = 100;
const mostCandidates = 5_000;

/**
 * Finds the candidate that `name` could be a misspelling of. Compares only the first 5,000 candidates, to limit the
 * time.
 */
export function findNearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const written = name.toLowerCase();
  let distance = (name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3))) + 1;
  let nearest: string | undefined;
  let tried = 0;
  for (const candidate of candidates) {
    if (++tried > mostCandidates) break;
    if (Math.abs(candidate.length - name.length) >= distance) continue;
    const known = candidate.toLowerCase();
    const found = isSwapped(written, known) ? 1 : countEdits(written, known, distance);
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

/**
 * Returns the Levenshtein distance of two names: how many letters have to be inserted, removed or replaced at least.
 * Returns `most` if it is larger.
 */
function countEdits(one: string, other: string, most: number): number {
  // The distances from the letters of `one` so far to each beginning of `other`.
  let distances = Array.from({ length: other.length + 1 }, (_, length) => length);
  for (const letter of one.split('')) {
    let [shorter = 0] = distances;
    let last = shorter + 1;
    distances = distances.map((distance, length) => {
      if (length === 0) return last;
      last = Math.min(last + 1, distance + 1, other[length - 1] === letter ? shorter : shorter + 1);
      shorter = distance;
      return last;
    });
    if (Math.min(...distances) >= most) return most;
  }
  return distances.at(-1) ?? 0;
}
