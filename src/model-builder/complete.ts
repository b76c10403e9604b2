import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, splitPointer } from '../diagnostics/origin.js';
import { type Link, listOperations, type Operation } from '../model/api.js';
import type { Discriminator, DiscriminatorMapping, KeywordSchema, Schema } from '../model/schema.js';
import type { BuildContext, Draft } from './context.js';
import { listAffectedOperations } from './gaps/gap-operations.js';
import type { ReadApi } from './read.js';
import { type CompleteSchemas, completeSchemas } from './schemas/complete-schemas.js';
import { bindDynamicReferences } from './schemas/dynamic-references.js';
import { addInheritance } from './schemas/inheritance.js';

/** The facts that the checks need, in addition to the model. */
export interface CompleteModel {
  /** Every operation once, including those of callbacks. */
  readonly operations: readonly Operation[];
  readonly index: OperationIndex;
  readonly schemas: CompleteSchemas;
}

/** Completes the model with the facts that depend on the whole description. Later stages do not change the model. */
export function completeModel(context: BuildContext, api: ReadApi): CompleteModel {
  const { gaps, schemas } = context;
  addImplicitNames(schemas.list);
  bindDynamicReferences(context);
  const complete = completeSchemas(context, schemas.list);
  gaps.closePlaces();
  const operations = listOperations(api);
  const index = indexOperations(operations);
  completeLinks(context, index);
  addInheritance(schemas.list);
  gaps.setOperations(gaps.isEmpty ? new Map() : listAffectedOperations(operations, api.tags));
  return { operations, index, schemas: complete };
}

/** Connects each link with the operation of its `operationId`. Reports ids that no operation has. */
function completeLinks(context: BuildContext, index: OperationIndex): void {
  for (const link of context.memos.links.list()) completeLink(context, link, index);
}

function completeLink(context: BuildContext, link: Draft<Link>, index: OperationIndex): void {
  const { operationId, origin } = link;
  if (operationId === undefined) return;
  const operation = index.get(operationId);
  if (operation) {
    link.operation ??= operation.origin;
    return;
  }
  const finding = { operationId, likely: findNearestName(operationId, index.keys()) };
  context.report('unknown-operation', buildChildOrigin(origin, 'operationId'), finding);
}

// Every schema may extend every other one, so the names could take more space than the description.
const mostNames = 100_000;

/**
 * Adds to each discriminator the names that its `mapping` leaves out (OpenAPI 3.2, 4.25.2 and 4.25.3). These are the
 * names of its alternatives. Without alternatives, they are those of the schemas that extend its schema by `allOf`,
 * directly or not. Adds at most 100,000 names of indirect extensions in total.
 */
function addImplicitNames(schemas: readonly Schema[]): void {
  const children = listChildren(schemas);
  let left = mostNames;
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || !schema.discriminator) continue;
    const alternatives = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    const targets =
      alternatives.length > 0 ? alternatives.flatMap(listReferred) : listDescendants(schema, children, left > 0);
    left -= targets.length;
    addNames(schema, schema.discriminator, targets);
  }
}

function addNames(schema: Draft<KeywordSchema>, discriminator: Discriminator, targets: readonly Schema[]): void {
  const named = new Set(discriminator.mapping.map((row) => row.schema));
  const values = new Set(discriminator.mapping.map((row) => row.value));
  const added: DiscriminatorMapping[] = [];
  for (const target of targets) {
    const value = nameSchema(target);
    if (named.has(target) || values.has(value)) continue;
    values.add(value);
    added.push({ value, schema: target, explicit: false });
  }
  if (added.length > 0) schema.discriminator = { ...discriminator, mapping: [...discriminator.mapping, ...added] };
}

function listReferred(schema: Schema): Schema[] {
  return schema.kind === 'keywords' && schema.ref ? [schema.ref] : [];
}

function nameSchema(schema: Schema): string {
  if (schema.component !== undefined) return schema.component;
  const { file, pointer } = schema.origin;
  const name = splitPointer(pointer).at(-1) ?? file.split('/').at(-1) ?? '';
  return pointer === '' ? name.replace(/\.[^.]*$/, '') : name;
}

function listChildren(schemas: readonly Schema[]): ReadonlyMap<Schema, readonly Schema[]> {
  const children = new Map<Schema, Schema[]>();
  for (const schema of schemas) {
    if (schema.kind !== 'keywords' || schema.component === undefined) continue;
    for (const parent of schema.allOf?.flatMap(listReferred) ?? [])
      children.set(parent, [...(children.get(parent) ?? []), schema]);
  }
  return children;
}

function listDescendants(schema: Schema, children: ReadonlyMap<Schema, readonly Schema[]>, isDeep: boolean): Schema[] {
  const found = new Set(children.get(schema));
  if (!isDeep) return [...found];
  for (const child of found) for (const grandchild of children.get(child) ?? []) found.add(grandchild);
  found.delete(schema);
  return [...found];
}

/** The first operation with each `operationId`. */
export type OperationIndex = ReadonlyMap<string, Operation>;

/** Indexes operations by their `operationId`. If several have the same id, the first counts. */
function indexOperations(operations: readonly Operation[]): OperationIndex {
  const index = new Map<string, Operation>();
  for (const operation of operations) {
    const { operationId } = operation;
    if (operationId !== undefined && !index.has(operationId)) index.set(operationId, operation);
  }
  return index;
}
