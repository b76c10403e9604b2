import { posix } from 'node:path';
import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatThrown } from '../diagnostics/show-text.js';
import type { EmittedArtifact } from '../emitters/emit-artifacts.js';
import { isSafePath } from '../files/folder.js';
import { decodeText } from '../files/hash-text.js';
import { isReservedName } from '../files/journal.js';
import { reservedFiles } from '../naming/reserved-names.js';
import { listSpecifiers } from './list-module-files.js';
import type { LoadedOwnEmitter } from './load-emitters.js';

/**
 * Checks the files that emitters of the project emitted, together with all other artifacts. The path of each file must
 * be below the output folder. No other file may have the same path, or have it as a folder in its path. Each import of
 * a module in the output folder must find that module.
 */
export function checkOwnOutput(
  artifacts: readonly EmittedArtifact[],
  own: readonly LoadedOwnEmitter[],
  diagnostics: Diagnostics,
): void {
  const kinds = own.map(({ emitter }) => emitter.kind);
  const isOwn = ({ kind }: EmittedArtifact): boolean => kinds.includes(kind);
  // The artifacts of this package come first, so that a conflict is reported at the emitter of the project, because
  // only that emitter can change.
  const places = indexPlaces([...artifacts.filter((each) => !isOwn(each)), ...artifacts.filter(isOwn)]);
  for (const { emitter, place } of own) {
    const refuse = (finding: CodeTable['emitter-output']): void =>
      diagnostics.report('emitter-output', place[0], finding, place[1]);
    const { kind } = emitter;
    const seen = new Set<string>();
    for (const { path, bytes } of artifacts.filter((artifact) => artifact.kind === kind)) {
      if (!isSafePath(path) || isReservedName(path)) refuse({ variant: 'path', kind, path });
      else if (path.split('/').some(isReservedOnWindows)) refuse({ variant: 'windows', kind, path });
      const other = findOther(path, kind, places) ?? (seen.has(fold(path)) ? kind : undefined);
      seen.add(fold(path));
      if (other !== undefined) refuse({ variant: 'taken', kind, path, other });
      const missing = findMissingImport(path, bytes, places.paths);
      if (missing !== undefined) refuse({ variant: 'import', kind, path, module: missing });
    }
  }
}

/** Runs a step on the artifacts of an emitter of the project. If it throws, that is reported at the emitter. */
export function runOwnStep<Result>(
  { emitter: { kind }, place: [origin, at] }: LoadedOwnEmitter,
  diagnostics: Diagnostics,
  step: () => Result,
): Result | undefined {
  try {
    return step();
  } catch (error) {
    diagnostics.report('emitter-output', origin, { variant: 'unread', kind, why: formatThrown(error) }, at);
    return undefined;
  }
}

// Some disks distinguish neither case nor the normal forms of Unicode, so two such paths are the same file.
function fold(path: string): string {
  return path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}

function isReservedOnWindows(name: string): boolean {
  const stem = (name.split('.')[0] ?? '')
    .trimEnd()
    .toLowerCase()
    .replace(/[¹²³]$/, (digit) => digit.normalize('NFKC'));
  return reservedFiles.has(stem) || /[<>"|?*\p{Cc}]|[ .]$/u.test(name);
}

interface Places {
  readonly paths: ReadonlySet<string>;
  /** The kinds by folded path, and by each folder above it. */
  readonly files: ReadonlyMap<string, string>;
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
}

function indexPlaces(artifacts: readonly EmittedArtifact[]): Places {
  const files = new Map<string, string>();
  const folders = new Map<string, Set<string>>();
  for (const { path, kind } of artifacts) {
    const steps = fold(path).split('/');
    if (!files.has(steps.join('/'))) files.set(steps.join('/'), kind);
    for (let end = 1; end < steps.length; end++) {
      const folder = steps.slice(0, end).join('/');
      folders.set(folder, (folders.get(folder) ?? new Set()).add(kind));
    }
  }
  return { paths: new Set(artifacts.map(({ path }) => path)), files, folders };
}

function findOther(path: string, kind: string, { files, folders }: Places): string | undefined {
  const steps = fold(path).split('/');
  const above = steps.map((_, end) => files.get(steps.slice(0, end + 1).join('/')));
  const within = [...(folders.get(steps.join('/')) ?? [])];
  const others = [...above.slice(0, -1), ...within];
  const same = above.at(-1);
  return others.find((one) => one !== undefined) ?? (same === kind ? undefined : same);
}

// Finds an import of a module that does not exist in the output folder. Imports that lead out of that folder are not
// checked.
function findMissingImport(path: string, bytes: Uint8Array, paths: ReadonlySet<string>): string | undefined {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return undefined;
  return listSpecifiers(decodeText(bytes)).find((specifier) => {
    const target = posix.join(posix.dirname(path), specifier);
    const stem = target.replace(/\.[cm]?[jt]sx?$/, '');
    const candidates = [target, `${stem}.ts`, `${stem}.tsx`, `${stem}.js`, `${target}.ts`, `${target}/index.ts`];
    return !target.startsWith('../') && !candidates.some((candidate) => paths.has(candidate));
  });
}
