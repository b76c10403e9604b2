import type { Artifact } from '../model/artifact.js';
import { compareText, type ImportExtension } from '../typescript/ts-file.js';
import { uncheckedHeader } from './header.js';
import { mergeModules } from './merge-modules.js';

/**
 * Runtime modules that always come together, by the one of the output in which they stand, each after those it needs:
 * when a server starts, Node spends more on a module, and on each import of it, than on what most of them do.
 */
export const mergedModules: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'runtime/server',
    [
      ...[
        'read-headers',
        'security-plan',
        'server-refusal',
        'server-pipe',
        'server-reply',
        'read-place',
        'read-parameters',
        'read-large',
      ],
      ...['server-limits', 'read-body', 'server-router', 'server-call', 'server'],
    ].map((name) => `runtime/${name}`),
  ],
  [
    'runtime/node',
    ['node-message', 'node-closing', 'node-refusals', 'node-connections', 'node'].map((name) => `runtime/${name}`),
  ],
]);

const homes: ReadonlyMap<string, string> = new Map(
  [...mergedModules].flatMap(([home, parts]) => parts.map((part) => [part, home] as const)),
);

/** Gives the module of the output in which a runtime module stands. */
export function homeOf(module: string): string {
  return homes.get(module) ?? module;
}

/** Gives the runtime modules that `modules` need, and those these need, as artifacts: unchanged but for header, import specifiers and merging. */
export function emitRuntime(
  modules: Iterable<string>,
  runtime: ReadonlyMap<string, string>,
  extension: ImportExtension,
): Artifact[] {
  const texts = new Map<string, string>();
  const queue = [...modules].filter((module) => module.startsWith('runtime/'));
  for (const module of queue) {
    if (texts.has(module)) continue;
    const text = readHome(module, runtime);
    texts.set(module, text);
    for (const [, specifier = ''] of text.matchAll(specifiers)) queue.push(`runtime/${nameOf(specifier)}`);
  }
  return [...texts]
    .sort(([a], [b]) => compareText(a, b))
    .map(([module, text]) => ({
      path: `${module}.ts`,
      text:
        uncheckedHeader +
        text.replace(specifiers, (_, specifier: string) => `from './${nameOf(specifier)}.${extension}';`),
    }));
}

// Our own files, formatted by our own formatter: an import of one of them always has this form.
const specifiers = /\bfrom '(\.\/[^']+)\.js';/g;

// What a runtime module imports by this specifier stands in the module of this name.
function nameOf(specifier: string): string {
  return homeOf(specifier.replace(/^\./, 'runtime')).replace(/^runtime\//, '');
}

function readHome(home: string, runtime: ReadonlyMap<string, string>): string {
  const parts = mergedModules.get(home) ?? [home];
  const texts = parts.map((part) => {
    const text = runtime.get(part);
    if (text === undefined) throw new Error(`the runtime has no module '${part}'`);
    return text;
  });
  if (texts.length === 1) return texts.join('');
  return mergeModules(texts, (specifier) => homeOf(specifier.replace(/^\.(.*)\.js$/, 'runtime$1')) === home);
}
