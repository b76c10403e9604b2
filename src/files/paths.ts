import { isAbsolute, relative, sep } from 'node:path';

/** Returns the deepest folder that contains all given folders. It can be one of them. */
export function findCommonFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split(sep));
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, length < 0 ? first.length : length).join(sep) || sep;
}

/** Returns a path relative to a folder, with `/` as separator. */
export function getRelativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Returns whether a path is a folder itself or is below it. Does not follow links. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
