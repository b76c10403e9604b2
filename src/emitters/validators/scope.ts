import { formatOrigin } from '../../diagnostics/origin.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';

/**
 * The dynamic scope of JSON Schema (2020-12, core, 7.1), reduced to what makes a difference: which `$dynamicAnchor` of
 * each name was entered first. The generator knows the scope, so a `$dynamicRef` becomes a plain call.
 */
export type Scope = ReadonlyMap<string, Schema>;

/** The scope before any schema was entered. */
export const emptyScope: Scope = new Map();

/** Computes the dynamic scopes of a description. */
export class Scopes {
  readonly #anchors = new Map<string, Map<string, Schema>>();

  constructor(dynamicAnchors: ReadonlyMap<string, readonly Schema[]>) {
    for (const [name, schemas] of dynamicAnchors) {
      for (const schema of schemas) {
        if (schema.kind !== 'keywords') continue;
        const inResource = this.#anchors.get(schema.resource) ?? new Map<string, Schema>();
        this.#anchors.set(schema.resource, inResource);
        if (!inResource.has(name)) inResource.set(name, schema);
      }
    }
  }

  /** Returns the scope after entering schemas one after the other. The first anchor of a name takes precedence. */
  enter(scope: Scope, ...schemas: readonly Schema[]): Scope {
    if (this.#anchors.size === 0) return scope;
    return schemas.reduce((inside, schema) => this.#enter(inside, schema), scope);
  }

  #enter(scope: Scope, schema: Schema): Scope {
    const anchors = schema.kind === 'keywords' ? this.#anchors.get(schema.resource) : undefined;
    if (!anchors) return scope;
    const missing = [...anchors].filter(([name]) => !scope.has(name));
    return missing.length === 0 ? scope : new Map([...scope, ...missing]);
  }
}

/** Removes the names that no `$dynamicRef` looks up. */
export function reduceScope(scope: Scope, names: ReadonlySet<string>): Scope {
  if (scope.size === 0 || names.size === 0) return emptyScope;
  return new Map([...scope].filter(([name]) => names.has(name)));
}

/** Returns whether two scopes lead to the same schemas. */
export function hasSameAnchors(a: Scope, b: Scope): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [name, schema] of a) if (b.get(name) !== schema) return false;
  return true;
}

/** Returns a text that identifies a scope. */
export function formatScope(scope: Scope): string {
  if (scope.size === 0) return '';
  return [...scope]
    .map(([name, schema]) => `${name}=${formatOrigin(schema.origin)}`)
    .sort()
    .join(' ');
}

/** Returns the schema to which `$dynamicRef` leads in a scope (JSON Schema 2020-12, core, 8.2.3.2). */
export function resolveDynamicReference(
  reference: { readonly initial: Schema; readonly anchor?: string },
  scope: Scope,
): Schema {
  return (reference.anchor === undefined ? undefined : scope.get(reference.anchor)) ?? reference.initial;
}

const none: readonly Schema[] = [];

/** Lists the schemas to which `$ref` and `$dynamicRef` of a schema lead in a scope. */
export function listTargets({ ref, dynamicRef }: KeywordSchema, scope: Scope): readonly Schema[] {
  if (!dynamicRef) return ref ? [ref] : none;
  const target = resolveDynamicReference(dynamicRef, scope);
  return ref ? [ref, target] : [target];
}
