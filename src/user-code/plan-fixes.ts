import { ts } from 'ts-morph';
import type { Code, Draft } from './code.js';
import { findUsesOfNames, listUnused } from './dropped-names.js';
import type { TypeUse } from './find-type-uses.js';
import { type Fix, listChanges, listNames, planFix } from './fix.js';
import type { UserProject } from './read-project.js';
import { applySplices, findPlaceAt, type Splice, type Task } from './task.js';
import type { FixRefusal } from './unwrap-call.js';
import type { ItemUse } from './use.js';

/** The changes of the user's code after answers. */
export interface Settlement {
  /** The files that change. They differ only in uses of answered items. */
  readonly changes: readonly Draft[];
  /** The uses that are removed, at their places before the changes. */
  readonly removed: readonly ItemUse[];
  /** The tasks that remain for a person. Places are those after the changes. */
  readonly tasks: readonly Task[];
}

/** The changes of each file, by its path in the compiler's form. */
type Changes = ReadonlyMap<string, readonly Splice[]>;

/** A use that a person must change. */
interface Refused {
  readonly use: Pick<ItemUse, 'path' | 'start'>;
  readonly text: string;
}

/**
 * Plans to remove the uses of answered items. A use stays, and becomes a task, if the code would not compile without
 * it.
 */
export function planFixes(
  uses: readonly ItemUse[],
  types: readonly TypeUse[],
  code: Code,
  { files }: UserProject,
): Settlement {
  const fixes: Fix[] = [];
  const refused: Refused[] = types.map((use) => ({ use, text: describeType(use) }));
  for (const use of uses) {
    const isLink = files.get(use.path)?.isLink ?? false;
    const fix = isLink ? 'link' : isMechanical(use) ? planFix(use, code) : use.kind;
    if (typeof fix === 'string') refused.push({ use, text: describeRefusal(use, fix) });
    else fixes.push(fix);
  }
  const texts = new Map([...code.drafts].map(([path, { text }]) => [path, text]));
  const trial = new Trial(code, texts, fixes);
  const { kept, failed, mistakes, changes } = trial.run();
  // A removed import needs no further change.
  const isRemoved = ({ path, start }: Refused['use']): boolean =>
    (changes.get(path) ?? []).some((splice) => splice.start <= start && start < splice.end);
  const left = [...refused, ...failed].filter(({ use }) => !isRemoved(use));
  const tasks = left.map(({ use: { path, start }, text }) =>
    buildTask(text, path, moveOffset(start, changes.get(path)), code),
  );
  return {
    changes: [...changes].map(([path, splices]) => {
      const file = files.get(path);
      const text = applySplices(texts.get(path) ?? '', splices);
      return { path: path, ...(file && { file }), text };
    }),
    removed: kept.map(({ use }) => use),
    tasks: [...tasks, ...mistakes],
  };
}

function isMechanical(use: ItemUse): use is ItemUse & { readonly id: string } {
  return use.id !== undefined && ['assume', 'reveal', 'wireNames'].includes(use.kind);
}

function buildTask(text: string, path: string, offset: number, code: Code): Task {
  const now = code.drafts.get(path)?.text ?? '';
  return { text, places: [findPlaceAt(path, now, offset)] };
}

/** Tries changes with the compiler and drops those after which the code does not compile. */
class Trial {
  readonly #code: Code;
  readonly #texts: ReadonlyMap<string, string>;
  #fixes: readonly Fix[];

  constructor(code: Code, texts: ReadonlyMap<string, string>, fixes: readonly Fix[]) {
    this.#code = code;
    this.#texts = texts;
    this.#fixes = fixes;
  }

