import { toCapitalized } from '../../naming/identifiers.js';
import type { View } from '../../views/views.js';
import type { Facts } from './analysis/facts.js';

/** The task of a function: a `guard` returns whether a value is valid, and a `collect` function lists its failures. */
export type Shape = 'guard' | 'collect';

/** The rules of a check that JSON Schema does not define. */
export interface Rules {
  readonly view: View;
  /** Whether properties with a default are required, as in the type, because defaults were filled in. */
  readonly filled: boolean;
  /** Whether a value of a parent schema must be one of its children, as in the type. */
  readonly children: boolean;
}

// A large description asks for the rules of a view tens of thousands of times.
const onWire: { readonly [V in View]: Rules } = {
  response: { view: 'response', filled: false, children: false },
  request: { view: 'request', filled: false, children: false },
  received: { view: 'received', filled: false, children: false },
};
const ofGuard: { readonly [V in View]: Rules } = {
  response: { view: 'response', filled: true, children: true },
  request: { view: 'request', filled: true, children: true },
  received: { view: 'received', filled: true, children: true },
};

/** Returns the rules of the values that `validate…` receives: those on the wire, before defaults are filled in. */
export function getRulesOnWire(view: View): Rules {
  return onWire[view];
}

/** Returns the rules of the values that a public guard accepts: those of the type. */
export function getRulesOfGuard(view: View): Rules {
  return ofGuard[view];
}

/**
 * Resets the rules that make no difference for a schema with these facts. `differs` returns whether the schema differs
 * in a view.
 */
export function reduceRules({ view, filled, children }: Rules, facts: Facts, differs: (view: View) => boolean): Rules {
  const canDiffer = differs(view);
  // Defaults are filled into received values alone. A sender may leave out required properties with a default.
  const isFilled = canDiffer && filled && view === 'received' && facts.defaults;
  const requiresOthers = view === 'received' ? isFilled : facts.requiredDefaults;
  const reduced: Rules = {
    view: canDiffer && (facts.requiredAbsent || requiresOthers) ? view : 'response',
    filled: isFilled,
    children: children && facts.children,
  };
  return isReduced(reduced) ? onWire.response : reduced;
}

/** Returns whether `reduceRules` changes nothing for any facts. Most checks have such rules. */
export function isReduced({ view, filled, children }: Rules): boolean {
  return view === 'response' && !filled && !children;
}

/** Returns whether two sets of rules are the same. */
export function hasSameRules(a: Rules, b: Rules): boolean {
  return a === b || (a.view === b.view && a.filled === b.filled && a.children === b.children);
}

/** Returns a text that identifies a set of rules. */
export function formatRules({ view, filled, children }: Rules): string {
  return `${view}${filled ? ' filled' : ''}${children ? ' children' : ''}`;
}

/**
 * The values that `validate…` refuses because they touch something not shown: none (`open`), objects with missing
 * fields (`complete`), or also values outside an open list (`strict`). It reports all others.
 */
export type Strictness = 'open' | 'complete' | 'strict';

/** Returns the strictness for a message of a view. Only a response that was received from a server may lack fields. */
export function findStrictness(view: View, own: boolean): Strictness {
  if (own) return 'strict';
  return view === 'response' ? 'open' : 'complete';
}

/** Returns the first strictness that has the same effect on a schema with these facts. */
export function reduceStrictness(strictness: Strictness, facts: Facts, mayLackFields: boolean): Strictness {
  if (strictness === 'strict' && facts.values) return 'strict';
  return strictness !== 'open' && mayLackFields && facts.properties ? 'complete' : 'open';
}

/** Returns the part of a function's name that precedes the type, if its strictness is unusual for the view. */
export function nameStrictness(strictness: Strictness, view: View): string {
  return strictness === 'open' || strictness === findStrictness(view, false) ? '' : toCapitalized(strictness);
}
