import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The output compiles in other repos, whatever TypeScript and flags they have, and runs where types are only stripped. */
let place: string;
const compilers = ['typescript-5.9', 'typescript-6', 'typescript'] as const;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-compile-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
  cpSync('generated', join(place, 'generated'), { recursive: true });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const flags = {
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  module: 'nodenext',
  target: 'es2022',
  noEmit: true,
};

function compile(compiler: string, options: object, include: readonly string[]): string {
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...flags, ...options }, include }));
  const { stdout } = spawnSync(process.execPath, [resolve('node_modules', compiler, 'bin/tsc'), '-p', place], {
    encoding: 'utf8',
  });
  return stdout;
}

describe.each(compilers)('with %s', (compiler) => {
  test('all of it compiles under strict flags beside the types of Node', () => {
    expect(compile(compiler, { lib: ['es2022'], types: ['node'] }, ['generated'])).toBe('');
  });

  test('types, client and validators compile with the types of a browser alone', () => {
    const kinds = ['types', 'client', 'validators'].map((kind) => `generated/${kind}`);
    expect(compile(compiler, { lib: ['es2022', 'dom', 'dom.iterable'], types: [] }, kinds)).toBe('');
  });
});

test('with .ts specifiers it runs under type stripping', () => {
  const out = join(place, 'stripped');
  execFileSync(process.execPath, [
    resolve('dist/cli.js'),
    ...['generate', '--spec', resolve('spec/openapi.yaml'), '--out', out, '--import-extension', 'ts'],
  ]);
  const tools = join(place, 'tools');
  mkdirSync(tools);
  const name = `node-${process.platform}-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', `${name}@22`], { stdio: 'ignore' });
  writeFileSync(
    join(place, 'program.ts'),
    `import { createClient } from './stripped/client/index.ts';
     import { unimplemented } from './stripped/server/index.ts';
     import { isBalance } from './stripped/validators/index.ts';
     createClient({ baseUrl: 'https://api.invalid', auth: { bearer: 'x' } });
     const answer: boolean = isBalance({ balance: 1, currency: 'EUR' });
     console.log(answer, Object.keys(unimplemented).length);`,
  );
  const node = join(tools, 'node_modules', name, 'bin/node');
  const stdout = execFileSync(node, ['--no-warnings', join(place, 'program.ts')], { encoding: 'utf8' });
  expect(stdout.trim()).toBe('true 16');
}, 180_000);
