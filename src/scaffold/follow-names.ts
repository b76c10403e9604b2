import { ContractReader } from './contract-reader.js';
import { findHandlers } from './find-handlers.js';
import { followRenames } from './follow-renames.js';
import { placeOf } from './list-tasks.js';
import type { NamedOperation, Renaming } from './named-operation.js';
import { printContract } from './print-contract.js';
import type { Task } from './scaffold.js';
import type { UserCode } from './user-code.js';

/** The renamings of a run. */
export interface FollowedNames {
  readonly followed: readonly Renaming[];
  /** Those whose new name is that of another handler already; nothing was changed for them. */
  readonly blocked: readonly Renaming[];
  readonly tasks: readonly Task[];
}

/** Follows the names of operations that are called otherwise than before, wherever the user's code writes them. */
export function followNames(
  same: ReadonlyMap<NamedOperation, NamedOperation>,
  before: readonly NamedOperation[],
  now: readonly NamedOperation[],
  folder: string,
  code: UserCode,
): FollowedNames {
  const renamings = [...same]
    .filter(([to, from]) => to.identifier !== from.identifier || to.type !== from.type || to.file !== from.file)
    .map(([to, from]) => ({ from, to }));
  if (renamings.length === 0) return { followed: [], blocked: [], tasks: [] };
  const all = [...now, ...before];
  code.setContract(
    printContract(all),
    all.map(({ file }) => file),
  );
  const reader = new ContractReader(code, all);
  const found = findHandlers(code, reader, new Set(all.map(({ identifier }) => identifier)), folder);
  const blocked = findBlocked(renamings, (identifier) => found.has(identifier));
  const followed = renamings.filter((renaming) => !blocked.includes(renaming));
  const { splices, unsettled } = followRenames(followed, code, reader);
  const tasks = [
    ...blocked.map(({ from, to }) => {
      const node = found.get(to.identifier)?.node;
      return {
        text: `this \`${to.identifier}\` was written for another operation; rename or delete it, then scaffold again: ${to.key} is called \`${to.identifier}\` now, not \`${from.identifier}\``,
        places: node ? [placeOf(code.pathOf(node.getSourceFile()), node)] : [],
      };
    }),
    ...unsettled.map(({ from, to, occurrences: [first] }) => ({
      text: `\`${from}\` keeps its name here, since \`${to}\` is taken; the handlers have it as \`${to}\``,
      places: first ? [placeOf(code.pathOf(first.file), first.node)] : [],
    })),
  ];
  for (const [file, list] of splices) {
    const path = code.pathOf(file);
    if (code.drafts.get(path)?.file?.isLink) {
      tasks.push({
        text: 'it is a link, which is never written through; change these names by hand',
        places: list.toSorted((a, b) => a.start - b.start).map(({ start }) => placeOf(path, file, start)),
      });
    } else code.splice(path, list);
  }
  return { followed, blocked, tasks };
}

// One that cannot be followed keeps its name, which may in turn be what another wants.
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
