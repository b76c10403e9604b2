import { expect, test } from 'vitest';
import { readRuntime } from '../files/package-files.js';
import type { RuntimeModule } from '../model/runtime-module.js';
import { buildRuntime } from './build-runtime.js';

/** Builds a runtime of two files, which become one module of the output. */
function build(first: string, second: string): RuntimeModule {
  const others = ['read/json', 'server/server', 'client/client'].map((path) => [path, ''] as const);
  const built = buildRuntime(new Map([...others, ['node/first', first], ['node/second', second]])).get('runtime/node');
  if (!built) throw new Error('no module');
  return built;
}

test('files are merged into one module: imports of each other are removed, other imports are written once', () => {
  const first = `import { type A, b } from '../read/json.js';\nimport { second } from './second.js';\n\n// First.\nexport const first = b + second;\n`;
  const second = `import { A } from '../read/json.js';\nimport { c as d } from '../server/server.js';\nimport type { E } from 'node:http';\n\nexport const second = d;\n`;
  const { pieces, imports, exports } = build(first, second);
  expect(pieces.join('js')).toBe(
    `import { A, b } from './read.js';\nimport { c as d } from './server.js';\nimport type { E } from 'node:http';\n\nexport const second = d;\n\n// First.\nexport const first = b + second;\n`,
  );
  expect(imports).toEqual(['runtime/read', 'runtime/server']);
  expect(exports).toEqual(['first', 'second']);
});

test('a string or comment that looks like an import does not change', () => {
  const lines = `const text = "import { a } from './json.js';";\n/*\nimport { a } from './json.js';\n*/`;
  expect(build(`import { x } from '../client/client.js';\n\n${lines}`, '').pieces.join('js')).toContain(lines);
});

test('a name means the same in all files of a module', () => {
  const message = `'a' means different things in node/first and node/second, which become runtime/node`;
  expect(() => build('const a = 1;', 'function a() {}')).toThrow(message);
  expect(() => build('const a = 1;', `import { a } from '../read/json.js';`)).toThrow(message);
  expect(() => build('export const a = 1;', `import { a } from './first.js';`)).not.toThrow();
});

test('only named imports can be merged', () => {
  expect(() => build(`import a from './json.js';`, '')).toThrow('only named imports');
});

test('each module lists what it imports and exports', () => {
  const runtime = readRuntime();
  expect(runtime.get('runtime/check')?.exports).toContain('CallChecks');
  expect(runtime.get('runtime/fetch')?.imports).toContain('runtime/server');
  for (const { imports } of runtime.values()) for (const module of imports) expect(runtime.has(module)).toBe(true);
});
