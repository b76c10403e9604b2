import { resolve } from 'node:path';
import { resolveFolder } from '../files/folder.js';
import type { Api } from '../model/api.js';
import { nameEnumeration } from '../naming/derived-names.js';
import type { Names } from '../naming/names.js';
import { Code } from './code.js';
import { findTypeUses, findUses, type GapUse } from './find-uses.js';
import { readUserProject } from './read-project.js';
import { planFixes, type Settlement } from './settle.js';

/** The places to search for uses of gaps. All paths are absolute. */
export interface Searched {
  readonly folder: string;
  /**
   * The folders to search. The search includes the packages that contain them and the packages that depend on those.
   */
  readonly dirs: readonly string[];
  readonly out: string;
  /** The paths of the generated files below `out`. */
  readonly files: Iterable<string>;
}

/** Finds the places where code uses the gaps of a description, in the order of files and lines. */
export function findGapUses(searched: Searched, api: Api, names: Names): readonly GapUse[] {
  const code = openCode(searched);
  return listUses(code, api, names);
}

/**
 * Plans to remove the uses of answered gaps, by default of all gaps that are not open. `omitted` are the gaps that
 * are open only where the filter omits them.
 */
export function planSettlement(
  searched: Searched,
  api: Api,
  names: Names,
  ids: ReadonlySet<string> | undefined,
  omitted: ReadonlySet<string>,
): Settlement {
  const code = openCode(searched);
  const open = new Set([...api.gaps.map(({ id }) => id), ...omitted]);
  const isChosen = (id: string): boolean => (ids === undefined ? !open.has(id) : ids.has(id));
  const answered = listUses(code, api, names).filter(({ id, isGone }) =>
    id === undefined ? isGone && ids === undefined : isChosen(id),
  );
  const types = findTypeUses(code).filter(({ id }) => isChosen(id));
  return planFixes(answered, types, code);
}

function openCode({ folder, dirs, out, files }: Searched): Code {
  const realOut = resolveFolder(out);
  const found = dirs.map((dir) => {
    const handlers = resolveFolder(resolve(folder, dir));
    return readUserProject({ folder: resolveFolder(folder), handlers, out: realOut }, () => true);
  });
  const project = {
    files: new Map(found.flatMap((each) => [...each.files])),
    data: [],
    packages: new Map(found.flatMap((each) => [...each.packages])),
  };
  const modules = new Set([...files].flatMap((path) => /^(.*?)(?:\.d)?\.ts$/.exec(path)?.[1] ?? []));
  const code = new Code(realOut, project, { modules });
  for (const [path, { text }] of project.files) if (text !== undefined) code.open(path);
  return code;
}

function listUses(code: Code, api: Api, names: Names): readonly GapUse[] {
  return findUses(code, {
    guards: listGuards(names),
    parameterNames: new Set([
      ...api.gaps.filter(({ kind }) => kind === 'parameter-name').map(({ id }) => id),
      ...api.resolved.map(({ id }) => id),
    ]),
  });
}

function listGuards(names: Names): ReadonlyMap<string, string> {
  const guards = new Map<string, string>();
  for (const [schema, { types }] of names.schemas) {
    const gap = schema.notShown.find(({ kind }) => kind === 'values');
    if (!gap) continue;
    for (const type of Object.values(types)) {
      const { guard, match } = nameEnumeration(type);
      guards.set(guard, gap.id).set(match, gap.id);
    }
  }
  return guards;
}
