import { normalizeLineEnds } from './manifest.js';

/**
 * Returns whether two texts of a generated file differ only in layout: the same syntax tree and comments for TypeScript,
 * the same value for JSON, the same words for anything else. What is not well-formed differs.
 */
export async function isSameButLayout(path: string, a: string, b: string): Promise<boolean> {
  const [one, other] = [normalizeLineEnds(a), normalizeLineEnds(b)];
  if (path.endsWith('.ts')) {
    const { listTokens } = await import('./list-tokens.js'); // it loads a compiler, which takes its time
    return isSameList(listTokens(one), listTokens(other));
  }
  if (path.endsWith('.json')) return isSameList(readValue(one), readValue(other));
  return isSameList(one.trim().split(/\s+/), other.trim().split(/\s+/));
}

function isSameList(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((token, index) => token === b[index]);
}

function readValue(text: string): string[] | undefined {
  try {
    return [JSON.stringify(JSON.parse(text))];
  } catch {
    return undefined;
  }
}
