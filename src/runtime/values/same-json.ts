/** Returns whether two values are the same JSON, also for integers that a number cannot hold exactly. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, writeInteger) === JSON.stringify(other, writeInteger);
}

function writeInteger(_name: string, part: unknown): unknown {
  return typeof part === 'bigint' ? String(part) : part;
}
