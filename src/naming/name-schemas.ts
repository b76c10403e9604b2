import { formatOrigin, isSameOrigin, type Origin } from '../diagnostics/origin.js';
import { isOnlyReference, readEnumeration } from '../model/allowed-types.js';
import type { MediaType, Operation, Parameter, ParameterContent, Response, StatusKey } from '../model/api.js';
import type { Element } from '../model/element.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { isTyped, listKeywords } from '../model/schema-keywords.js';
import type { SchemaParts } from '../model/schema-parts.js';
import type { ContentPart, ContentStep } from '../model/walk-contents.js';
import { walkContents } from '../model/walk-contents.js';
import { hasParts, type Subschema } from '../model/walk-schemas.js';
import type { View, Views } from '../views/views.js';
import { nameEnumeration, nameGuard, nameValidate } from './derived-names.js';
import { buildFileName, joinNames, nameType } from './identifiers.js';
import { nameCopy, nameOrigin } from './name-origin.js';
import { type Candidate, compareOrigin, type NameSpace, type Thing } from './name-space.js';
import type { OperationNames, SchemaNames } from './names.js';

/** A visited schema, and the name that it gets if it needs a name. */
interface Step {
  readonly schema: Schema;
  readonly name: string;
  readonly module: () => string;
  /** Whether the schema is part of a type. Other schemas, such as those under `not`, are never declared. */
  readonly inType: boolean;
  /** Whether the schema is merged into the type around it, so that it has no separate type. */
  readonly isMerged: boolean;
}

/** A step to a part of a schema. */
type PartStep = Pick<Step, 'inType' | 'isMerged'> & { readonly part: Subschema };

type SchemaCandidate = Candidate & { readonly schema: Schema };

/**
 * Names the component schemas, whose names the author chose. Returns a function that names all others by their places:
 * the shared ones, then those inside other schemas and inside operations. It returns all names, in the order of the
 * description. `all` contains the schemas of the description, and `names` the names of the whole output. `startFiles`
 * creates the file names of a new folder.
 */
