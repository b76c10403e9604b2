import { listComponents } from '../model/components.js';
import { followReference, listPartsInPlace } from '../model/in-place.js';
import { getJsonType } from '../model/json-type.js';
import { skipReferences } from '../model/positions.js';
import { type JsonType, type KeywordSchema, listValues, type Schema } from '../model/schema.js';
import { hasParts } from '../model/walk-schemas.js';
import type { ValueShape } from './plan.js';

/**
 * Returns the forms that a value of a schema can take, through references, `allOf`, `anyOf` and `oneOf`, with the
 * members that conditions add. Returns `any` if they are unknown.
 */
export function buildShape(schema: Schema): ValueShape {
  return readInside(schema, []);
}

/** Lists the alternatives of a shape: the members of a union, or the shape itself. */
export function listShapes(shape: ValueShape): readonly Exclude<ValueShape, { kind: 'union' }>[] {
  return shape.kind === 'union' ? shape.of.flatMap(listShapes) : [shape];
}

/** Returns whether `null` is the only value of a shape. */
export function isNull(shape: ValueShape): boolean {
  return shape.kind === 'primitive' && shape.types.every((type) => type === 'null');
}

/** Returns whether every value of a shape is a string. */
export function isText(shape: ValueShape): boolean {
  return listShapes(shape).every((one) => one.kind === 'primitive' && one.types.every((type) => type === 'string'));
}

/** Lists the alternatives of a schema (`anyOf`, or else `oneOf`) except those that allow only `null`. */
export function listAlternativesBesideNull({ anyOf, oneOf }: KeywordSchema): readonly Schema[] {
  return (anyOf ?? oneOf ?? []).filter((schema) => !listShapes(buildShape(schema)).every(isNull));
}

/**
 * Returns the schema of the items of an array, through references. Returns `undefined` if a value may be something
 * other than an array.
 */
export function findItem(schema: Schema): Schema | undefined {
  const { schema: end } = followReference(schema, (at) => (at.items ? undefined : findOnlyPart(at)));
  if (end.kind !== 'keywords' || !end.items) return undefined;
  return listShapes(buildShape(schema)).every(({ kind }) => kind === 'array') ? end.items : undefined;
}

/** Returns the schema to which a schema refers, or the only member of its `allOf`. */
export function findOnlyPart({ ref, allOf }: KeywordSchema): Schema | undefined {
  return ref ?? (allOf?.length === 1 ? allOf[0] : undefined);
}

const anyShape: ValueShape = { kind: 'any' };
const noShape: ValueShape = { kind: 'union', of: [] };
const anything: ReadShape = () => anyShape;

type ReadShape = () => ValueShape;

/** Returns the shapes of the items and members of a value. Each is read when it is needed. */
type ReadPart = (part: Schema) => ReadShape;

// `outer` are the schemas of the values that contain this one. A value that its own schema describes again, which may
// have any depth, counts as any value.
function readInside(part: Schema, outer: readonly Schema[]): ValueShape {
  const root = skipReferences(part);
  if (outer.includes(root)) return anyShape;
  const known = new Map<Schema, ValueShape>();
  const shapeOf = (applied: Schema): ValueShape => known.get(applied) ?? anyShape;
  const read: ReadPart = (inner) => (isAnything(inner) ? anything : () => readInside(inner, [...outer, root]));
  const listParts = (schema: Schema): readonly Schema[] =>
    listPartsInPlace(schema, { alternatives: true, branches: true });
  for (const { nodes } of listComponents([root], listParts))
    for (const node of nodes) if (node.kind === 'keywords') known.set(node, readForms(node, shapeOf, read));
  return orAny(shapeOf(root));
}

function isAnything(schema: Schema): boolean {
  return schema.kind !== 'keywords' || !(hasParts(schema) || schema.types || listImpliedTypes(schema));
}

// A schema without a valid value says nothing about the forms of values.
function orAny(shape: ValueShape): ValueShape {
  return listShapes(shape).length === 0 ? anyShape : shape;
}

function readForms(schema: KeywordSchema, shapeOf: (part: Schema) => ValueShape, read: ReadPart): ValueShape {
  const parts = [readOwn(schema, read), ...listPartsInPlace(schema).map(shapeOf)];
  for (const members of [schema.anyOf, schema.oneOf]) if (members) parts.push(uniteShapes(members.map(shapeOf)));
  const whole = parts.reduce(intersectShapes);
  const { dependentSchemas = [], then, else: otherwise } = schema;
  const branches = [then ?? [], otherwise ?? [], dependentSchemas.map((branch) => branch.schema)].flat();
  return addMembers(whole, branches.map(shapeOf).flatMap(listShapes));
}

