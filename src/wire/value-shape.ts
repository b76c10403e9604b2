import { followReference, listPartsInPlace } from '../model/in-place.js';
import { getJsonType } from '../model/json-type.js';
import { skipReferences } from '../model/positions.js';
import { type JsonType, type KeywordSchema, listValues, type Schema } from '../model/schema.js';
import type { ValueShape } from './plan.js';

/**
 * Returns the forms that a value of a schema can take, through references, `allOf`, `anyOf` and `oneOf`, with the
 * members that conditions add. Returns `any` if they are unknown.
 */
export function buildShape(schema: Schema): ValueShape {
  return readShape(schema, { open: new Map(), inner: new Map(), outermost: 0 }) ?? anyShape;
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

// Schemas do not change, so each is read once. `null`: the schema has no valid value.
const shapes = new WeakMap<Schema, ValueShape | null>();

// No real description needs this much structure. A schema with more is hostile.
const maxDepth = 40;

/** The schemas that are being read, outermost first. A reference to one of them counts as any value. */
interface Reading {
  readonly open: Map<Schema, number>;
  /** The results for which an outer schema counted as any value, in order. They are valid only inside that schema. */
  readonly inner: Map<Schema, { readonly shape: ValueShape | undefined; readonly outermost: number }>;
  /** The depth of the outermost schema that counted as any value while the innermost open schema was read. */
  outermost: number;
}

function readShape(part: Schema, reading: Reading): ValueShape | undefined {
  const { open, inner } = reading;
  // A chain of references adds no structure, however long it is.
  const schema = skipReferences(part);
  const depth = open.size;
  if (schema.kind !== 'keywords' || depth > maxDepth) return anyShape;
  const known = shapes.get(schema);
  if (known !== undefined) return known ?? undefined;
  const read = inner.get(schema);
  const opened = open.get(schema) ?? read?.outermost;
  if (opened !== undefined) {
    reading.outermost = Math.min(reading.outermost, opened);
    return read ? read.shape : anyShape;
  }
  const before = { outermost: reading.outermost, count: inner.size };
  reading.outermost = depth;
  open.set(schema, depth);
  const shape = readParts(schema, (part) => readShape(part, reading));
  open.delete(schema);
  if (reading.outermost < depth) inner.set(schema, { shape, outermost: reading.outermost });
  else {
    shapes.set(schema, shape ?? null);
    // For these results, this schema counted as any value, so they are no longer valid.
    if (inner.size > before.count) for (const each of [...inner.keys()].slice(before.count)) inner.delete(each);
  }
  reading.outermost = Math.min(reading.outermost, before.outermost);
  return shape;
}

function readParts(schema: KeywordSchema, read: (part: Schema) => ValueShape | undefined): ValueShape | undefined {
  const unite = (parts: readonly Schema[]): ValueShape | undefined =>
    uniteShapes(parts.flatMap((part) => read(part) ?? []));
  const parts: (ValueShape | undefined)[] = [readOwn(schema, read)];
  for (const part of listPartsInPlace(schema)) parts.push(read(part));
  if (schema.anyOf) parts.push(unite(schema.anyOf));
  if (schema.oneOf) parts.push(unite(schema.oneOf));
  let whole: ValueShape | undefined = anyShape;
  for (const part of parts) whole = whole && part && intersectShapes(whole, part);
  const { dependentSchemas = [], then, else: otherwise } = schema;
  const branches = [then ?? [], otherwise ?? [], dependentSchemas.map((branch) => branch.schema)].flat();
  return whole && addMembers(whole, unite(branches));
}

// Adds the members that only a condition describes. A condition changes nothing else about the forms of a value.
function addMembers(whole: ValueShape, branch: ValueShape | undefined): ValueShape {
  const members = (branch ? listShapes(branch) : []).flatMap((shape) =>
    shape.kind === 'object' ? shape.properties : [],
  );
  if (members.length === 0) return whole;
  const shapes = listShapes(whole).map((shape) => {
    if (shape.kind !== 'object') return shape;
    const known = new Set(shape.properties.map(({ name }) => name));
    const added = new Map<string, ValueShape>();
    for (const { name, shape: one } of members) {
      const before = added.get(name);
      if (!known.has(name)) added.set(name, (before && uniteShapes([before, one])) ?? one);
    }
    return { ...shape, properties: [...shape.properties, ...[...added].map(([name, one]) => ({ name, shape: one }))] };
  });
  return uniteShapes(shapes) ?? whole;
}

function readOwn(schema: KeywordSchema, read: (part: Schema) => ValueShape | undefined): ValueShape | undefined {
  const types = schema.types ?? listImpliedTypes(schema);
  if (!types) return anyShape;
  const all: ValueShape[] = [{ kind: 'primitive', types: types.filter(isPrimitiveType) }];
  if (types.includes('array')) all.push({ kind: 'array', items: readItems(schema, read) });
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

function readItems(schema: KeywordSchema, read: (part: Schema) => ValueShape | undefined): ValueShape {
  const parts = [...(schema.prefixItems ?? []), ...(schema.items ? [schema.items] : [])];
  return parts.length === 0 ? anyShape : (uniteShapes(parts.flatMap((part) => read(part) ?? [])) ?? anyShape);
}

// An object has further members only if the description has a schema for them, or if it describes no member at all.
function readObject(schema: KeywordSchema, read: (part: Schema) => ValueShape | undefined): ValueShape {
  const { properties = [], patternProperties = [], additionalProperties } = schema;
  const isClosed = additionalProperties?.kind === 'boolean' && !additionalProperties.value;
  const further = [
    ...patternProperties.map((pattern) => pattern.schema),
    ...(additionalProperties && !isClosed ? [additionalProperties] : []),
  ].flatMap((part) => read(part) ?? []);
  const additional = uniteShapes(further) ?? (properties.length === 0 && !isClosed ? anyShape : undefined);
  return {
    kind: 'object',
    properties: properties.map(({ name, schema: property }) => ({ name, shape: read(property) ?? anyShape })),
    ...(additional && { additional }),
  };
}

function uniteShapes(shapes: readonly ValueShape[]): ValueShape | undefined {
  const flat = shapes.flatMap(listShapes);
  if (flat.some((shape) => shape.kind === 'any')) return anyShape;
  const types = [...new Set(flat.flatMap((shape) => (shape.kind === 'primitive' ? shape.types : [])))];
  const structures = flat.filter((shape) => shape.kind !== 'primitive');
  const of: ValueShape[] = [...structures, ...(types.length > 0 ? [{ kind: 'primitive' as const, types }] : [])];
  return of.length > 1 ? { kind: 'union', of } : of[0];
}

function intersectShapes(a: ValueShape, b: ValueShape): ValueShape | undefined {
  if (a.kind === 'any') return b;
  if (b.kind === 'any') return a;
  return uniteShapes(listShapes(a).flatMap((one) => listShapes(b).flatMap((other) => intersectPair(one, other) ?? [])));
}

function intersectPair(a: ValueShape, b: ValueShape): ValueShape | undefined {
  if (a.kind === 'primitive' && b.kind === 'primitive') {
    const types = a.types.filter(
      (type) => b.types.includes(type) || (type === 'integer' && b.types.includes('number')),
    );
    if (b.types.includes('integer') && a.types.includes('number') && !types.includes('integer')) types.push('integer');
    return { kind: 'primitive', types };
  }
  if (a.kind === 'array' && b.kind === 'array') {
    return { kind: 'array', items: intersectShapes(a.items, b.items) ?? anyShape };
  }
  if (a.kind === 'object' && b.kind === 'object') return intersectObjects(a, b);
  return undefined;
}

type ObjectShape = Extract<ValueShape, { kind: 'object' }>;

function intersectObjects(a: ObjectShape, b: ObjectShape): ValueShape {
  if (isFree(a)) return b;
  if (isFree(b)) return a;
  const properties = new Map(a.properties.map(({ name, shape }) => [name, shape]));
  for (const { name, shape } of b.properties) {
    const known = properties.get(name);
    properties.set(name, known ? (intersectShapes(known, shape) ?? anyShape) : shape);
  }
  const additional = a.additional ?? b.additional;
  return {
    kind: 'object',
    properties: [...properties].map(([name, shape]) => ({ name, shape })),
    ...(additional && { additional }),
  };
}

function isFree({ properties, additional }: ObjectShape): boolean {
  return properties.length === 0 && additional?.kind === 'any';
}

type PrimitiveTypes = Extract<ValueShape, { kind: 'primitive' }>['types'];

/** Changes the types of all primitive values in a shape. */
export function changeTypes(shape: ValueShape, change: (types: PrimitiveTypes) => PrimitiveTypes): ValueShape {
  const inside = (part: ValueShape): ValueShape => changeTypes(part, change);
  switch (shape.kind) {
    case 'primitive':
      return { kind: 'primitive', types: change(shape.types) };
    case 'array':
      return { kind: 'array', items: inside(shape.items) };
    case 'union':
      return { kind: 'union', of: shape.of.map(inside) };
    case 'object':
      return {
        ...shape,
        properties: shape.properties.map(({ name, shape: one }) => ({ name, shape: inside(one) })),
        ...(shape.additional && { additional: inside(shape.additional) }),
      };
    default:
      return shape;
  }
}
