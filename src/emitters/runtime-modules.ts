import type { Artifact } from '../model/artifact.js';
import { compareText, type ImportExtension } from '../typescript/ts-file.js';
import { moduleHeader } from './header.js';

/** Gives the runtime modules that `modules` need, and those these need, as artifacts: unchanged but for header and import specifiers. */
export function emitRuntime(
  modules: Iterable<string>,
  runtime: ReadonlyMap<string, string>,
  extension: ImportExtension,
): Artifact[] {
  const needed = new Set<string>();
  const queue = [...modules].filter((module) => module.startsWith('runtime/'));
  for (const module of queue) {
    if (needed.has(module)) continue;
    needed.add(module);
    const text = runtime.get(module);
    if (text === undefined) throw new Error(`the runtime has no module '${module}'`);
    for (const [, specifier] of text.matchAll(specifiers)) queue.push(resolveSpecifier(module, specifier ?? ''));
  }
  return [...needed].sort(compareText).map((module) => ({
    path: `${module}.ts`,
    text:
      moduleHeader +
      (runtime.get(module) ?? '').replace(specifiers, (all, specifier: string) =>
        all.replace(specifier, specifier.replace(/\.js$/, `.${extension}`)),
      ),
  }));
}

// Our own files, formatted by our own formatter: an import of one of them always has this form.
const specifiers = /\bfrom '(\.{1,2}\/[^']+)';/g;

function resolveSpecifier(module: string, specifier: string): string {
  const path = module.split('/').slice(0, -1);
  for (const step of specifier.replace(/\.js$/, '').split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
}
