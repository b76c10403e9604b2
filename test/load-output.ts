import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * The language of the output that the suites generate and load. CI runs the suites of client and server a second time
 * with `LACUNA_EMIT=js`.
 */
export const emit: 'ts' | 'js' = process.env['LACUNA_EMIT'] === 'js' ? 'js' : 'ts';

// The modules that programs import. Further modules are read through these.
const entries = new RegExp(`^(?:client/(?:index|check-calls)|server/[^/.]+|validators/index)\\.${emit}$`);

/**
 * Bundles the modules of an output beside its folder. Returns a function that imports one of them, such as
 * `client/index`. They share the modules that they import. Without a bundle, Vitest would transform each module, which
 * takes longer than to generate it.
 */
export async function bundleOutput(folder: string): Promise<<Module>(name: string) => Promise<Module>> {
  const outdir = `${folder}-bundled`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await build({
    entryPoints: files.filter((file) => entries.test(file)).map((file) => join(folder, file)),
    outbase: folder,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  return (name) => import(pathToFileURL(join(outdir, `${name}.mjs`)).href);
}
