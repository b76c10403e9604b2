import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { effort } from '../effort.js';
import { temporaryFolder, writeFiles } from '../types/emission.js';
import { corpusFolder } from './list-descriptions.js';

const spec = resolve(corpusFolder, 'box/openapi.json');
if (!existsSync(spec)) console.log(`not run: there is no ${spec}`);

interface Call {
  readonly name: string;
  readonly args: string;
  readonly module: string;
}

function listCalls(folder: string): Call[] {
  return readdirSync(join(folder, 'out/client'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(folder, 'out/client', file), 'utf8');
      const [, name, args] = /export const (\w+): Operation<\s*(\w+)/.exec(text) ?? [];
      return name && args ? [{ name, args, module: `./out/client/${file.replace(/\.ts$/, '.js')}` }] : [];
    });
}

/** Compiles a program with these calls. Each is imported from its own module. */
function compile(folder: string, calls: readonly Call[], flag: string): string {
  const lines = calls.map(
    ({ name, args, module }, index) => `import { ${name}, type ${args} } from '${module}';
declare const args${index}: ${args};
export const answer${index}: Promise<unknown> = ${name}(client, args${index});`,
  );
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'nodenext',
    target: 'es2022',
    types: [],
  };
  writeFiles(folder, {
    'package.json': '{ "type": "module" }',
    'program.ts': `import type { Client } from './out/runtime/client.js';\ndeclare const client: Client;\n${lines.join('\n')}`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { ...compilerOptions, lib: ['es2022', 'dom', 'dom.iterable'] },
      files: ['program.ts'],
    }),
  });
  return execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder, flag], {
    encoding: 'utf8',
  });
}

// Takes long, because it compiles 280 operations for one figure.
test.runIf(existsSync(spec) && effort !== 'part')(
  'a call costs the compiler little, even if there are many operations',
  async () => {
    const folder = temporaryFolder();
    const terminal = {
      folder,
      colours: false,
      isInteractive: false,
      print: () => undefined,
      printError: () => undefined,
    };
    expect(await runCommandLine(['generate', '--spec', spec, '--out', 'out', '--only', 'types,client'], terminal)).toBe(
      0,
    );
    const calls = listCalls(folder);
    expect(calls.length).toBeGreaterThan(250);
    const through = calls.map((call) => ({ ...call, module: './out/client/index.js' }));
    const [, instantiations] = /Instantiations: +(\d+)/.exec(compile(folder, through, '--extendedDiagnostics')) ?? [];
    console.log(`${calls.length} calls: ${instantiations} instantiations`);
    // With 1,223 operations of GitHub, 400 calls need 4,100 instantiations. They needed 9,200 when compilers also
    // checked the code of the runtime, and 20,907 when the type of each operation was inferred.
    expect(Number(instantiations)).toBeLessThan(3_000);
    const files = compile(folder, calls.slice(0, 5), '--listFilesOnly').split('\n');
    const read = files.filter((file) => file.includes('/out/')).length;
    console.log(`5 calls through their modules: ${read} files`);
    expect(read).toBeLessThan(100);
  },
);