export function nameSchemas(
  all: SchemaParts,
  views: Views,
  names: NameSpace,
  startFiles: () => NameSpace,
): (operations: ReadonlyMap<Operation, OperationNames>) => ReadonlyMap<Schema, SchemaNames> {
  const components = [...all.keys()]
    .filter((schema) => schema.component !== undefined)
    .sort((a, b) => compareOrigin(a.origin, b.origin));
  const referenced = findReferenced(all.keys());
  const named = new Map<Schema, SchemaNames>();
  const visited = new Set<Schema>();
  const files = new Map<string, NameSpace>();
  const modules = new Map<string, string>();

  nameComponents();
  return nameRest;

  function nameComponents(): void {
    const declared = new Set<Schema>();
    const candidates = components.map((component) => {
      const schema = findDeclared(component, declared);
      declared.add(schema);
      const written = nameType(component.component ?? '', 'Schema', component.identifier);
      return { component, ...buildCandidate(schema, 'Schema', written), origin: component.origin };
    });
    const typed = [...names.chooseAll(candidates)].map(([{ schema, component, origin }, type]) => ({
      schema,
      component,
      type,
      thing: 'Schema' as const,
      origin,
      name: buildFileName(type),
    }));
    for (const [{ schema, component, type }, file] of filesOf('types').chooseAll(typed))
      named.set(component, setNames(schema, type, `types/${file}`));
  }

  function nameRest(operations: ReadonlyMap<Operation, OperationNames>): ReadonlyMap<Schema, SchemaNames> {
    const owners = listOwners(all, components, operations);
    const shared = owners.shared.filter(({ schema }) => findBase(schema) === undefined);
    const candidates = shared
      .filter(({ schema }) => !named.has(schema) && needsName(schema, true))
      .map((owner) => buildOwnerCandidate(owner));
    for (const [{ owner, schema }, name] of names.chooseAll(candidates)) setNames(schema, name, moduleOf(owner)());
    for (const schema of components) walk(start(schema, '', () => ''));
    for (const owner of [...shared, ...owners.own]) {
      const { operation, text, thing, schema } = owner;
      const name = operation ? joinNames(operation.type, text) : nameType(text, thing).name;
      walk(start(schema, name, moduleOf(owner)));
    }
    nameBases();
    const inOrder = new Map<Schema, SchemaNames>();
    for (const schema of all.keys()) {
      const found = named.get(schema);
      if (found) inOrder.set(schema, found);
    }
    return inOrder;
  }

  // Bases are named after the parents to which they belong.
  function nameBases(): void {
    const bases: (SchemaCandidate & { readonly module: string })[] = [];
    for (const schema of all.keys()) {
      const base = findBase(schema);
      const parent = base && named.get(base);
      if (!parent) continue;
      const { module } = parent;
      const name = joinNames(parent.types.response, 'Base');
      bases.push({ module, ...buildCandidate(schema, 'Schema', { name }) });
    }
    for (const [{ schema, module }, name] of names.chooseAll(bases)) setNames(schema, name, module);
  }

  function start(schema: Schema, name: string, module: () => string): Step {
    return { schema, name, module, inType: true, isMerged: false };
  }

  function walk(start: Step): void {
    const waiting = [start];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      const { schema, inType, isMerged } = step;
      if (visited.has(schema)) continue;
      visited.add(schema);
      const names = named.get(schema) ?? (needsName(schema, inType && !isMerged) ? nameStep(step) : undefined);
      const name = names?.types.response ?? step.name;
      const module = names ? () => names.module : step.module;
      const inside = listSteps(step);
      for (let index = inside.length - 1; index >= 0; index--) {
        const next = inside[index];
        if (!next) continue;
        const { part, inType, isMerged } = next;
        const placeName = namePart({ name, schema, isNamed: names !== undefined }, part);
        waiting.push({ schema: part.schema, name: placeName, module, inType, isMerged });
      }
    }
  }

  function listSteps({ schema, inType }: Step): PartStep[] {
    const parts = all.get(schema) ?? [];
    const steps: PartStep[] = [];
    if (parts.length === 0) return steps;
    const isList = readEnumeration(schema) !== undefined;
    for (const part of parts) {
      if (!isInside(part)) continue;
      const inside = inType && isTyped(part.keyword);
      const isMerged = isList || merged.has(part.keyword);
      // Most schemas are strings and numbers. No types are declared inside them, so they need no name.
      if (all.get(part.schema)?.length || needsName(part.schema, inside && !isMerged))
        steps.push({ part, inType: inside, isMerged });
    }
    return sortSteps(steps);
  }

  function nameStep({ schema, name, module }: Step): SchemaNames {
    const { identifier, origin } = schema;
    const candidate =
      identifier === undefined
        ? { name, thing: 'Schema' as const, origin, withDerived: buildDeriver(schema) }
        : buildCandidate(schema, 'Schema', nameType(identifier, 'Schema', identifier));
    return setNames(schema, names.choose(candidate), module());
  }

  // Without a name, a schema would be repeated at each reference, endlessly if it refers to itself.
  function needsName(schema: Schema, isType: boolean): boolean {
    if (referenced.has(schema) && hasParts(schema)) return true;
    return (isType || referenced.has(schema)) && (schema.identifier !== undefined || isWorthNaming(schema));
  }

  function buildOwnerCandidate(owner: Owner): SchemaCandidate & { readonly owner: Owner } {
    const { schema, thing, text } = owner;
    const candidate = buildCandidate(schema, thing, nameType(text, thing, schema.identifier));
    return { owner, ...candidate, ...(thing !== 'Schema' && { alternative: candidate.name + thing }) };
  }

  function buildCandidate<W extends Pick<Candidate, 'name'>>(
    schema: Schema,
    thing: Thing,
    written: W,
  ): W & SchemaCandidate {
    return { schema, thing, origin: schema.origin, withDerived: buildDeriver(schema), ...written };
  }

  function buildDeriver(schema: Schema): (name: string) => string[] {
    const isOpen = readEnumeration(schema)?.open ?? false;
    return (name) => {
      const names = isOpen ? Object.values(nameEnumeration(name)) : [];
      const { response, request, received } = typesOf(schema, name);
      names.push(response, nameGuard(response), nameValidate(response));
      if (request !== response) names.push(request, nameGuard(request), nameValidate(request));
      if (received !== response) names.push(received, nameGuard(received), nameValidate(received));
      return names;
    };
  }

  function typesOf(schema: Schema, name: string): SchemaNames['types'] {
    return {
      response: name,
      request: views.differs(schema, 'request') ? `${name}Input` : name,
      received: views.differs(schema, 'received') ? `${name}Received` : name,
    };
  }

  function setNames(schema: Schema, name: string, module: string): SchemaNames {
    const types = typesOf(schema, name);
    // A type for both directions is declared like a type of sent values, which allows `undefined`.
    const isSentAlike = types.request === name && views.isSent(schema);
    const declarations: { name: string; view: View }[] = [{ name, view: isSentAlike ? 'request' : 'response' }];
    for (const view of ['request', 'received'] as const)
      if (types[view] !== name) declarations.push({ name: types[view], view });
    const names: SchemaNames = { module, ownModule: module, types, declarations, schema };
    named.set(schema, names);
    return names;
  }

  // A file name is chosen only when a type is declared in the file.
  function moduleOf({ operation, thing, origin, text }: Owner): () => string {
    if (operation) return () => `types/operations/${operation.file}`;
    return () => {
      const folder = folders[thing];
      const words = thing === 'Schema' ? text : nameOrigin(origin);
      const key = `${folder} ${formatOrigin(origin)} ${words}`;
      const known = modules.get(key);
      if (known !== undefined) return known;
      const name = buildFileName(nameType(words, thing).name);
      const path = `${folder}/${filesOf(folder).choose({ thing, name, origin })}`;
      modules.set(key, path);
      return path;
    };
  }

  function filesOf(folder: string): NameSpace {
    const known = files.get(folder) ?? startFiles();
    files.set(folder, known);
    return known;
  }
}

