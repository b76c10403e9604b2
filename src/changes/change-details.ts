import { normalizeJson } from '../model/print-json.js';

/** Whether a change excludes values that were valid, and whether it allows values that were not. */
export interface Effect {
  readonly narrows: boolean;
  readonly widens: boolean;
}

/** A change that can exclude and allow values. */
export const both: Effect = { narrows: true, widens: true };

/** A change that can only exclude values. */
export const narrower: Effect = { narrows: true, widens: false };
/** A change that can only allow values. */
export const wider: Effect = { narrows: false, widens: true };
/** A change that does not affect which values are valid. */
export const neither: Effect = { narrows: false, widens: false };

/** A detail of a change. */
export interface Detail extends Effect {
  /** The changed part of the object. Empty for the object itself. */
  readonly path: string;
  readonly text: string;
  /** Whether only texts for people changed. */
  readonly isText?: true;
}

/** Lists the detail that something changed, if the two values differ. */
export function listDifference(last: unknown, now: unknown, detail: Omit<Detail, 'path'>): Detail[] {
  return isSame(last, now) ? [] : [{ path: '', ...detail }];
}

/** Lists the detail that texts changed, if they did. An object has this detail once. */
export function listTextChange(last: unknown, now: unknown): Detail[] {
  return listDifference(last, now, { text: 'texts changed', ...neither, isText: true });
}

/** Returns whether two values are equal as JSON. */
export function isSame(last: unknown, now: unknown): boolean {
  return last === now || normalizeJson(last ?? null) === normalizeJson(now ?? null);
}

/** Returns the details of a part, as details of the object that contains it. */
export function withPath(path: string, details: readonly Detail[]): readonly Detail[] {
  if (path === '') return details;
  return details.map((detail) =>
    detail.isText ? detail : { ...detail, path: detail.path === '' ? path : `${path}, ${detail.path}` },
  );
}

/** Returns the effect of a difference, by the removed name or the new state. */
interface NameEffects {
  readonly removed: (name: string) => Effect;
  readonly added: (state: string) => Effect;
  readonly became: (state: string) => Effect;
}

/** Returns names without states, to compare them. */
export function listStateless(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, '']));
}

/** Lists the names that were added or removed, or whose state changed. */
export function compareNames(
  what: string,
  last: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  effects: NameEffects,
): Detail[] {
  const build = (text: string, effect: Effect): Detail => ({ path: '', text: `${what} ${text}`, ...effect });
  return [
    ...[...last.keys()].filter((name) => !now.has(name)).map((name) => build(`${name} removed`, effects.removed(name))),
    ...[...now].flatMap(([name, state]): Detail[] => {
      const before = last.get(name);
      if (before === state) return [];
      if (before !== undefined) return [build(`${name} is now ${state}`, effects.became(state))];
      return [build(`${name} added${state === 'required' ? ', required' : ''}`, effects.added(state))];
    }),
  ];
}

/** How named parts of an object are compared. */
interface PartRules<T> {
  readonly what: string;
  readonly effects: NameEffects;
  readonly getState?: (part: T) => string;
  /** Returns the path of the details of a part. */
  readonly getPath: (name: string) => string;
  readonly compare: (last: T, now: T) => readonly Detail[];
}

/** Lists the names that were added or removed, or whose state changed, and the details of all other parts. */
export function compareParts<T>(
  last: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  { what, effects, getState = () => '', getPath, compare }: PartRules<T>,
): Detail[] {
  const listStates = (all: ReadonlyMap<string, T>): Map<string, string> =>
    new Map([...all].map(([name, part]) => [name, getState(part)]));
  return [
    ...compareNames(what, listStates(last), listStates(now), effects),
    ...[...now].flatMap(([name, part]) => {
      const before = last.get(name);
      return before ? withPath(getPath(name), compare(before, part)) : [];
    }),
  ];
}

/** Facts by name, and the effect of another value. */
export type Facts = readonly (readonly [name: string, value: string | boolean | undefined, effect: Effect])[];

/** Lists the facts that changed. Both lists have the same names. */
export function compareFacts(last: Facts, now: Facts): Detail[] {
  return now.flatMap(([name, value, effect], index) => {
    const before = last[index]?.[1];
    if (value === before) return [];
    const text =
      typeof value === 'boolean'
        ? `${value ? '' : 'no longer '}${name}`
        : `${name} ${value ?? 'none'}, was ${before ?? 'none'}`;
    return [{ path: '', text, ...effect }];
  });
}
