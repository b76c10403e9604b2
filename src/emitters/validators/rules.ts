import type { View } from '../../views/views.js';
import type { Facts } from './analysis/facts.js';

/** By which rules a value is looked at, where JSON Schema alone does not decide. */
export interface Rules {
  readonly view: View;
  /** Properties with a default have to be there, as in the type, since defaults have been filled in. */
  readonly filled: boolean;
  /** Values that the description does not show are refused (a server's own output), not accepted. */
  readonly closed: boolean;
  /** A missing or null field is the `presence` item's, and told rather than refused. */
  readonly excused: boolean;
  /** A value of a parent schema has to be one of its children, as in the type. */
  readonly told: boolean;
}

/** Gives the rules with everything left out that makes no difference for a schema with these facts, in views that differ so. */
export function reduceRules(rules: Rules, facts: Facts, differs: (view: View) => boolean): Rules {
  const isSame = !differs(rules.view) || (rules.view === 'request' && !differs('received') && !facts.requiredDefaults);
  return {
    // Of what is sent nothing is hidden, and what has a default may be left out: so it is before defaults are filled in.
    view: isSame ? 'response' : rules.view,
    filled: rules.filled && facts.defaults && (!differs(rules.view) || rules.view !== 'request'),
    closed: rules.closed && facts.values,
    excused: rules.excused && facts.properties,
    told: rules.told && facts.children,
  };
}

/** Gives one text per set of rules. */
export function rulesKey({ view, filled, closed, excused, told }: Rules): string {
  return `${view}${filled ? ' filled' : ''}${closed ? ' closed' : ''}${excused ? ' excused' : ''}${told ? ' told' : ''}`;
}
