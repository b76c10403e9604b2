import { formatOrigin } from '../../diagnostics/origin.js';
import { findResource } from '../../document/identifiers.js';
import { isOnlyReference } from '../../model/allowed-types.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { partRows } from '../../model/schema-keywords.js';
import { listSubschemas, withHolders } from '../../model/walk-schemas.js';
import type { BuildContext, Draft, Schemas } from '../context.js';

/**
 * The dynamic scope (JSON Schema 2020-12, core, 7.1), reduced to what makes a difference: the anchor of each name that
 * was entered first.
 */
type Scope = ReadonlyMap<string, Schema>;

const emptyScope: Scope = new Map();

// A template of which more copies are needed, or a description with more copies in total, is written to take long.
const mostCopiesOfOne = 64;
const mostCopies = 20_000;

/**
 * Replaces each `$dynamicRef` by references to the schemas to which it leads (core, 8.2.3.2). These depend on the
 * schemas through which a value is reached, so a schema with different targets is copied for each list of targets. The
 * schema itself keeps the targets that it has if it is applied first.
 */
export function bindDynamicReferences(context: BuildContext): void {
  if (context.schemas.dynamic.references.size > 0) new Binder(context).bindAll();
}

class Binder {
  readonly #context: BuildContext;
  readonly #dynamic: Schemas['dynamic'];
  /** The names that are looked up in a schema and in those to which it leads. */
  readonly #names = new Map<Schema, Set<string>>();
  /** The members of the schemas before they are bound. */
  readonly #written = new Map<Schema, KeywordSchema>();
  readonly #copies = new Map<Schema, Map<string, Schema>>();
  readonly #waiting: {
    readonly draft: Draft<KeywordSchema>;
    readonly written: KeywordSchema;
    readonly scope: Scope;
  }[] = [];

  constructor(context: BuildContext) {
    this.#context = context;
    this.#dynamic = context.schemas.dynamic;
  }

  bindAll(): void {
    this.#collectNames();
    for (const schema of this.#context.schemas.list) {
      if (schema.kind !== 'keywords' || !this.#names.has(schema)) continue;
      const written = { ...schema };
      this.#written.set(schema, written);
      this.#waiting.push({ draft: schema, written, scope: this.#enter(emptyScope, schema) });
    }
    // The loop also visits the copies that it adds.
    for (const { draft, written, scope } of this.#waiting)
      replaceParts(draft, written, (part) => this.#bind(part, scope));
  }

  #collectNames(): void {
    const { anchors, references } = this.#dynamic;
    const names = new Set(references.values());
    const targets = new Map(
      [...names].map((name) => [name, [...anchors.values()].flatMap((each) => each.get(name) ?? [])]),
    );
    const partsOf = (schema: Schema): readonly Schema[] => [
      ...listSubschemas(schema).map((part) => part.schema),
      ...(targets.get(references.get(schema) ?? '') ?? []),
    ];
    const all = [...this.#context.schemas.list, ...references.keys()];
    for (const name of names) {
      const starts = [...references.keys()].filter((reference) => references.get(reference) === name);
      for (const holder of withHolders(starts, all, partsOf))
        this.#names.set(holder, (this.#names.get(holder) ?? new Set()).add(name));
    }
  }

  // Returns the schema that applies where a schema is reached in a scope.
  #bind(schema: Schema, scope: Scope): Schema {
    const name = this.#dynamic.references.get(schema);
    if (name !== undefined && schema.kind === 'keywords' && schema.ref) {
      const target = scope.get(name) ?? schema.ref;
      return this.#bind(this.#skip(target), this.#enter(scope, target));
    }
    const written = this.#written.get(schema);
    if (!written) return schema;
    const inside = this.#select(schema, scope);
    const alone = this.#select(schema, emptyScope);
    const different = [...inside].filter(([each, target]) => alone.get(each) !== target);
    const bound = different.map(([, target]) => this.#skip(target));
    return bound.length === 0 ? schema : this.#copy(schema, written, { inside, bound });
  }

  // Usually, a schema with an anchor is only a reference to the schema that is meant.
  #skip(anchored: Schema): Schema {
    if (anchored.kind !== 'keywords' || !isOnlyReference(anchored)) return anchored;
    const { ref } = this.#written.get(anchored) ?? anchored;
    return ref && !this.#dynamic.references.has(ref) ? ref : anchored;
  }

  #copy(
    schema: Schema,
    written: KeywordSchema,
    { inside, bound }: { inside: Scope; bound: readonly Schema[] },
  ): Schema {
    const copies = this.#copies.get(schema) ?? new Map<string, Schema>();
    this.#copies.set(schema, copies);
    const ends = [...inside].map(([name, target]) => [name, formatOrigin(this.#skip(target).origin)]);
    const key = JSON.stringify(ends.sort());
    const known = copies.get(key);
    if (known) return known;
    const limit = copies.size >= mostCopiesOfOne ? mostCopiesOfOne : mostCopies;
    if (copies.size >= limit || this.#waiting.length - this.#written.size >= limit) {
      this.#context.report('reduced-emission', schema.origin, { variant: 'dynamic-scopes', limit });
      return schema;
    }
    const { component: _component, definition: _definition, identifier: _identifier, ...members } = written;
    const draft: Draft<KeywordSchema> = { ...members, bound };
    copies.set(key, this.#context.schemas.add(draft));
    this.#waiting.push({ draft, written, scope: inside });
    return draft;
  }

  // Returns what a schema looks up in the scope after it is entered.
  #select(schema: Schema, scope: Scope): Scope {
    const names = this.#names.get(schema) ?? new Set();
    return new Map([...this.#enter(scope, schema)].filter(([name]) => names.has(name)));
  }

  #enter(scope: Scope, schema: Schema): Scope {
    const anchors = this.#dynamic.anchors.get(findResource(this.#context.document, schema.origin));
    return anchors ? new Map([...anchors, ...scope]) : scope;
  }
}

/** Replaces the schemas that a schema contains or refers to. */
function replaceParts(draft: Draft<KeywordSchema>, written: KeywordSchema, replace: (schema: Schema) => Schema): void {
  const replaceEntry = <Entry extends { readonly schema: Schema }>(entry: Entry): Entry => ({
    ...entry,
    schema: replace(entry.schema),
  });
  for (const row of partRows) {
    if (row.holds === 'schema[]') {
      const parts = written[row.member];
      if (parts) draft[row.member] = parts.map(replace);
    } else if (row.holds === 'schema{}') {
      const parts = written[row.member];
      if (parts) draft[row.member] = parts.map(replaceEntry);
    } else if (row.holds === 'schema{pattern}') {
      const parts = written[row.member];
      if (parts) draft[row.member] = parts.map(replaceEntry);
    } else {
      const part = written[row.member];
      if (part) draft[row.member] = replace(part);
    }
  }
  const { discriminator } = written;
  if (discriminator)
    draft.discriminator = {
      ...discriminator,
      mapping: discriminator.mapping.map(replaceEntry),
      ...(discriminator.defaultMapping && { defaultMapping: replace(discriminator.defaultMapping) }),
    };
}
