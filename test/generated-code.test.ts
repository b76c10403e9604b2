import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What people see who open the generated code. */
const files = ['types', 'client', 'server', 'validators'].flatMap((kind) =>
  readdirSync(join('generated', kind), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('generated', kind, file)),
);

test('no line is longer than 120 characters, but for a literal that cannot be broken', () => {
  const long = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.length > 120 && !/^\s*(?:'[^']*'|\/.*\/\w*)[,;)]*$/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(long).toEqual([]);
});