  run(): {
    readonly kept: readonly Fix[];
    readonly failed: readonly Refused[];
    readonly mistakes: readonly Task[];
    readonly changes: Changes;
  } {
    const before = listMistakes(this.#code);
    const uses = findUsesOfNames(listNames(this.#fixes), this.#code);
    const failed: Refused[] = [];
    for (;;) {
      const changes = listChanges(this.#fixes, uses, this.#code);
      for (const [path, text] of this.#texts) {
        this.#code.setText(path, applySplices(text, changes.get(path) ?? []));
      }
      const known = new Set(
        before.map((each) => nameMistake({ ...each, start: moveOffset(each.start, changes.get(each.path)) })),
      );
      const found = listMistakes(this.#code);
      const fresh = found.filter((mistake) => !known.has(nameMistake(mistake)));
      const failing = new Map<Fix, Mistake>();
      for (const fix of this.#fixes) {
        const mistake =
          fresh.find((each) => isInside(each, fix, changes)) ?? found.find((each) => isAtHead(each, fix, changes));
        if (mistake) failing.set(fix, mistake);
      }
      if (failing.size === 0) {
        const mistakes = fresh.map(({ path, start, text }) => buildTask(text, path, start, this.#code));
        const unused = listUnused(listNames(this.#fixes), uses).filter((each) => !ts.isImportSpecifier(each));
        const leftovers = unused.map((each) => this.#buildLeftover(each, changes));
        return { kept: this.#fixes, failed, mistakes: [...mistakes, ...leftovers], changes };
      }
      failed.push(...[...failing].map(([{ use }, { text }]) => ({ use, text: describeFailed(use, text) })));
      this.#fixes = this.#fixes.filter((fix) => !failing.has(fix));
    }
  }

  // The declaration is no longer used, but a person must decide whether to remove it.
  #buildLeftover({ name }: { readonly name?: ts.Node }, changes: Changes): Task {
    if (!name) throw new TypeError('a declaration that is used has a name');
    const path = this.#code.findPath(name.getSourceFile());
    const text = `nothing uses \`${name.getText()}\` now; remove it`;
    return buildTask(text, path, moveOffset(name.getStart(), changes.get(path)), this.#code);
  }
}

/** An error of the compiler in the user's code. */
interface Mistake {
  readonly path: string;
  readonly start: number;
  /** The number of the message. */
  readonly number: number;
  readonly text: string;
}

// Packages are not read, so imports from them have no type. This is not a mistake of the user.
function listMistakes(code: Code): readonly Mistake[] {
  const { files, program } = code;
  return files.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].flatMap(
      ({ code: number, start, messageText }) => {
        if (start === undefined || (number >= 7000 && number < 7100)) return [];
        const text = ts.flattenDiagnosticMessageText(messageText, ' ').replace(/\s+/g, ' ').replace(/\.$/, '');
        return [{ path: code.findPath(file), start, number, text }];
      },
    ),
  );
}

function nameMistake({ path, start, number }: Mistake): string {
  return `${path}:${start}:${number}`;
}

function isInside({ path, start }: Mistake, { use, unwrapped }: Fix, changes: Changes): boolean {
  const [open, close] = unwrapped?.splices ?? [];
  if (!open || !close || path !== use.path) return false;
  const splices = changes.get(path);
  return start >= moveOffset(open.end, splices) && start < moveOffset(close.start, splices);
}

function isAtHead({ path, start }: Mistake, { use, unwrapped }: Fix, changes: Changes): boolean {
  return path === use.path && (unwrapped?.heads ?? []).some((head) => moveOffset(head, changes.get(path)) === start);
}

/** Returns the offset that a place has after changes. */
function moveOffset(offset: number, splices: readonly Splice[] = []): number {
  return splices
    .filter(({ start, end }) => end <= offset && start < offset)
    .reduce((moved, { start, end, text }) => moved + text.length - (end - start), offset);
}

function describeType({ id }: TypeUse): string {
  return `'${id}' is answered, but this type still names it; write the type of the answer`;
}

function describeFailed({ id = '' }: ItemUse, why: string): string {
  return `'${id}' is answered, but this value does not match the answer: ${why}`;
}

function describeRefusal({ id, kind }: ItemUse, why: FixRefusal | ItemUse['kind']): string {
  const subject = id === undefined ? 'an item is answered' : `'${id}' is answered`;
  return `${subject}: ${refusals[why](kind)}`;
}

const refusals: { readonly [R in FixRefusal | ItemUse['kind']]: (kind: string) => string } = {
  assume: () => '`assume` is no longer generated; pass the value itself',
  reveal: () => '`reveal` is no longer generated; read the value itself',
  rest: () => '`rest` has no effect on known properties; read them from the value itself',
  extraQuery: () => 'pass its parameters as separate arguments',
  wireNames: () => 'remove the wire name',
  isKnown: () => 'all values are listed now; remove the guard',
  match: () => 'all values are listed now; write a `switch`',
  'passed-on': (kind) => `your code passes \`${kind}\`, its id or its value to other code; remove it by hand`,
  several: (kind) => `this \`${kind}\` is also for other items; split it`,
  comment: (kind) => `the call of \`${kind}\` contains a comment; move it and run this command again`,
  statement: (kind) => `nothing uses the result of this \`${kind}\`; remove it`,
  value: () => 'the value of this wire name is the result of a call; remove it by hand',
  link: () => 'this file is a link, or in a linked folder; change its target',
};
