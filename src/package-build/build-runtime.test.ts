import { expect, test } from 'vitest';
import { readRuntime, readRuntimeSource } from '../files/package-files.js';
import { buildRuntime } from './build-runtime.js';

/** Builds a runtime in which the parts of `runtime/node` are `texts`, and all other merged modules are empty. */
function buildNode(texts: { readonly [part: string]: string }): string {
  const empty = [...readRuntimeSource().keys()].map((module) => [module, ''] as const);
  const own = Object.entries(texts).map(([part, text]) => [`runtime/${part}`, text] as const);
  return (
    buildRuntime(new Map([...empty, ...own]))
      .get('runtime/node')
      ?.pieces.join('js') ?? ''
  );
}

test('modules are merged into one: imports of each other are removed, other imports are written once', () => {
  const text = buildNode({
    'node-message': `import { type A, b } from './read-json.js';\nimport type { C } from './read-body.js';\n\n// First.\nexport const first = b;\n`,
    'node-closing': `import { A } from './read-json.js';\nimport { first } from './node-message.js';\nimport { c as d } from './server.js';\n\nexport const second = first;\n`,
  });
  expect(text).toBe(
    `import { A, b } from './read-json.js';\nimport { type C, c as d } from './server.js';\n\n// First.\nexport const first = b;\n\nexport const second = first;\n\n\n\n\n\n\n`,
  );
});

test('a string or comment that looks like an import does not change', () => {
  const lines = `const text = "import { a } from './read-json.js';";\n/*\nimport { a } from './read-json.js';\n*/`;
  const text = buildNode({ 'node-message': `import { x } from './client.js';\n\n${lines}` });
  expect(text).toContain(lines);
});

test('two modules that are merged cannot declare the same name', () => {
  expect(() => buildNode({ 'node-message': 'const a = 1;', 'node-closing': 'function a() {}' })).toThrow(
    `node-message.ts and node-closing.ts both declare 'a', but become one module, runtime/node`,
  );
});

test('only named imports can be merged', () => {
  expect(() => buildNode({ 'node-message': `import a from './read-json.js';` })).toThrow('only named imports');
});

test('each module lists what it imports and exports', () => {
  const runtime = readRuntime();
  expect(runtime.get('runtime/client-check')?.exports).toContain('CallChecks');
  expect(runtime.get('runtime/fetch')?.imports).toContain('runtime/server');
  for (const { imports } of runtime.values()) for (const module of imports) expect(runtime.has(module)).toBe(true);
});
