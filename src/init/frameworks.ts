interface FrameworkRow {
  readonly name: string;
  readonly package: string;
  /** Whether a project with this framework calls an API or provides one. */
  readonly serves: 'browser' | 'server';
  /** Whether its bundlers find `x.ts` only by a specifier with `.ts`, and not by `x.js`. */
  readonly needsTsSpecifiers?: true;
}

/** The frameworks that `init` recognises, the most significant ones first. */
const frameworkTable: readonly FrameworkRow[] = [
  { name: 'Next', package: 'next', serves: 'browser', needsTsSpecifiers: true },
  { name: 'Nuxt', package: 'nuxt', serves: 'browser' },
  { name: 'Nest', package: '@nestjs/core', serves: 'server' },
  { name: 'Fastify', package: 'fastify', serves: 'server' },
  { name: 'Hono', package: 'hono', serves: 'server' },
  { name: 'Koa', package: 'koa', serves: 'server' },
  { name: 'Express', package: 'express', serves: 'server' },
  { name: 'Angular', package: '@angular/core', serves: 'browser' },
  { name: 'Vite', package: 'vite', serves: 'browser' },
  { name: 'React', package: 'react', serves: 'browser' },
  { name: 'Vue', package: 'vue', serves: 'browser' },
  { name: 'Svelte', package: 'svelte', serves: 'browser' },
];

/** Finds the frameworks in the dependencies of a project. */
export function findFrameworks(dependencies: ReadonlyMap<string, string>): {
  readonly frameworks: readonly string[];
  readonly isBrowser: boolean;
  readonly isServer: boolean;
  readonly needsTsSpecifiers: boolean;
} {
  const found = frameworkTable.filter((row) => dependencies.has(row.package));
  return {
    frameworks: found.map(({ name }) => name),
    isBrowser: found.some(({ serves }) => serves === 'browser'),
    isServer: found.some(({ serves }) => serves === 'server'),
    needsTsSpecifiers: found.some((row) => row.needsTsSpecifiers),
  };
}
