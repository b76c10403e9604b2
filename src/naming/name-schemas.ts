import { originKey } from '../diagnostics/origin.js';
import type { Operation } from '../model/operation.js';
import { isOnlyReference, readEnumeration } from '../model/read-enumeration.js';
import type { Schema } from '../model/schema.js';
import { isTyped, listKeywords } from '../model/schema-keywords.js';
import { hasParts } from '../model/schema-parts.js';
import type { Subschema } from '../model/walk-schemas.js';
import type { View, Views } from '../views/views.js';
import { enumerationNames, guardName, validateName } from './derived-names.js';
import { appendName, fileName, wishType } from './identifiers.js';
import { nameOrigin } from './name-origin.js';
import { compareOrigin, type NameSpace, type Thing, type Wish } from './name-space.js';
import type { OperationNames, SchemaNames } from './names.js';
import { deservesName } from './needs-name.js';
import { partName } from './part-name.js';
import { insideOf, listOwners, type Owner } from './schema-owners.js';

/** A schema on the way, and what it would be called. */
interface Step {
  readonly schema: Schema;
  readonly name: string;
  readonly module: () => string;
  /** Whether it has a part in a type; what has none, such as `not`, is never declared. */
  readonly inType: boolean;
  /** Whether it becomes a part of the type around it rather than one of its own. */
  readonly isMerged: boolean;
}

type SchemaWish = Wish & { readonly schema: Schema };

/** Names schemas in two steps: the components, whose names their author chose, before anything else; the rest by its place. */
export class SchemaNamer {
  readonly #views: Views;
  readonly #names: NameSpace;
  readonly #startFiles: () => NameSpace;
  readonly #all: ReadonlySet<Schema>;
  readonly #components: readonly Schema[];
  readonly #referenced: ReadonlySet<Schema>;
  readonly #named = new Map<Schema, SchemaNames>();
  readonly #visited = new Set<Schema>();
  readonly #files = new Map<string, NameSpace>();
  readonly #modules = new Map<string, string>();

  /** `all` are the schemas of the description, `names` those of the whole output, `startFiles` gives those of a new folder. */
  constructor(all: ReadonlySet<Schema>, views: Views, names: NameSpace, startFiles: () => NameSpace) {
    this.#all = all;
    this.#views = views;
    this.#names = names;
    this.#startFiles = startFiles;
    this.#components = [...this.#all]
      .filter((schema) => schema.component !== undefined)
      .sort((a, b) => compareOrigin(a.origin, b.origin));
    this.#referenced = findReferenced(this.#all, views);
  }

