import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { encodePointerToken, formatOrigin, type Origin, splitPointer } from '../../../diagnostics/origin.js';
import { type Api, formatOperation, listOperations, type Operation, type Tag } from '../../../model/api.js';
import type { Schema } from '../../../model/schema.js';
import { nameCopy } from '../../../naming/name-origin.js';
import { encodeFileName } from '../../../text/encode.js';

/** The addresses of one object in the article. */
export interface Address {
  /** The id of its place, without `#`. */
  readonly id: string;
  /** The ids of this place in earlier versions. */
  readonly oldIds: readonly string[];
}

/** A schema with its own section in the article. All its uses link to the section. */
export interface NamedSchema extends Address {
  readonly schema: Schema;
  readonly name: string;
}

/**
 * The addresses of a description: readable names that follow from `operationId`, from method and path, or from the
 * names of components. They do not change with titles, texts or order.
 */
export interface Addresses {
  readonly operations: ReadonlyMap<Operation, Address>;
  readonly schemas: ReadonlyMap<Schema, NamedSchema>;
  readonly tags: ReadonlyMap<string, Address>;
  readonly schemes: ReadonlyMap<string, Address>;
}

/** Chooses the addresses of a description. */
export function nameAddresses(api: Api, locate: (origin: Origin) => string | undefined): Addresses {
  const schemas = listSchemas(api, locate);
  const tags = [...new Set([...api.tags.map(({ name }) => name), ...api.operations.flatMap((one) => one.tags)])];
  const operations = new Map(
    listOperations(api).map((operation) => [
      operation,
      { name: chooseName(operation, locate), prefix: choosePrefix(operation) },
    ]),
  );
  const chosen = chooseIds([
    ...operations.values(),
    ...[...schemas.values()].map((name) => ({ name, prefix: 'schema-' })),
    ...tags.map((name) => ({ name, prefix: 'tag-' })),
    ...api.securitySchemes.map(({ name }) => ({ name, prefix: 'security-' })),
  ]);
  const address = (prefix: string, name: string, ...old: readonly string[]): Address => {
    const id = chosen(prefix, name);
    return { id, oldIds: old.filter((one) => one !== id) };
  };
  return {
    operations: new Map(
      [...operations].map(([operation, { name, prefix }]) => [
        operation,
        address(prefix, name, ...listOldIds(operation)),
      ]),
    ),
    schemas: new Map(
      [...schemas].map(([schema, name]) => [
        schema,
        { schema, name, ...address('schema-', name, `schema-${encodeFileName(name)}`) },
      ]),
    ),
    tags: new Map(tags.map((name) => [name, address('tag-', name, `tag-${encodeFileName(name)}`)])),
    schemes: new Map(
      api.securitySchemes.map(({ name }) => [name, address('security-', name, `security-${encodeFileName(name)}`)]),
    ),
  };
}

/** Returns the id of a gap in the article. */
export function formatGapId(id: string): string {
  return `not-shown-${encodeFileName(id)}`;
}

// Callbacks of several operations often have the same method and expression. Their place in the bundle does not depend on
// the names of files.
function chooseName(operation: Operation, locate: (origin: Origin) => string | undefined): string {
  const { kind, operationId, origin } = operation;
  if (kind !== 'callback') return formatOperation(operation);
  return operationId ?? locate(origin) ?? formatOrigin(origin);
}

function choosePrefix({ kind }: Operation): string {
  return kind === 'path' ? '' : `${kind}-`;
}

// The id of a callback was made from its file.
function listOldIds(operation: Operation): string[] {
  const name = chooseName(operation, () => undefined);
  const prefix = choosePrefix(operation);
  const isNamed = operation.kind !== 'callback' || operation.operationId !== undefined;
  return [`${prefix || 'operation-'}${encodeFileName(name)}`, ...(isNamed ? [] : [`${prefix}${joinWords(name)}`])];
}

interface IdSource {
  readonly name: string;
  readonly prefix: string;
}

// The ids of the article that belong to no operation.
const reserved =
  /^(?:article|about|changes|errors|main|not-shown|operations|resolved|schemas|search|security|servers|webhooks)$|^(?:callback|example|group|items-of|kind|not-shown|old|operation|response|schema|security|tag|text|webhook)-|^$/;

/**
 * Chooses an id for each name. If several names would have the same id, all of these get a part of their hash, so that
 * an id does not depend on the order.
 */
