import { dirname, resolve } from 'node:path';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { resolveFolder } from '../files/folder.js';
import { isBelow } from '../files/paths.js';
import { noFiles } from '../options/option-table.js';

/** The real paths of a run. */
interface Places {
  readonly out: string;
  /** The files that it reads, and the folders in which its descriptions can name further files. */
  readonly read: readonly string[];
}

/** Returns whether no run can read or write a file that another one writes. */
export function areIndependent(runs: readonly PlannedRun[]): boolean {
  const places = runs.map(listPlaces);
  return places.every(({ out }, index) =>
    places.every((other, at) => index === at || ![other.out, ...other.read].some((path) => areNested(path, out))),
  );
}

/** Returns whether a run has emitters of the project. They can read any file, and keep data for the next run. */
export function hasOwnEmitters(runs: readonly PlannedRun[]): boolean {
  return runs.some(({ options: { emitters = [] } }) =>
    emitters.some((statement) => {
      const [emitter] = [statement].flat();
      return typeof emitter !== 'string' || !emitter.startsWith('lacuna/');
    }),
  );
}

function listPlaces({ options }: PlannedRun): Places {
  const { folder = '', spec = '', out = '', overlay = [], previous = noFiles, previousOverlay = [] } = options;
  const locate = (path: string): string => resolveFolder(resolve(folder, path));
  const descriptions = [spec, previous].filter((path) => path !== noFiles);
  const others = [overlay, previousOverlay, options.style ?? [], options.root ?? []].flat();
  const read = [...descriptions.map((path) => dirname(locate(path))), ...others.map(locate)];
  return { out: locate(out), read };
}

function areNested(one: string, other: string): boolean {
  return isBelow(one, other) || isBelow(other, one);
}