  /** Names the component schemas. */
  nameComponents(): void {
    const declared = new Set<Schema>();
    const wishes = this.#components.map((component) => {
      const schema = declaredBy(component, declared);
      declared.add(schema);
      const written = wishType(component.component ?? '', 'Schema', component.identifier);
      return { ...this.#wish(schema, 'Schema', written), component, origin: component.origin };
    });
    const named = [...this.#names.chooseAll(wishes)].map(([{ schema, component, origin }, type]) => ({
      schema,
      component,
      type,
      thing: 'Schema' as const,
      origin,
      name: fileName(type),
    }));
    for (const [{ schema, component, type }, file] of this.#filesOf('types').chooseAll(named))
      this.#named.set(component, this.#setNames(schema, type, `types/${file}`));
  }

  /**
   * Names what is shared without being a component schema, then what is written inside others and inside operations;
   * gives all names, in the order of the description.
   */
  nameRest(operations: ReadonlyMap<Operation, OperationNames>): ReadonlyMap<Schema, SchemaNames> {
    const { own, shared: all } = listOwners(this.#all, this.#components, operations);
    const shared = all.filter(({ schema }) => baseOf(schema) === undefined);
    const wishes = shared
      .filter(({ schema }) => !this.#named.has(schema) && this.#needsName(schema, true))
      .map((owner) => this.#wishOwner(owner));
    for (const [{ owner, schema }, name] of this.#names.chooseAll(wishes))
      this.#setNames(schema, name, this.#moduleOf(owner)());
    for (const schema of this.#components) this.#walk(this.#start(schema, '', () => ''));
    for (const owner of [...shared, ...own]) {
      const { operation, text, thing, schema } = owner;
      const name = operation ? appendName(operation.type, text) : wishType(text, thing).name;
      this.#walk(this.#start(schema, name, this.#moduleOf(owner)));
    }
    this.#nameBases();
    return new Map([...this.#all].flatMap((schema) => this.#entry(schema)));
  }

  // Behind what they are the bases of.
  #nameBases(): void {
    const bases = [...this.#all].flatMap((schema) => {
      const parent = this.#named.get(baseOf(schema) ?? schema);
      if (!parent || baseOf(schema) === undefined) return [];
      const { module } = parent;
      return [{ module, ...this.#wish(schema, 'Schema', { name: appendName(parent.types.response, 'Base') }) }];
    });
    for (const [{ schema, module }, name] of this.#names.chooseAll(bases)) this.#setNames(schema, name, module);
  }

  #entry(schema: Schema): [Schema, SchemaNames][] {
    const names = this.#named.get(schema);
    return names ? [[schema, names]] : [];
  }

  #start(schema: Schema, name: string, module: () => string): Step {
    return { schema, name, module, inType: true, isMerged: false };
  }

  #walk(start: Step): void {
    const waiting = [start];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const { schema, inType, isMerged } = step;
      if (this.#visited.has(schema)) continue;
      this.#visited.add(schema);
      const names =
        this.#named.get(schema) ?? (this.#needsName(schema, inType && !isMerged) ? this.#nameStep(step) : undefined);
      const name = names?.types.response ?? step.name;
      const module = names ? () => names.module : step.module;
      const isList = readEnumeration(schema) !== undefined;
      for (const part of inStableOrder(insideOf(schema)).reverse()) {
        const inside = inType && isTyped(part.keyword);
        const isPart = isList || merged.has(part.keyword);
        // Most schemas are strings and numbers: nothing is declared in them, so no name is made up.
        if (!hasParts(part.schema) && !this.#needsName(part.schema, inside && !isPart)) continue;
        const partly = partName(name, part, schema, names !== undefined);
        waiting.push({ schema: part.schema, name: partly, module, inType: inside, isMerged: isPart });
      }
    }
  }

  #nameStep({ schema, name, module }: Step): SchemaNames {
    const { identifier } = schema;
    const written = identifier === undefined ? { name } : wishType(identifier, 'Schema', identifier);
    return this.#setNames(schema, this.#names.choose(this.#wish(schema, 'Schema', written)), module());
  }

  // What is referred to would otherwise be repeated at each reference, without end where it refers to itself.
  #needsName(schema: Schema, isType: boolean): boolean {
    if (this.#referenced.has(schema) && hasParts(schema)) return true;
    return (isType || this.#referenced.has(schema)) && (schema.identifier !== undefined || deservesName(schema));
  }

  #wishOwner(owner: Owner): SchemaWish & { readonly owner: Owner } {
    const { schema, thing, text } = owner;
    const wish = this.#wish(schema, thing, wishType(text, thing, schema.identifier));
    return { ...wish, owner, ...(thing !== 'Schema' && { alternative: wish.name + thing }) };
  }

  #wish<W extends Pick<Wish, 'name'>>(schema: Schema, thing: Thing, written: W): W & SchemaWish {
    const isOpen = readEnumeration(schema)?.open ?? false;
    const withDerived = (name: string): string[] => {
      const names = isOpen ? Object.values(enumerationNames(name)) : [];
      for (const type of new Set(Object.values(this.#typesOf(schema, name))))
        names.push(type, guardName(type), validateName(type));
      return names;
    };
    return { ...written, schema, thing, origin: schema.origin, withDerived };
  }

  #typesOf(schema: Schema, name: string): SchemaNames['types'] {
    return {
      response: name,
      request: this.#views.differs(schema, 'request') ? `${name}Input` : name,
      received: this.#views.differs(schema, 'received') ? `${name}Received` : name,
    };
  }

  #setNames(schema: Schema, name: string, module: string): SchemaNames {
    const types = this.#typesOf(schema, name);
    // A type that serves both ways is declared as what is sent, which allows `undefined`.
    const isSentAlike = types.request === name && this.#views.isSent(schema);
    const declarations: { name: string; view: View }[] = [{ name, view: isSentAlike ? 'request' : 'response' }];
    for (const view of ['request', 'received'] as const)
      if (types[view] !== name) declarations.push({ name: types[view], view });
    const names: SchemaNames = { module, types, declarations, schema };
    this.#named.set(schema, names);
    return names;
  }

  // A file is chosen only once something is declared in it.
  #moduleOf({ operation, thing, origin }: Owner): () => string {
    if (operation) return () => `types/operations/${operation.file}`;
    const folder = folders[thing];
    const key = `${folder} ${originKey(origin)}`;
    return () => {
      const known = this.#modules.get(key);
      if (known !== undefined) return known;
      const name = fileName(wishType(nameOrigin(origin), thing).name);
      const path = `${folder}/${this.#filesOf(folder).choose({ thing, name, origin })}`;
      this.#modules.set(key, path);
      return path;
    };
  }

  #filesOf(folder: string): NameSpace {
    const files = this.#files.get(folder) ?? this.#startFiles();
    this.#files.set(folder, files);
    return files;
  }
}

// What these apply is a part of the type of the schema that has them.
const merged: ReadonlySet<string> = new Set(
  listKeywords(
    ({ typed, applies, holds }) =>
      typed !== undefined &&
      (applies === 'as a branch' || applies === 'as a test' || (applies === 'always' && holds === 'schema[]')),
  ),
);

// Properties may be written in any order.
function inStableOrder(parts: Subschema[]): Subschema[] {
  if (parts.length < 2) return parts;
  return parts.sort((a, b) => compareOrigin(a.schema.origin, b.schema.origin));
}

const folders: { readonly [T in Thing]: string } = {
  Schema: 'types',
  Operation: 'types/operations',
  Parameter: 'types/parameters',
  Response: 'types/responses',
  RequestBody: 'types/request-bodies',
  Header: 'types/headers',
  SecurityScheme: 'types',
};

// A component that is nothing but a reference to a schema elsewhere gives its name to it.
function declaredBy(component: Schema, taken: ReadonlySet<Schema>): Schema {
  if (component.kind !== 'keywords' || !component.ref || !isOnlyReference(component)) return component;
  const target = component.ref;
  return target.component === undefined && !taken.has(target) && target.kind !== 'boolean' ? target : component;
}

function baseOf(schema: Schema): Schema | undefined {
  return schema.kind === 'keywords' ? schema.baseOf : undefined;
}

function findReferenced(all: Iterable<Schema>, views: Views): ReadonlySet<Schema> {
  const referenced = new Set<Schema>();
  for (const schema of all) {
    if (schema.kind !== 'keywords') continue;
    if (schema.ref) referenced.add(schema.ref);
    if (!schema.dynamicRef) continue;
    referenced.add(schema.dynamicRef.initial);
    for (const target of views.dynamicAnchors.get(schema.dynamicRef.anchor ?? '') ?? []) referenced.add(target);
  }
  return referenced;
}
