import { join } from 'node:path';
import type { GenerateOptions } from '../src/configuration/options.js';
import { readApi } from '../src/index.js';
import type { JsonObject } from '../src/model/element.js';
import { emitDescription } from '../src/pipeline/generate.js';
import { completeRun, type Run } from '../src/pipeline/run.js';
import { writeFiles } from './types/emission.js';

/** The output for a description. */
interface Emitted extends Run {
  /** The text of each file, by its path below the output folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The description that Redoc would have received. */
  readonly rendered: JsonObject | undefined;
}

/** Emits the artifacts of a description. Leaves out Redoc's page, which takes seconds. */
export async function emitWithoutRedoc(options: GenerateOptions): Promise<Emitted> {
  const run = await readApi(options);
  let rendered: JsonObject | undefined;
  const renderReference = async (description: JsonObject) => {
    rendered = description;
    return '<script></script><script></script>';
  };
  const { artifacts } = await completeRun(run, async ({ document, api, settings, diagnostics }) => {
    if (!document || !api) return {};
    return { artifacts: await emitDescription(document, api, { ...settings, renderReference }, diagnostics) };
  });
  return { ...run, files: new Map(artifacts?.map(({ path, bytes }) => [path, bytes.toString()])), rendered };
}

/** Emits the artifacts of a description into its output folder, without Redoc's page. */
export async function generateWithoutRedoc(options: GenerateOptions & { readonly out: string }): Promise<Emitted> {
  const emitted = await emitWithoutRedoc(options);
  writeFiles(join(options.folder ?? '.', options.out), Object.fromEntries(emitted.files));
  return emitted;
}
