import { expect, test } from 'vitest';
import { omitComments } from './remove-comments.js';

test('a module without comments has the same code', () => {
  const lines = [
    '#!/usr/bin/env node',
    '/**',
    ' * Says `// no`.',
    ' */',
    "export const url = 'https://a.example/*'; // an address",
    '    // A line.',
    'const pattern = /[/*"]/g;',
    'const text = `// /* in a text */`;',
    '',
    'export {}; /* the end */',
  ];
  const kept = [
    '#!/usr/bin/env node',
    "export const url = 'https://a.example/*';",
    'const pattern = /[/*"]/g;',
    'const text = `// /* in a text */`;',
    '',
    'export {};',
  ];
  expect(omitComments(lines.join('\n'))).toBe(kept.join('\n'));
});
