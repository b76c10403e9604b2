/** Lists the sets of files that all import each other, directly or indirectly. */
export function findCircles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = (start: string): Set<string> => {
    const found = new Set(edges.get(start));
    for (const file of found) for (const next of edges.get(file) ?? []) found.add(next);
    return found;
  };
  const reached = new Map([...edges.keys()].map((file) => [file, reach(file)]));
  const circles = [...edges.keys()].map((file) =>
    [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)),
  );
  return circles.filter(
    (circle, index) => circle.length > 1 && !circles.slice(0, index).some((one) => one.includes(circle[0] ?? '')),
  );
}
