import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { corpusFolder, hasCorpus, listDescriptions } from './list-descriptions.js';

/**
 * Every description of the corpus is generated from in full or refused at a place, for the reason that `refused.txt`
 * gives; all that is generated compiles under the strictest flags.
 */
const descriptions = listDescriptions();
const refused = new Map(
  readFileSync(new URL('refused.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, string] => [line.split(/\s+/)[0] ?? '', line.split(/\s+/)[1] ?? '']),
);
const isBig = (file: string): boolean => /^(github|digitalocean)\//.test(file);

let place: string;
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-corpus-'));
  symlinkSync(resolve('node_modules'), join(place, 'node_modules'));
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const generated: string[] = [];
const slug = (file: string): string => file.replaceAll(/[^A-Za-z0-9]+/g, '-');

if (!hasCorpus) console.log(`not run: there is no corpus at ${corpusFolder}`);

describe.runIf(hasCorpus)('the corpus', () => {
  test.each(descriptions)('%s', { timeout: 120_000 }, async (file) => {
    let errors = '';
    const spec = resolve(corpusFolder, file);
    const argv = ['generate', '--spec', spec, '--out', slug(file), '--only', 'types,client,server,validators'];
    const code = await runCommandLine(argv, {
      folder: place,
      colours: false,
      isInteractive: false,
      print: () => undefined,
      printError: (text) => {
        errors += text;
      },
    });
    const codes = [...errors.matchAll(/^.+:\d+:\d+: error ([a-z-]+): /gm)].map(([, name]) => name);
    expect(errors).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    if (refused.has(file)) {
      expect({ code, codes }).toEqual({ code: 2, codes: expect.arrayContaining([refused.get(file)]) });
    } else {
      expect({ code, errors: code === 0 ? '' : errors }).toEqual({ code: 0, errors: '' });
      generated.push(slug(file));
    }
  });

  test('refused.txt names no description that is not there', () => {
    expect([...refused.keys()].filter((file) => !isBig(file) && !descriptions.includes(file))).toEqual([]);
  });

  test('all that is generated compiles strictly', { timeout: 600_000 }, () => {
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictFlags, include: generated }));
    const { stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', place], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    expect(stdout.split('\n').slice(0, 40).join('\n')).toBe('');
  });
});

const strictFlags = {
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  types: ['node'],
  noEmit: true,
};
