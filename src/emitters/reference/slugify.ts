import { createRequire } from 'node:module';

/** Formats a name like Redoc's addresses. Node loads a CommonJS package faster like this than by an import. */
export const slugify: typeof import('slugify').default = createRequire(import.meta.url)('slugify');
