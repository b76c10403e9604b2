import leven from 'leven';

const longestName = 100;
const mostCandidates = 5_000;

/** Finds the candidate that somebody who wrote `name` may have meant. Only the first 5,000 are looked at, so that time stays bounded. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longestName) return undefined;
  const written = name.toLowerCase();
  let distance = (name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3))) + 1;
  let nearest: string | undefined;
  let tried = 0;
  for (const candidate of candidates) {
    if (++tried > mostCandidates) break;
    if (Math.abs(candidate.length - name.length) >= distance) continue;
    const found = leven(written, candidate.toLowerCase(), { maxDistance: distance });
    if (found >= distance) continue;
    distance = found;
    nearest = candidate;
  }
  return nearest;
}