// Schemas under these keywords are merged into the type of the schema that contains them.
const merged: ReadonlySet<string> = new Set(
  listKeywords(
    ({ typed, applies, holds }) =>
      typed !== undefined &&
      (applies === 'branch' || applies === 'test' || (applies === 'always' && holds === 'schema[]')),
  ),
);

// Authors may write properties in any order, so it must not decide names.
function sortSteps(steps: PartStep[]): PartStep[] {
  if (steps.length < 2) return steps;
  return steps.sort((a, b) => compareOrigin(a.part.schema.origin, b.part.schema.origin));
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

// If a component only refers to a schema elsewhere, that schema gets the component's name.
function findDeclared(component: Schema, taken: ReadonlySet<Schema>): Schema {
  if (component.kind !== 'keywords' || !component.ref || !isOnlyReference(component)) return component;
  const target = component.ref;
  return target.component === undefined && !taken.has(target) && target.kind !== 'boolean' ? target : component;
}

function findBase(schema: Schema): Schema | undefined {
  return schema.kind === 'keywords' ? schema.baseOf : undefined;
}

function findReferenced(all: Iterable<Schema>): ReadonlySet<Schema> {
  const referenced = new Set<Schema>();
  for (const schema of all) {
    if (schema.kind === 'keywords' && schema.ref) referenced.add(schema.ref);
  }
  return referenced;
}

/** The schema around a part. */
interface ParentSchema {
  /** Its name, or the name of its place. */
  readonly name: string;
  /** Whether a type has that name. */
  readonly isNamed: boolean;
  readonly schema: Schema;
}

/** Names a part of a schema after its place in the schema. */
function namePart(parent: ParentSchema, part: Subschema): string {
  const { name: parentName } = parent;
  const { keyword, key } = part;
  switch (keyword) {
    case 'properties':
      return joinNames(parentName, String(key));
    case 'items':
    case 'unevaluatedItems':
      return joinNames(parentName, 'Item');
    case 'prefixItems':
      return joinNames(parentName, `Item ${Number(key) + 1}`);
    case 'anyOf':
    case 'oneOf':
      return nameOption(parent, part);
    case 'allOf':
    case 'if':
    case 'then':
    case 'else':
      return parentName;
    default:
      return joinNames(parentName, 'Value');
  }
}

// Longer titles are sentences rather than names.
const longestTitle = 40;

function nameOption({ name: parentName, isNamed, schema: parent }: ParentSchema, { key, schema }: Subschema): string {
  const options = parent.kind === 'keywords' ? [...(parent.anyOf ?? []), ...(parent.oneOf ?? [])] : [];
  if (listNonNullMembers(options).length < 2) return isNamed ? joinNames(parentName, 'Value') : parentName;
  const title = schema.kind === 'boolean' ? undefined : schema.title;
  if (title === undefined || title.length > longestTitle) return joinNames(parentName, `Option ${Number(key) + 1}`);
  const { name } = nameType(title, 'Schema');
  return name.startsWith(parentName) && name !== parentName ? name : joinNames(parentName, title);
}

/** Returns whether the type of a schema inside another one gets a name. */
function isWorthNaming(schema: Schema): boolean {
  if (schema.kind !== 'keywords' || isOnlyReference(schema)) return false;
  if ((schema.properties?.length ?? 0) > 0) return true;
  const enumeration = readEnumeration(schema);
  if (enumeration) return enumeration.known.length > 1 || enumeration.open;
  if (isUnion(schema)) return true;
  return isComposition(schema);
}

/** Lists the members of a union that allow more than `null`. */
function listNonNullMembers(members: readonly Schema[]): Schema[] {
  return members.filter((member) => !isNull(member));
}

function isUnion({ anyOf, oneOf }: KeywordSchema): boolean {
  return (anyOf !== undefined && needsUnion(anyOf)) || (oneOf !== undefined && needsUnion(oneOf));
}

function needsUnion(members: readonly Schema[]): boolean {
  const real = listNonNullMembers(members);
  return real.length > 1 && real.some((member) => !isPlain(member));
}

// A composition is a reference with requirements beside it, or several schemas at once. A single reference in `allOf`
// is only a reference.
function isComposition({ ref, allOf, required, if: condition, then, else: otherwise }: KeywordSchema): boolean {
  const joined = allOf ? allOf.filter((member) => member.kind !== 'boolean').length : 0;
  const parts = joined + (ref ? 1 : 0);
  return (
    parts > 1 ||
    (parts === 1 && required !== undefined && required.length > 0) ||
    Boolean(condition && then && otherwise)
  );
}

function isNull(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return false;
  const { types, enum: values, const: value } = schema;
  return value === null || (types?.length === 1 && types[0] === 'null') || (values?.length === 1 && values[0] === null);
}

// Primitive types, and requirements on an object such as `required`, get no name.
function isPlain(schema: Schema): boolean {
  if (schema.kind !== 'keywords') return schema.kind === 'boolean';
  return !schema.ref && !schema.items && !schema.prefixItems && !schema.additionalProperties && !isWorthNaming(schema);
}

/** A schema that is neither inside another schema nor a component schema. */
interface Owner {
  readonly schema: Schema;
  readonly thing: Thing;
  readonly origin: Origin;
  /** The words of its name. For a schema inside an operation, they follow the name of the operation. */
  readonly text: string;
  /** The operation that contains it. */
  readonly operation?: OperationNames;
}

/** The owners inside operations, and the owners that operations share or only refer to. */
interface Owners {
  readonly own: readonly Owner[];
  readonly shared: readonly Owner[];
}

/** Lists the owners of every schema outside the component schemas, in the order of their origins. */
function listOwners(
  all: SchemaParts,
  components: Iterable<Schema>,
  operations: ReadonlyMap<Operation, OperationNames>,
): Owners {
  const inside = new Set<Schema>();
  for (const component of components) collectInside(component, all, inside);
  const take = (owners: readonly Owner[]): Owner[] =>
    owners.filter(({ schema }) => !inside.has(schema) && collectInside(schema, all, inside));
  const roots = [...operations]
    .flatMap(([operation, names]) => listMessageRoots(operation).map((root) => findOwner(root, operation, names)))
    .sort(compareOwners);
  const own = take(roots.filter((owner) => owner.operation));
  const shared = take(roots.filter((owner) => !owner.operation));
  const rest = [...all.keys()].filter((schema) => !inside.has(schema)).map(listReferred);
  return { own, shared: [...shared, ...take(rest.sort(compareOwners))] };
}

const references: ReadonlySet<string> = new Set(['$ref', 'mapping', 'defaultMapping']);

/** Returns whether a subschema is written inside its schema. The schema refers to all others. */
function isInside({ keyword }: Subschema): boolean {
  return !references.has(keyword);
}

function collectInside(root: Schema, all: SchemaParts, inside: Set<Schema>): true {
  const waiting = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (inside.has(schema)) continue;
    inside.add(schema);
    for (const part of all.get(schema) ?? []) {
      if (isInside(part)) waiting.push(part.schema);
    }
  }
  return true;
}