// Adds the members that only a condition describes. A condition changes nothing else about the forms of a value.
function addMembers(whole: ValueShape, branches: readonly ValueShape[]): ValueShape {
  const added = new Map<string, ReadShape>();
  for (const branch of branches) {
    if (branch.kind !== 'object') continue;
    for (const [name, read] of branch.properties) {
      const before = added.get(name);
      added.set(name, before ? () => uniteShapes([before(), read()]) : read);
    }
  }
  if (added.size === 0) return whole;
  return uniteShapes(
    listShapes(whole).map((shape) =>
      shape.kind === 'object'
        ? { ...shape, properties: new Map([...shape.properties, ...added, ...shape.properties]) }
        : shape,
    ),
  );
}

function readOwn(schema: KeywordSchema, read: ReadPart): ValueShape {
  const types = schema.types ?? listImpliedTypes(schema);
  if (!types) return anyShape;
  const all: ValueShape[] = [{ kind: 'primitive', types: types.filter(isPrimitiveType) }];
  if (types.includes('array')) {
    const items = [...(schema.prefixItems ?? []), ...(schema.items ? [schema.items] : [])];
    all.push({ kind: 'array', items: uniteParts(items, read) ?? anything });
  }
  if (types.includes('object')) all.push(readObject(schema, read));
  return uniteShapes(all);
}

// Without `type`, the listed values or the other keywords determine the types.
function listImpliedTypes(schema: KeywordSchema): readonly JsonType[] | undefined {
  const values = listValues(schema);
  if (values) return [...new Set(values.map(getJsonType))];
  if (schema.properties ?? schema.patternProperties ?? schema.required) return ['object'];
  if (schema.items ?? schema.prefixItems) return ['array'];
  return undefined;
}

function isPrimitiveType(type: JsonType): type is Exclude<JsonType, 'array' | 'object'> {
  return type !== 'array' && type !== 'object';
}

function uniteParts(parts: readonly Schema[], read: ReadPart): ReadShape | undefined {
  const [first, ...others] = parts.map(read);
  return first && others.length > 0 ? () => uniteShapes([first, ...others].map((one) => one())) : first;
}

// An object has further members only if the description has a schema for them, or if it describes no member at all.
function readObject(schema: KeywordSchema, read: ReadPart): ValueShape {
  const { properties = [], patternProperties = [], additionalProperties } = schema;
  const isClosed = additionalProperties?.kind === 'boolean' && !additionalProperties.value;
  const further = [
    ...patternProperties.map((pattern) => pattern.schema),
    ...(additionalProperties && !isClosed ? [additionalProperties] : []),
  ];
  const additional = uniteParts(further, read) ?? (properties.length === 0 && !isClosed ? anything : undefined);
  const members = new Map(properties.map(({ name, schema: property }) => [name, read(property)]));
  return { kind: 'object', properties: members, ...(additional && { additional }) };
}

function uniteShapes(shapes: readonly ValueShape[]): ValueShape {
  const flat = shapes.flatMap(listShapes);
  if (flat.some((shape) => shape.kind === 'any')) return anyShape;
  const types = [...new Set(flat.flatMap((shape) => (shape.kind === 'primitive' ? shape.types : [])))];
  const structures = flat.filter((shape) => shape.kind !== 'primitive');
  const of: ValueShape[] = [...structures, ...(types.length > 0 ? [{ kind: 'primitive' as const, types }] : [])];
  const [only = noShape] = of;
  return of.length > 1 ? { kind: 'union', of } : only;
}

function intersectShapes(a: ValueShape, b: ValueShape): ValueShape {
  if (a.kind === 'any') return b;
  if (b.kind === 'any') return a;
  return uniteShapes(listShapes(a).flatMap((one) => listShapes(b).map((other) => intersectPair(one, other))));
}

function intersectPair(a: ValueShape, b: ValueShape): ValueShape {
  if (a.kind === 'primitive' && b.kind === 'primitive') {
    const types = a.types.filter(
      (type) => b.types.includes(type) || (type === 'integer' && b.types.includes('number')),
    );
    if (b.types.includes('integer') && a.types.includes('number') && !types.includes('integer')) types.push('integer');
    return { kind: 'primitive', types };
  }
  if (a.kind === 'array' && b.kind === 'array') return { kind: 'array', items: intersectParts(a.items, b.items) };
  if (a.kind === 'object' && b.kind === 'object') return intersectObjects(a, b);
  return noShape;
}

function intersectParts(a: ReadShape, b: ReadShape): ReadShape {
  return () => orAny(intersectShapes(a(), b()));
}

type ObjectShape = Extract<ValueShape, { kind: 'object' }>;

function intersectObjects(a: ObjectShape, b: ObjectShape): ValueShape {
  if (isFree(a)) return b;
  if (isFree(b)) return a;
  const properties = new Map(a.properties);
  for (const [name, read] of b.properties) {
    const known = properties.get(name);
    properties.set(name, known ? intersectParts(known, read) : read);
  }
  const additional = a.additional ?? b.additional;
  return { kind: 'object', properties, ...(additional && { additional }) };
}

function isFree({ properties, additional }: ObjectShape): boolean {
  return properties.size === 0 && additional === anything;
}
