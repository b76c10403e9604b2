import { type Artifact, headerStart } from '../model/artifact.js';
import type { RuntimeModule, RuntimeModules } from '../model/runtime-module.js';
import { compareText, type ImportExtension, type TsFile } from '../typescript/ts-file.js';

const generated = `${headerStart} Do not edit: change the description and generate again.\n/* eslint-disable */\n`;

/** The first lines of a generated TypeScript module. They are the same for all descriptions, versions and days. */
export const moduleHeader: string = `${generated}\n`;

/**
 * The first lines of a copied runtime module. With `@ts-nocheck`, compilers only read its declarations. `tsc` reads the
 * whole folder, so every module must compile in a project without the types of Node or with stricter flags.
 */
export const uncheckedHeader: string = `${generated}// @ts-nocheck\n\n`;

/** Returns the module of the output that contains a file of the runtime: each folder of `src/runtime/` becomes one. */
export function findOutputModule(path: string): string {
  return `runtime/${path.replace(/\/.*/, '')}`;
}

/** Emits the runtime modules that `modules` import, directly or through others, sorted by path. */
export function emitRuntime(
  modules: Iterable<string>,
  runtime: RuntimeModules,
  extension: ImportExtension,
): Artifact[] {
  const needed = new Set([...modules].filter((module) => module.startsWith('runtime/')));
  for (const module of needed) for (const imported of findModule(runtime, module).imports) needed.add(imported);
  return [...needed].sort(compareText).map((module) => ({
    path: `${module}.ts`,
    text: uncheckedHeader + findModule(runtime, module).pieces.join(extension),
  }));
}

/** Throws an error if an emitted module imports a name that the runtime module does not export. */
export function checkRuntimeNames(file: TsFile, runtime: RuntimeModules): void {
  for (const [module, names] of file.imported) {
    if (!module.startsWith('runtime/')) continue;
    const { exports } = findModule(runtime, module);
    for (const name of names.keys())
      if (!exports.includes(name)) throw new Error(`${file.module} imports '${name}', which ${module} does not export`);
  }
}

function findModule(runtime: RuntimeModules, name: string): RuntimeModule {
  const module = runtime.get(name);
  if (!module) throw new Error(`the runtime has no module '${name}'`);
  return module;
}