function findOwner({ schema, levels }: MessageRoot, { origin }: Operation, operation: OperationNames): Owner {
  const level = levels.find((each) => isAncestor(each.origin, schema.origin));
  if (!level) return listReferred(schema);
  if (isSameOrigin(level.origin, origin)) return { schema, thing: 'Operation', origin, text: level.suffix, operation };
  const text = `${nameOrigin(level.origin)} ${level.suffix}`.trim();
  return { schema, thing: level.thing, origin: level.origin, text };
}

function listReferred(schema: Schema): Owner {
  const { bound, origin } = schema;
  const text = bound ? nameCopy(nameOrigin(origin), bound) : nameOrigin(origin);
  return { schema, thing: 'Schema', origin, text };
}

function isAncestor(outer: Origin, inner: Origin): boolean {
  if (outer.file !== inner.file || !inner.pointer.startsWith(outer.pointer)) return false;
  const { length } = outer.pointer;
  return inner.pointer.length === length || inner.pointer[length] === '/';
}

// An owner that contains another one comes first: its pointer is a prefix of the other pointer.
function compareOwners(a: Owner, b: Owner): number {
  return compareOrigin(a.schema.origin, b.schema.origin);
}

/** A schema that an operation uses directly, and the objects around it that may own it. */
interface MessageRoot {
  readonly schema: Schema;
  /**
   * The objects around the schema, from the operation inwards. The first one whose place contains the place of the
   * schema owns it.
   */
  readonly levels: readonly Level[];
}

