import { dirname, relative, sep } from 'node:path';
import { ts } from 'ts-morph';
import { findPackage } from './package-scope.js';

/**
 * Lists the files to which `exports` or `main` of the package in a folder lead for a subpath such as `./client`. All
 * conditions count.
 */
export function listTargets(folder: string, subpath: string): readonly string[] {
  return readExports(folder).flatMap(([key, targets]) => {
    const part = matchPattern(key, subpath);
    return part === undefined ? [] : targets.map((target) => target.replaceAll('*', part));
  });
}

/**
 * Finds the specifier, such as `shop-api/server`, with which a file imports a module of another package. Returns
 * `undefined` if the package of the file does not depend on the other one, or if the other one does not export the
 * module.
 */
export function findSpecifier(from: string, module: string): string | undefined {
  const [own, owner] = [from, module].map((path) => findPackage(dirname(path)));
  if (owner?.name === undefined || !own?.dependencies.has(owner.name)) return undefined;
  const way = `./${toStem(relative(owner.folder, module).split(sep).join('/'))}`;
  for (const [key, targets] of readExports(owner.folder)) {
    for (const target of targets) {
      const part = matchPattern(toStem(target), way);
      if (part !== undefined) return `${owner.name}${key.replace('*', part).slice(1)}`;
    }
  }
  return undefined;
}

function toStem(path: string): string {
  return path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
}

/**
 * Returns the part of a text that matches `*` in a pattern, or `''` if the text is equal to the pattern. Returns
 * `undefined` if the text does not match.
 */
function matchPattern(pattern: string, text: string): string | undefined {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text ? '' : undefined;
  if (!text.startsWith(before) || !text.endsWith(after) || text.length < before.length + after.length) return undefined;
  return text.slice(before.length, text.length - after.length);
}

/** Reads the subpaths that a package exports, such as `.` and `./client`, with the files of each. */
function readExports(folder: string): readonly (readonly [subpath: string, targets: readonly string[]])[] {
  const text = ts.sys.readFile(`${folder}/package.json`) ?? '{}';
  const content = Object(ts.parseConfigFileTextToJson('package.json', text).config);
  const { exports, types, module, main } = content;
  if (exports === undefined) return [['.', [types, module, main].filter((each) => typeof each === 'string')]];
  const isMap =
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'));
  const rows: readonly [string, unknown][] = isMap ? Object.entries(exports) : [['.', exports]];
  return rows.map(([key, value]) => [key, listTexts(value)]);
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
