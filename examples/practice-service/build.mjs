// Bundles the service into `dist/`, together with the pages that it serves. The packages stay in `node_modules/`.
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { build as buildPage } from 'vite';

const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(here, 'dist');

await build({
  entryPoints: [join(here, 'src/main.ts')],
  outfile: join(dist, 'main.js'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});

await buildPage({ root: join(here, 'web'), logLevel: 'warn', build: { outDir: join(dist, 'web'), emptyOutDir: true } });

// Writes nothing if the description has not changed since the last run.
execFileSync(process.execPath, [join(root, 'dist/cli.js'), 'generate', 'reference'], { cwd: here, stdio: 'ignore' });
rmSync(join(dist, 'pages'), { recursive: true, force: true });
for (const [path, source] of [
  ['documented/reference', join(root, 'generated/reference')],
  ['documented/openapi.json', join(root, 'generated/openapi.json')],
  ['sandbox/reference', join(dist, 'reference/reference')],
  ['sandbox/openapi.json', join(here, 'generated/sandbox/openapi.json')],
])
  cpSync(source, join(dist, 'pages', path), { recursive: true });
