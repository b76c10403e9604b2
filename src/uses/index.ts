import { resolve } from 'node:path';
import { resolveFolder } from '../files/folder.js';
import type { Api } from '../model/api.js';
import { nameEnumeration } from '../naming/derived-names.js';
import type { Names } from '../naming/names.js';
import { toSystemPath } from '../scaffold/compiler-host.js';
import { Libraries } from '../scaffold/libraries.js';
import { readUserProject } from '../scaffold/user-project.js';
import { CodeBase } from './code-base.js';
import { findUses } from './find-uses.js';
import type { ItemUse } from './use.js';

/** Where uses of items are searched; all paths are absolute. */
interface Searched {
  /** The current folder. */
  readonly folder: string;
  /** The folders to search: the packages that contain them, and the packages that depend on those. */
  readonly dirs: readonly string[];
  readonly out: string;
  /** The generated files below `out`. */
  readonly files: Iterable<string>;
}

/** Finds where code leans on the items of a description, in the order of files and lines. */
export function findItemUses({ folder, dirs, out, files }: Searched, api: Api, names: Names): readonly ItemUse[] {
  const realOut = resolveFolder(out);
  const found = dirs.map((dir) => {
    const handlers = resolveFolder(resolve(folder, dir));
    return readUserProject({ folder: resolveFolder(folder), handlers, out: realOut }, () => true);
  });
  const project = {
    files: new Map(found.flatMap((each) => [...each.files])),
    packages: new Map(found.flatMap((each) => [...each.packages])),
  };
  const modules = new Set([...files].flatMap((path) => /^(.*?)(?:\.d)?\.ts$/.exec(path)?.[1] ?? []));
  const code = new CodeBase(realOut, modules, project, new Libraries());
  const uses = findUses(code, {
    guards: listGuards(names),
    parameterNames: new Set([
      ...api.items.filter(({ kind }) => kind === 'parameter-name').map(({ id }) => id),
      ...api.resolved.map(({ id }) => id),
    ]),
  });
  return uses.map((use) => ({ ...use, path: resolve(toSystemPath(use.path)) }));
}

function listGuards(names: Names): ReadonlyMap<string, string> {
  const guards = new Map<string, string>();
  for (const [schema, { types }] of names.schemas) {
    const item = schema.notShown.find(({ kind }) => kind === 'values');
    if (!item) continue;
    for (const type of Object.values(types)) {
      const { guard, match } = nameEnumeration(type);
      guards.set(guard, item.id).set(match, item.id);
    }
  }
  return guards;
}
