import type { ts } from 'ts-morph';
import { ContractReader } from './contract-reader.js';
import { findHandlers } from './find-handlers.js';
import { followRenames } from './follow-renames.js';
import { findPlace } from './list-tasks.js';
import type { NamedOperation, Renaming } from './named-operation.js';
import type { RenameGroup } from './rename-groups.js';
import type { Place, Task } from './scaffold.js';
import type { Splice } from './splice.js';
import type { UserCode } from './user-code.js';

/** The renamings of a run. */
export interface FollowedNames {
  readonly followed: readonly Renaming[];
  /** Renamings that were not done because another handler already has the new name. */
  readonly blocked: readonly Renaming[];
  readonly tasks: readonly Task[];
  /** The changes, by the path of their file. */
  readonly made: ReadonlyMap<string, readonly Splice[]>;
}

/** The earlier names of operations, and the names that they have now. */
interface NameChanges {
  /** The earlier operation, by the operation that it is now. */
  readonly same: ReadonlyMap<NamedOperation, NamedOperation>;
  readonly before: readonly NamedOperation[];
  readonly now: readonly NamedOperation[];
  /** All names that the output has now. */
  readonly current: ReadonlySet<string>;
}

/**
 * Renames each operation with a changed name everywhere in the user's code.
 *
 * @param folder absolute path of the folder of the handlers
 */
export function followNames(changes: NameChanges, folder: string, code: UserCode): FollowedNames {
  const { same, before, now, current } = changes;
  const renamings = [...same]
    .filter(([to, from]) => to.identifier !== from.identifier || to.type !== from.type || to.file !== from.file)
    .map(([to, from]) => ({ from, to }));
  if (renamings.length === 0) return { followed: [], blocked: [], tasks: [], made: new Map() };
  const all = [...now, ...before];
  code.setContract(all);
  const reader = new ContractReader(code, all);
  const found = findHandlers(code, reader, new Set(all.map(({ identifier }) => identifier)), folder);
  const blocked = findBlocked(renamings, (identifier) => found.has(identifier));
  const followed = renamings.filter((renaming) => !blocked.includes(renaming));
  const { splices, unsettled } = followRenames(followed, current, code, reader);
  const placeOfHandler = (identifier: string): Place[] => {
    const node = found.get(identifier)?.node;
    return node ? [findPlace(code.findPath(node.getSourceFile()), node)] : [];
  };
  const tasks = [
    ...blocked.map((renaming) => createBlockedTask(renaming, placeOfHandler(renaming.to.identifier))),
    ...unsettled.map((group) => createUnsettledTask(group, code)),
  ];
  const made = new Map<string, readonly Splice[]>();
  for (const [file, list] of splices) {
    const path = code.findPath(file);
    if (code.drafts.get(path)?.file?.isLink) tasks.push(createLinkTask(file, path, list));
    else made.set(path, list);
  }
  for (const [path, list] of made) code.splice(path, list);
  return { followed, blocked, tasks, made };
}

function createBlockedTask({ from, to }: Renaming, places: readonly Place[]): Task {
  return {
    text: `${to.key} is now called \`${to.identifier}\`, not \`${from.identifier}\`, but this \`${to.identifier}\` belongs to another operation; rename or delete it, then run scaffold again`,
    places,
  };
}

function createUnsettledTask({ kind, from, to, occurrences: [first] }: RenameGroup, code: UserCode): Task {
  const place = kind === 'type' ? 'the output' : 'the handlers';
  return {
    text: `\`${from}\` keeps its name here, because \`${to}\` already has another meaning; in ${place} its name is \`${to}\``,
    places: first ? [findPlace(code.findPath(first.file), first.node)] : [],
  };
}

function createLinkTask(file: ts.SourceFile, path: string, splices: readonly Splice[]): Task {
  return {
    text: 'this file is a link, and scaffold does not write through links; change these names by hand',
    places: splices.toSorted((a, b) => a.start - b.start).map(({ start }) => findPlace(path, file, start)),
  };
}

// A blocked operation keeps its old name, which can block further renamings.
function findBlocked(renamings: readonly Renaming[], isHandled: (identifier: string) => boolean): Renaming[] {
  const blocked = new Set<Renaming>();
  for (let size = -1; size !== blocked.size; ) {
    size = blocked.size;
    const leaving = new Set(renamings.filter((each) => !blocked.has(each)).map(({ from }) => from.identifier));
    for (const renaming of renamings) {
      const { from, to } = renaming;
      const isMoving = from.identifier !== to.identifier && isHandled(from.identifier);
      if (isMoving && isHandled(to.identifier) && !leaving.has(to.identifier)) blocked.add(renaming);
    }
  }
  return [...blocked];
}
