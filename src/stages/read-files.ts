import { existsSync } from 'node:fs';
import type { GenerateOptions } from '../options/options.js';
import { manifestName } from '../output/manifest.js';
import { emitRun } from './emit-run.js';
import { listInputs } from './list-inputs.js';
import { type Run, readApi } from './read-api.js';

/** The absolute paths of the files that a run reads and writes. */
export interface RunFiles {
  readonly inputs?: readonly string[];
  readonly outputs?: readonly string[];
}

/** Runs `generate` without writing. Lists the files that it reads and writes, including the manifest. */
export async function readFiles(options: GenerateOptions = {}): Promise<Run & RunFiles> {
  const run = await readApi(options);
  const emitted = await emitRun(run);
  if (!emitted) return run;
  const { out } = run.settings;
  const inputs = [...listInputs(emitted.document, run.settings).values()].filter((path) => existsSync(path));
  const outputs = [...emitted.artifacts.map(({ path }) => path), manifestName].map((path) => out.locate(path));
  return { ...run, inputs, outputs };
}
