import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { Schema } from '../../model/schema.js';
import type { Place } from './place-schemas.js';
import type { Places } from './places.js';
import { emptyScope, formatScope, hasSameAnchors, reduceScope, type Scope, type Scopes } from './scope.js';

const mostScopes = 64;

/**
 * The dynamic scopes that get their own functions. A description can have very many scopes, so their number is limited.
 */
export class FunctionScopes {
  readonly #places: Places;
  readonly #scopes: Scopes;
  readonly #diagnostics: Diagnostics;
  readonly #known = new Map<Schema, Set<string>>();
  readonly #reported = new Set<Schema>();

  constructor(places: Places, scopes: Scopes, diagnostics: Diagnostics) {
    this.#places = places;
    this.#scopes = scopes;
    this.#diagnostics = diagnostics;
  }

  /** Returns the scope of the function for the target of a schema. */
  enter(outer: Scope, schema: Schema, target: Schema): Scope {
    const entered = this.#scopes.enter(outer, schema, target);
    const scope = entered.size === 0 ? emptyScope : reduceScope(entered, this.#places.facts(target).dynamic);
    if (scope.size === 0) return emptyScope;
    const known = this.#known.get(target) ?? new Set();
    this.#known.set(target, known);
    const key = formatScope(scope);
    if (!known.has(key) && known.size >= mostScopes) {
      this.#report(target);
      return emptyScope;
    }
    known.add(key);
    return scope;
  }

  /** Returns whether a scope is the initial scope of a public function of a schema. */
  isInitial(place: Place, scope: Scope): boolean {
    const initial = this.#scopes.enter(emptyScope, place.entry, place.schema);
    return hasSameAnchors(scope, reduceScope(initial, this.#places.facts(place.schema).dynamic));
  }

  #report(schema: Schema): void {
    if (this.#reported.has(schema)) return;
    this.#reported.add(schema);
    const limit = { variant: 'dynamic-scopes', limit: mostScopes } as const;
    this.#diagnostics.report('reduced-emission', schema.origin, limit);
  }
}
