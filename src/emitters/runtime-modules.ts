import type { Artifact } from '../model/artifact.js';
import type { RuntimeModule, RuntimeModules } from '../model/runtime-module.js';
import { compareText, type ImportExtension, type TsFile } from '../typescript/ts-file.js';
import { uncheckedHeader } from './header.js';

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
    for (const name of names)
      if (!exports.includes(name)) throw new Error(`${file.module} imports '${name}', which ${module} does not export`);
  }
}

function findModule(runtime: RuntimeModules, name: string): RuntimeModule {
  const module = runtime.get(name);
  if (!module) throw new Error(`the runtime has no module '${name}'`);
  return module;
}
