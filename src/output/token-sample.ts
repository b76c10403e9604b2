/** A module with tokens of all kinds, in the places that decide how they are printed. */
export const tokenSample: string = [
  '/* All kinds of tokens */ // in a few lines',
  "import { type A, b as c } from './a.js';",
  "export type Pet = | 'cat' | \"it's\" | { 'name': string; readonly tags?: Map<string, Set<A>> } & A;",
  "abstract class B<T extends 'a' ? A : T[]> { #x = 0x1f + 1_000 - 2.5e3 * 0.5 / 1n % 2; static y?: number; }",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is a kind of token.
  'const f = async (x) => (x?.y ?? `a${x ? `b` : {}}c` ?? /[/\\d]+\\/"/gu.test(x));',
  'export function g(x: unknown, ...rest: A[]): asserts x is A { if ((x === 1 || x !== 2) && !(x >= 3)) return (f(x)); }',
  'for (let i = 0, n = -1; i < 9 >> 1 >>> 0; i++, n--) { n += i ** 2 ^ ~i | i & 1; n ??= (a, b); if (n) {} else n = [1,] }',
  "switch (n) { case 'a': throw { 'a-b': 1, get 'c'() { return ('d\\'\"') }, [`e`]: (1), f: g as A } satisfies A }",
  'const h = { ...f, x: (y: number): y is 1 => ({ y }), async *z() { yield* (0 as keyof A) } };',
].join('\n');
