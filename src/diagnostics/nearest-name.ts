import leven from 'leven';

const longest = 100;
const most = 5_000;

/** Finds the candidate that somebody who wrote `name` may have meant; bounded in time, so the first 5,000 count. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > longest) return undefined;
  let nearest: string | undefined;
  let best = Math.max(2, Math.floor(name.length / 3)) + 1;
  let tried = 0;
  for (const candidate of candidates) {
    if (++tried > most) break;
    if (Math.abs(candidate.length - name.length) >= best) continue;
    const distance = leven(name.toLowerCase(), candidate.toLowerCase(), { maxDistance: best });
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}