function chooseIds(sources: readonly IdSource[]): (prefix: string, name: string) => string {
  const names = new Map<string, Set<string>>();
  const baseOf = ({ prefix, name }: IdSource): string => {
    const words = joinWords(name);
    const base = `${prefix}${words}`;
    return prefix === '' && reserved.test(base) ? `operation-${words}` : base;
  };
  for (const source of sources) {
    const base = baseOf(source);
    names.set(base, (names.get(base) ?? new Set()).add(source.name));
  }
  return (prefix, name) => {
    const base = baseOf({ prefix, name });
    const isAlone = (names.get(base)?.size ?? 0) < 2 && !base.endsWith('-');
    return isAlone ? base : `${base}${base.endsWith('-') ? '' : '-'}${hash('sha256', name, 'hex').slice(0, 6)}`;
  };
}

/** Returns the words of a name in lower case, joined by hyphens: `getSession` becomes `get-session`. */
function joinWords(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2-')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}

/**
 * Lists the schemas that get their own section, in the order of the description: the components, and other schemas to
 * which references lead.
 */
function listSchemas(api: Api, locate: (origin: Origin) => string | undefined): ReadonlyMap<Schema, string> {
  const targets = new Set<Schema>();
  for (const schema of api.schemas) {
    if (schema.kind !== 'keywords') continue;
    const { ref, discriminator } = schema;
    for (const one of [ref, discriminator?.defaultMapping]) if (one) targets.add(one);
    for (const { schema: target } of discriminator?.mapping ?? []) targets.add(target);
  }
  const named = new Map<Schema, string>();
  const counts = new Map<string, number>();
  for (const schema of api.schemas) {
    const { bound, origin } = schema;
    const pointer = locate(origin);
    const isComponent = isComponentAt(schema, pointer);
    if (!targets.has(schema) && !isComponent) continue;
    const isNamed = isComponent || (bound && componentPointer.test(pointer ?? ''));
    const name = (isNamed ? splitPointer(pointer ?? '')[2] : pointer) ?? formatOrigin(origin);
    const copy = bound && nameCopy(name, bound);
    const count = (counts.get(copy ?? '') ?? 0) + 1;
    if (copy !== undefined) counts.set(copy, count);
    named.set(schema, copy === undefined ? name : count > 1 ? `${copy} (${count})` : copy);
  }
  return named;
}

// Most schemas are at their places in the description, where those that are components know it. To read the pointers of
// all schemas would take long.
function isComponentAt(schema: Schema, pointer: string | undefined): pointer is string {
  if (pointer === undefined) return false;
  if (schema.kind !== 'boolean' && pointer === schema.origin.pointer) return schema.component !== undefined;
  return componentPointer.test(pointer);
}

const componentPointer = /^\/components\/schemas\/[^/]*$/;

/**
 * Returns the address of an operation in Redoc's page, without `#`. It has the names of the operation's first tag and of the
 * parents of this tag. Returns `undefined` for a callback.
 */
export function formatRoute(operation: Operation, tags: readonly Tag[]): string | undefined {
  const { kind, method, path, operationId } = operation;
  if (kind === 'callback') return undefined;
  const name = operationId ?? `paths/${encodePointerToken(path.template)}/${method}`;
  return `${chooseGroup(operation, tags)}/${name.replaceAll('\\', '%5C').toLowerCase()}`;
}

function chooseGroup({ kind, operationId, tags: [tag] }: Operation, tags: readonly Tag[]): string {
  if (tag !== undefined) return formatTagRoute(tag, tags);
  if (kind === 'webhook') return '/webhooks';
  return operationId === undefined ? '' : '/other';
}

function formatTagRoute(name: string, tags: readonly Tag[]): string {
  const parent = tags.find((tag) => tag.name === name)?.parent;
  const start = parent === undefined ? '' : formatTagRoute(parent, tags);
  return `${start}/${slugify(name).toLowerCase()}`;
}

// Node loads a CommonJS package faster like this than by an import.
const slugify: typeof import('slugify').default = createRequire(import.meta.url)('slugify');

/** The tag below which Redoc's page shows the component schemas. */
export const schemaTag = 'Schemas';

// Redoc puts the name into a Markdoc tag. With other characters, it shows nothing.
const safeName = /^[\w.-]+$/;

/**
 * Returns the address of a component schema in Redoc's page, without `#`. Returns `undefined` if Redoc does not show
 * the schema.
 */
export function formatSchemaRoute(name: string): string | undefined {
  return safeName.test(name) ? `/${schemaTag.toLowerCase()}/${slugify(name).toLowerCase()}` : undefined;
}