/** An object around a schema, as a level of its name. */
interface Level {
  readonly origin: Origin;
  readonly thing: Thing;
  /** The words that are appended to the name of the object around this one. */
  readonly suffix: string;
}

/** Lists the schemas that an operation uses directly, once per use. */
export function listMessageRoots(operation: Operation): MessageRoot[] {
  const roots: MessageRoot[] = [];
  const seen = new Set<ContentPart>();
  const outer = (suffix: string): Level[] => [{ origin: operation.origin, thing: 'Operation', suffix }];
  for (const parameter of operation.parameters)
    addContent(parameter.content, [
      ...outer(listParameterWords(parameter)),
      buildLevel(parameter, 'Parameter', isInList(parameter) ? listParameterWords(parameter) : ''),
    ]);
  const { requestBody } = operation;
  if (requestBody)
    addMediaTypes(requestBody.content, [...outer('Request'), buildLevel(requestBody, 'RequestBody', '')]);
  const main = chooseMainSuccess(operation.responses);
  for (const response of operation.responses) {
    const suffix = response.status === main ? 'Response' : `Response ${response.status}`;
    const levels = [...outer(suffix), buildLevel(response, 'Response', '')];
    addMediaTypes(response.content, levels);
    for (const header of response.headers) walk([{ part: header, context: levels }]);
  }
  return roots;

  function addContent(content: ParameterContent, levels: readonly Level[]): void {
    if (content.by === 'style') roots.push({ schema: content.schema, levels });
    else addMediaTypes([content.mediaType], levels);
  }

  function addMediaTypes(content: readonly MediaType[], levels: readonly Level[]): void {
    const main = chooseMainMediaType(content);
    walk(
      content.map((part) => ({
        part,
        context: part === main ? levels : addWords(levels, formatMediaType(part.mediaType)),
      })),
    );
  }

  function walk(start: readonly ContentStep<readonly Level[]>[]): void {
    walkContents(start, (part, levels) => visit(part, levels), seen);
  }

  function visit(part: ContentPart, levels: readonly Level[]): readonly Level[] {
    if ('content' in part) {
      const inner = [...addWords(levels, part.wireName), buildLevel(part, 'Header', '')];
      if (part.content.by === 'style') roots.push({ schema: part.content.schema, levels: inner });
      return inner;
    }
    if (!('mediaType' in part)) return addWords(levels, part.property);
    if (part.schema) roots.push({ schema: part.schema, levels });
    if (part.itemSchema) roots.push({ schema: part.itemSchema, levels: addWords(levels, 'Item') });
    return levels;
  }
}

/** Chooses the success whose type is named `…Response`: the lowest 2xx, or else `default`. */
function chooseMainSuccess(responses: readonly Response[]): StatusKey | undefined {
  const codes = responses.map((response) => response.status).filter((status) => /^2/.test(String(status)));
  if (codes.length === 0) return responses.some(({ status }) => status === 'default') ? 'default' : undefined;
  return codes.sort((a, b) => (String(a) < String(b) ? -1 : 1))[0];
}

function listParameterWords(parameter: Parameter): string {
  return parameter.identifier ?? parameter.writtenName;
}

// A parameter in a list has no name in its pointer.
function isInList({ origin }: Parameter): boolean {
  return /\/\d+$/.test(origin.pointer);
}

function buildLevel({ origin }: Element, thing: Thing, suffix: string): Level {
  return { origin, thing, suffix };
}

function addWords(levels: readonly Level[], suffix: string): Level[] {
  return levels.map((outer) => ({ ...outer, suffix: `${outer.suffix} ${suffix}`.trim() }));
}

function isJson(mediaType: string): boolean {
  return /^application\/(.*\+)?json\b/i.test(mediaType);
}

/** Chooses the media type that names do not mention: JSON, or else the first by name. */
function chooseMainMediaType(content: readonly MediaType[]): MediaType | undefined {
  const sorted = [...content].sort((a, b) => (a.mediaType < b.mediaType ? -1 : 1));
  return sorted.find(({ mediaType }) => isJson(mediaType)) ?? sorted[0];
}

function formatMediaType(mediaType: string): string {
  if (/^application\/x-www-form-urlencoded/i.test(mediaType)) return 'Form';
  if (/^multipart\//i.test(mediaType)) return 'Multipart';
  return mediaType.replace(/^application\//i, '').replace(/;.*/, '');
}
