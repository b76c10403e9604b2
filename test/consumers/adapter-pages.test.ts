import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';

const server = `import { createServer, unimplemented } from 'lacuna/practice-api/server';
export const server = createServer(unimplemented, { security: { bearer: () => undefined } });
`;

test("the code of the adapters' pages compiles, and the README links to each page", async () => {
  const place = makeFolder({ 'package.json': '{ "type": "module" }', 'server.ts': server });
  mkdirSync(join(place, 'node_modules'));
  const packages = ['@types', 'fastify', 'express', 'jose', 'undici-types'].map((name) => [
    name,
    resolve('node_modules', name),
  ]);
  for (const [name = '', target = ''] of [...packages, ['lacuna', resolve('.')]])
    symlinkSync(target, join(place, 'node_modules', name));
  const readme = readFileSync('README.md', 'utf8');
  const files = readdirSync('docs').flatMap((page) => {
    expect(readme).toContain(`(docs/${page})`);
    const blocks = [...readFileSync(join('docs', page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
    return blocks.map(([, text = ''], index) => {
      writeFileSync(join(place, `${page}-${index}.ts`), text);
      return `${page}-${index}.ts`;
    });
  });
  expect(files.length).toBeGreaterThan(5);
  const flags = '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node'.split(
    ' ',
  );
  const tsc = resolve('node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, ...flags, ...files], { cwd: place }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout);
    },
  );
}, 60_000);
