import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseArguments } from '../../src/command-line/parse-arguments.js';
import { Diagnostics } from '../../src/diagnostics/diagnostic.js';
import { generate } from '../../src/index.js';
import { writeFiles } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { type Block, listBlocks } from './list-blocks.js';
import { serveShop } from './shop.js';

/**
 * Runs the code of the pages. Each page is a project with the output for `docs/example` in `src/api`. The words after
 * the fence say more: `ts browser` compiles with the types of a browser and the resolution of bundlers, `ts compile`
 * does not end by itself, and `ts practice` imports the package's own output (`test/consumers/package.test.ts`).
 */
let place: string;
const example = readFileSync('docs/example/openapi.yaml', 'utf8');
const inNode = listBlocks('ts').filter(({ words }) => words[1] === undefined || words[1] === 'compile');
const inBrowser = listBlocks('ts', 'browser');

const locateProject = ({ page }: Block): string => join(place, basename(page, '.md'));
const locate = (block: Block): string => join(locateProject(block), block.file);

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'lacuna-docs-'));
  writeFiles(place, { 'package.json': '{ "type": "module" }', 'openapi.yaml': example });
  mkdirSync(join(place, 'node_modules'));
  for (const name of ['@types', 'fastify', 'express', 'jose', 'undici-types'])
    symlinkSync(resolve('node_modules', name), join(place, 'node_modules', name));
  symlinkSync(resolve('.'), join(place, 'node_modules/lacuna'));
  const { diagnostics } = await generate({ folder: place, spec: 'openapi.yaml', out: 'api' });
  expect(diagnostics.hasErrors).toBe(false);
  const server = inNode.find(({ page, file }) => page === 'docs/start-server.md' && file === 'src/server.ts');
  for (const block of [...inNode, ...inBrowser]) {
    const project = locateProject(block);
    const others = ['openapi', 'orders', 'users'].map((name) => [`${name}.yaml`, example]);
    writeFiles(project, { 'src/server.ts': server?.text ?? '', ...Object.fromEntries(others) });
    // The page about the library generates the output itself.
    if (/\/api\//.test(block.text)) linkOnce(join(place, 'api'), join(project, 'src/api'));
  }
  for (const block of [...inNode, ...inBrowser]) writeFileSync(locate(block), block.text);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function linkOnce(target: string, path: string): void {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

function compile(blocks: readonly Block[], options: object): void {
  const files = blocks.map(locate);
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', ...options };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  expect(runCompiler(place)).toBe('');
}

test('no block needs an environment variable, which a browser does not have', () => {
  expect(listBlocks('ts').filter(({ text }) => text.includes('process.env'))).toEqual([]);
});

test('the blocks for Node compile', () => {
  compile(inNode, { module: 'nodenext', types: ['node'] });
  expect(inNode.length).toBeGreaterThan(30);
});

test('the blocks for browsers compile without the types of Node, and can be bundled', async () => {
  const lib = ['es2022', 'dom', 'dom.iterable'];
  compile(inBrowser, { module: 'esnext', moduleResolution: 'bundler', lib, types: [] });
  const { outputFiles } = await build({
    entryPoints: inBrowser.map(locate),
    outdir: join(place, 'bundled'),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  expect(outputFiles.length).toBe(inBrowser.length);
  expect(outputFiles.length).toBeGreaterThan(3);
});

test('the blocks that end by themselves run with the generated server, and each server that they start responds', async () => {
  const shop = await serveShop(join(place, 'api'));
  try {
    const blocks = inNode.filter(({ words }) => words[1] !== 'compile');
    for (const block of blocks)
      writeFileSync(locate(block), block.text.replaceAll('https://api.example.com', shop.url));
    await build({
      entryPoints: blocks.map(locate),
      outbase: place,
      outdir: place,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    const outputs = await Promise.all(
      [...new Set(blocks.map(({ page }) => page))].map((page) => runPage(page, blocks)),
    );
    expect(
      outputs
        .join('')
        .match(/^.* served .*$/gm)
        ?.sort(),
    ).toEqual([
      'README.md served /orders/o1 404',
      'express.md served /api/orders 200',
      'express.md served /api/orders 200 r1 ok',
      'fastify.md served /api/orders 200',
      'fastify.md served /api/orders 200 r1 ok',
      'node.md served /api/orders 200 r1 ok',
      'node.md served /orders 200',
      'start-server.md served /orders 200',
    ]);
    expect([...shop.asked].sort()).toEqual(['getInvoice', 'getOrder', 'importOrders', 'listOrders', 'watchOrders']);
  } finally {
    shop.close();
  }
});

async function runPage(page: string, blocks: readonly Block[]): Promise<string> {
  const files = blocks.filter((block) => block.page === page).map((block) => locate(block).replace(/\.ts$/, '.mjs'));
  const options = { cwd: join(place, basename(page, '.md')), timeout: 60_000 };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve('test/docs/run-blocks.mjs'), ...files],
    options,
  );
  return stdout.replaceAll(/^served/gm, `${basename(page)} served`);
}

test('the blocks of JavaScript can be parsed', () => {
  const blocks = listBlocks('js');
  for (const { text } of blocks) expect(() => transformSync(text, { loader: 'js' })).not.toThrow();
  expect(blocks.length).toBeGreaterThan(3);
});

test('the command line accepts each command of the pages', () => {
  const commands = listBlocks('sh').flatMap(({ page, text }) =>
    [...text.matchAll(/^(?:npx )?lacuna (.*)$/gm)].map(([, command = '']) => ({ page, command })),
  );
  for (const { page, command } of commands) {
    const words = [...command.replace(/ +#.*| < .*/, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
    const diagnostics = new Diagnostics();
    parseArguments(
      words.map(([, single, double, bare]) => single ?? double ?? bare ?? ''),
      diagnostics,
    );
    expect(
      diagnostics.list.map(({ message }) => message),
      `${page}: lacuna ${command}`,
    ).toEqual([]);
  }
  expect(commands.length).toBeGreaterThan(20);
});
