import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { ts } from 'ts-morph';

/** Returns whether a path is not the user's code, because `.gitignore` lists it or a compiler writes it. */
export type IsIgnored = (path: string) => boolean;

/**
 * Reads the rules for ignored paths of a folder. If no rule matches, `above` decides, with the rules of the folders
 * above.
 */
export function readIgnored(folder: string, above: IsIgnored): IsIgnored {
  const rules = readRules(join(folder, '.gitignore'));
  const outputs = readOutputs(join(folder, 'tsconfig.json'));
  if (rules.length === 0 && outputs.size === 0) return above;
  return (path) => {
    const way = relative(folder, path).split(sep).join('/');
    const rule = rules.findLast(({ pattern }) => pattern.test(way)); // the last matching rule counts
    return outputs.has(path) || (rule ? rule.isIgnored : above(path));
  };
}

interface Rule {
  readonly pattern: RegExp;
  readonly isIgnored: boolean;
}

function readRules(path: string): Rule[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => ({ pattern: buildPattern(line.replace(/^!/, '')), isIgnored: !line.startsWith('!') }));
}

function buildPattern(line: string): RegExp {
  const path = line.replace(/^\/|\/$/g, '');
  const isAnchored = line.replace(/\/$/, '').includes('/');
  const text = path
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (wild) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[wild] ?? '[^/]');
  return new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${text}$`);
}

function readOutputs(path: string): ReadonlySet<string> {
  if (!existsSync(path)) return new Set();
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { outDir, declarationDir } = Object(Object(config).compilerOptions);
  const folders = [outDir, declarationDir].filter((folder) => typeof folder === 'string');
  return new Set(folders.map((folder) => join(dirname(path), folder)).filter((folder) => folder !== dirname(path)));
}
