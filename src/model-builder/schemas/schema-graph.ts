import { formatOrigin, type Origin } from '../../diagnostics/origin.js';
import { formatKind } from '../../diagnostics/show-text.js';
import { isObject, type ObjectValue } from '../../model/element.js';
import type { BooleanSchema, KeywordSchema, NotShownSchema, Schema } from '../../model/schema.js';
import { partRows, type SchemaMember } from '../../model/schema-keywords.js';
import {
  type BuildContext,
  buildSchema,
  type Draft,
  getPlaceKey,
  type Node,
  type PlaceName,
  type Schemas,
} from '../context.js';
import { readElement, readIdentifier, readTransitions } from '../gaps/element.js';
import { ObjectReader } from '../object-reader.js';
import { reportIgnoredSiblings } from '../reference.js';
import type { SchemaDraft, SchemaReader } from './schema-draft.js';
import { keywordReaders } from './schema-keywords.js';
import { readSchemaReference } from './schema-reference.js';

const none: readonly never[] = [];

type ObjectDraft = Draft<KeywordSchema> | Draft<NotShownSchema>;
type AnyDraft = ObjectDraft | Draft<BooleanSchema>;

/**
 * The schemas of the description, one object per place. A schema is returned at once and completed later, so that
 * cycles and long chains of references need no recursion.
 */
export class SchemaGraph implements Schemas {
  readonly #context: BuildContext;
  /** The schemas by the key of `getPlaceKey`, and those that are added, by `formatOrigin`. */
  readonly #byPlace = new Map<unknown, AnyDraft>();
  readonly #list: AnyDraft[] = [];
  /** The schemas whose reading waits. */
  #waiting: { readonly schema: ObjectDraft; readonly value: ObjectValue }[] = [];

  readonly dynamic: Schemas['dynamic'] = { anchors: new Map(), references: new Map() };

  constructor(context: BuildContext) {
    this.#context = context;
  }

  /** Every schema requested so far, in the order of the requests. */
  get list(): readonly Schema[] {
    return this.#list;
  }

  /** Returns the schema at a place. It is complete only after `complete`. */
  at(node: Node, name?: PlaceName): Schema {
    const key = getPlaceKey(node);
    let schema = this.#byPlace.get(key);
    if (schema === undefined) {
      schema = this.#begin(node);
      this.#addAt(key, schema);
    }
    if (name?.component !== undefined) schema.component = name.component;
    if (name?.definition !== undefined) schema.definition = name.definition;
    return schema;
  }

  /**
   * Returns an entry of the map or list of schemas at `place`, which a reference replaces. The entry is at another
   * place, and the model refers to it. This way, only references can form circles.
   */
  entry(place: Origin, node: Node): Schema {
    const { pointer } = node.origin;
    const origin: Origin = { file: place.file, pointer: place.pointer + pointer.slice(pointer.lastIndexOf('/')) };
    const known = this.#byPlace.get(formatOrigin(origin));
    return known ?? this.add(buildSchema(origin, { ref: this.at(node) }));
  }

  /** Adds a schema that results from a reading of the description, at a place that is not a schema itself. */
  add(schema: KeywordSchema | NotShownSchema): Schema {
    this.#addAt(formatOrigin(schema.origin), schema);
    return schema;
  }

  /** Completes the schemas that were returned. Returns `false` if there were no incomplete schemas. */
  complete(): boolean {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { schema, value } of waiting) {
      if (schema.kind === 'keywords') readKeywords(this.#context, value, schema);
      else readNotShownSchema(this.#context, value, schema);
    }
    return waiting.length > 0;
  }

  #addAt(key: unknown, schema: AnyDraft): void {
    this.#byPlace.set(key, schema);
    this.#list.push(schema);
  }

  #begin(node: Node): AnyDraft {
    const { origin, value } = node;
    if (typeof value === 'boolean') return { kind: 'boolean', value, origin, notShown: none, source: none };
    if (!isObject(value)) {
      this.#reportKind(node);
      return { kind: 'boolean', value: true, origin, notShown: none, source: none };
    }
    const gap = this.#context.gaps.findShape(value);
    const schema: ObjectDraft = gap
      ? { kind: 'not-shown', gap, origin, notShown: none, source: none }
      : { kind: 'keywords', origin, notShown: none, source: none };
    this.#waiting.push({ schema, value });
    return schema;
  }

  #reportKind({ origin, value }: Node): void {
    if (value === null) this.#context.report('empty-schema', origin, {}, 'key');
    else this.#context.report('wrong-kind', origin, { variant: 'schema', found: formatKind(value) });
  }
}

/** Completes a schema whose shape is not shown. It has texts and gaps, but no keyword that constrains it. */
function readNotShownSchema(context: BuildContext, value: ObjectValue, schema: Draft<NotShownSchema>): void {
  const { origin } = schema;
  const reader = new ObjectReader(context, 'Schema Object', origin, value);
  const title = reader.text('title');
  const description = reader.text('description');
  if (title !== undefined) schema.title = title;
  if (description !== undefined) schema.description = description;
  reader.data('$comment');
  const { notShown, source } = readElement(reader);
  schema.notShown = notShown;
  schema.source = source;
  const identifier = readIdentifier(reader);
  if (identifier !== undefined) schema.identifier = identifier;
  const beside = Object.keys(value).filter((keyword) => !texts.includes(keyword) && !keyword.startsWith('x-'));
  for (const keyword of beside) reader.ignore(keyword);
  const [first] = beside;
  if (first !== undefined) {
    const finding = { id: schema.gap.id, keywords: beside.join("', '") };
    context.report('shape-beside-keywords', reader.at(first), finding, 'key');
  }
  reader.close();
}

const texts = ['title', 'description', '$comment'];

/** Completes the schema at `origin` from its keywords (Schema Object, OpenAPI 3.2, 4.24). */
function readKeywords(context: BuildContext, value: ObjectValue, schema: Draft<KeywordSchema>): void {
  const { origin } = schema;
  const reader = new ObjectReader(context, 'Schema Object', origin, value);
  const reference = value['$ref'];
  if (reference !== undefined) {
    const target = readSchemaReference(reader);
    if (target) schema.ref = target;
    // OpenAPI 3.0, 4.7.23: keywords beside the reference are ignored.
    if (context.version === '3.0' && reference !== null) {
      reportIgnoredSiblings(reader, ['$ref']);
      return;
    }
  }
  for (const keyword in value) keywordReaders.get(keyword)?.(schema, reader);
  if (context.version === '3.0' && schema.types?.includes('array') && !reader.has('items'))
    reader.reportAbsent('items', 'items');
  addNullable(schema, reader);
  readExtensions(schema, reader);
  reader.close();
}

function readExtensions(schema: Draft<KeywordSchema>, reader: ObjectReader<'Schema Object'>): void {
  const { notShown, source } = readElement(reader);
  schema.notShown = notShown;
  schema.source = source;
  const identifier = readIdentifier(reader);
  if (identifier !== undefined) schema.identifier = identifier;
  const transitions = readTransitions(reader);
  if (transitions) schema.transitions = transitions;
}

/**
 * Converts `nullable: true` of OpenAPI 3.0 to JSON Schema 2020-12: the type `null`, and an alternative for null if
 * other keywords forbid it. Some authors write `nullable` beside `allOf`, or beside an `enum` that does not list null.
 * They mean that the value may be null, so null is allowed.
 */
function addNullable(schema: SchemaDraft, reader: SchemaReader): void {
  const { nullable } = reader.value;
  if (nullable === undefined) return;
  const { context } = reader;
  const isNullable = nullable === true || nullable === 'true';
  if (context.version !== '3.0') {
    const variant = isNullable ? 'nullable' : 'without-effect';
    const finding = { variant, keyword: 'nullable', version: context.version, since: '3.0' } as const;
    context.report('other-version-keyword', reader.at('nullable'), finding, 'key');
  }
  if (!isNullable) return;
  if (schema.types && !schema.types.includes('null')) schema.types = [...schema.types, 'null'];
  const beside: string[] = [];
  if (schema.enum && !schema.enum.includes(null)) {
    schema.enum = [...schema.enum, null];
    beside.push('enum');
  }
  beside.push(...addAlternative(schema, reader));
  if (!schema.types && !schema.enum && beside.length === 0) beside.push(...addImpliedType(schema));
  if (!schema.types && !schema.enum && beside.length === 0)
    context.report('no-effect', reader.at('nullable'), { variant: 'nullable' }, 'key');
  if (beside.length > 0) context.report('null-added', reader.at('nullable'), { beside: beside.join("', '") }, 'key');
}

// OpenAPI 3.0.4, 4.7.24: `nullable` needs a type. Authors mean the type to which these keywords apply.
function addImpliedType(schema: SchemaDraft): string[] {
  const members = ['properties', 'additionalProperties', 'required'] as const;
  const found = members.find((keyword) => schema[keyword] !== undefined);
  if (found) schema.types = ['object', 'null'];
  else if (schema.items) schema.types = ['array', 'null'];
  return found ? [found] : schema.items ? ['items'] : [];
}

// The keywords whose schemas may forbid null.
const forbidding = partRows.filter(({ applies }) => applies === 'always' || applies === 'alternative');

/** Adds an alternative for null to each keyword that may forbid null. Returns these keywords. */
function addAlternative(schema: SchemaDraft, reader: SchemaReader): string[] {
  const inner: Draft<KeywordSchema> = buildSchema(schema.origin, {});
  const moved: string[] = [];
  const move = <K extends SchemaMember>(member: K, keyword: string): void => {
    const value = schema[member];
    if (value === undefined || value === null) return;
    inner[member] = value;
    delete schema[member];
    moved.push(keyword);
  };
  for (const { member, keyword } of forbidding) move(member, keyword);
  move('const', 'const');
  const [first] = moved;
  if (first === undefined) return moved;
  if (schema.discriminator) inner.discriminator = schema.discriminator;
  delete schema.discriminator;
  inner.origin = reader.at(first);
  const { schemas } = reader.context;
  schema.anyOf = [schemas.add(inner), schemas.add(buildSchema(reader.at('nullable'), { types: ['null'] }))];
  return moved;
}
