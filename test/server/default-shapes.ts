import type { JsonValue } from '../../src/model/element.js';

/** A schema with defaults, and how values without them are filled in. */
interface DefaultShape {
  readonly schema: JsonValue;
  /** The value that a caller passes to the client, with no more members than its type requires. */
  readonly sent: JsonValue;
  /** Values that lack more members, which the type of the client refuses. */
  readonly refused?: readonly JsonValue[];
  /** What the handler receives. */
  readonly received: JsonValue;
  /** A value with which a server may reply. No default is filled into it. */
  readonly reply: JsonValue;
}

const text = { type: 'string' };
const kind = { type: 'string', enum: ['asc', 'desc'], default: 'asc' };
const object = (properties: object, more: object = {}): JsonValue =>
  JSON.parse(JSON.stringify({ type: 'object', properties, ...more }));
const needsKind = object({ kind }, { required: ['kind'] });
const filled = { kind: 'asc' };
const ref = (name: string): JsonValue => ({ $ref: `#/components/schemas/${name}` });

const carParts = [{ type: 'object', required: ['seats'], properties: { seats: { type: 'integer', default: 5 } } }];
const tagged = (tag: string, properties: object, required: readonly string[] = []): JsonValue =>
  object({ tag: { type: 'string', const: tag, default: tag }, ...properties }, { required: ['tag', ...required] });

/** The schemas to which the shapes refer. */
export const sharedSchemas: { readonly [name: string]: JsonValue } = {
  Sort: kind,
  Anything: { description: 'No type.' },
  OrNull: { type: ['integer', 'null'] },
  Plain: { type: 'string', enum: ['asc', 'desc'] },
  NeedsKind: { type: 'object', required: ['kind'] },
  Cat: {
    type: 'object',
    required: ['pet', 'lives'],
    properties: { pet: text, lives: { type: 'integer', default: 9 }, name: text },
  },
  Dog: {
    type: 'object',
    required: ['pet', 'tricks'],
    properties: { pet: text, tricks: { type: 'array', items: text, default: [] } },
  },
  Vehicle: {
    type: 'object',
    required: ['vehicle', 'wheels'],
    properties: { vehicle: text, wheels: { type: 'integer', default: 4 } },
    discriminator: { propertyName: 'vehicle', mapping: { truck: '#/components/schemas/Lorry' } },
  },
  Car: { allOf: [{ $ref: '#/components/schemas/Vehicle' }, ...carParts] },
  Lorry: {
    allOf: [
      { $ref: '#/components/schemas/Vehicle' },
      { type: 'object', required: ['load'], properties: { load: { type: 'number', default: 0 } } },
    ],
  },
};

/** The shapes by the name of their schema. */
export const defaultShapes: { readonly [name: string]: DefaultShape } = {
  Optional: { schema: object({ kind }), sent: {}, received: filled, reply: {} },
  NeedsDefault: { schema: needsKind, sent: {}, received: filled, reply: filled },
  Reference: { schema: object({ kind: ref('Sort') }), sent: {}, received: filled, reply: {} },
  RequiredReference: {
    schema: object({ kind: ref('Sort') }, { required: ['kind'] }),
    sent: {},
    received: filled,
    reply: filled,
  },
  BehindAllOf: { schema: object({ kind: { allOf: [ref('Sort')] } }), sent: {}, received: filled, reply: {} },
  BesideReference: {
    schema: object({ kind: { $ref: '#/components/schemas/Plain', default: 'asc' } }, { required: ['kind'] }),
    sent: {},
    received: filled,
    reply: filled,
  },
  RequiredBeside: {
    schema: { allOf: [object({ kind }), { required: ['kind'] }] },
    sent: filled,
    refused: [{}],
    received: filled,
    reply: filled,
  },
  RequiredByBase: {
    schema: { allOf: [ref('NeedsKind'), object({ kind })] },
    sent: filled,
    refused: [{}],
    received: filled,
    reply: filled,
  },
  RequiredOfReference: {
    schema: { $ref: '#/components/schemas/Optional', required: ['kind'] },
    sent: {},
    received: filled,
    reply: filled,
  },
  OneOfNull: { schema: { anyOf: [needsKind, { type: 'null' }] }, sent: {}, received: filled, reply: filled },
  Alternatives: {
    schema: {
      oneOf: [
        object({ kind, a: text }, { required: ['kind', 'a'] }),
        object({ kind, b: text }, { required: ['kind', 'b'] }),
      ],
    },
    sent: { kind: 'asc', b: 'x' },
    refused: [{ b: 'x' }],
    received: { kind: 'asc', b: 'x' },
    reply: { kind: 'desc', b: 'x' },
  },
  ByDiscriminator: {
    schema: { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'pet' } },
    sent: { pet: 'Dog' },
    refused: [{}],
    received: { pet: 'Dog', tricks: [] },
    reply: { pet: 'Cat', lives: 9 },
  },
  ByMapping: {
    schema: {
      anyOf: [ref('Cat'), ref('Dog'), { type: 'null' }],
      discriminator: {
        propertyName: 'pet',
        mapping: {
          cat: '#/components/schemas/Cat',
          __proto__: 'x',
          dog: '#/components/schemas/Dog',
          constructor: 'Dog',
        },
      },
    },
    sent: { pet: 'cat' },
    received: { pet: 'cat', lives: 9 },
    reply: { pet: 'dog', tricks: [] },
  },
  ByTag: {
    schema: {
      oneOf: [
        tagged('cat', { kind }, ['kind']),
        tagged('dog', { kind: { type: 'string', default: 'other' } }, ['kind']),
        tagged('none', {}),
        { type: 'array', items: needsKind },
      ],
    },
    sent: { tag: 'dog' },
    refused: [{}, { kind: 'asc' }],
    received: { tag: 'dog', kind: 'other' },
    reply: [filled],
  },
  ByEnum: {
    schema: {
      anyOf: [
        object({ tag: { enum: ['a', 'b'] }, kind }, { required: ['tag', 'kind'] }),
        object({ tag: { enum: ['c'] }, inner: needsKind }, { required: ['tag', 'inner'] }),
      ],
    },
    sent: { tag: 'c', inner: {} },
    refused: [{ tag: 'c' }],
    received: { tag: 'c', inner: filled },
    reply: { tag: 'a', kind: 'asc' },
  },
  ArrayOfTagged: {
    schema: { type: 'array', items: { oneOf: [tagged('cat', { kind }, ['kind']), tagged('dog', { kind }, ['kind'])] } },
    sent: [{ tag: 'cat' }, { tag: 'dog', kind: 'desc' }],
    received: [
      { tag: 'cat', kind: 'asc' },
      { tag: 'dog', kind: 'desc' },
    ],
    reply: [],
  },
  ByType: {
    schema: { oneOf: [needsKind, { type: 'array', items: needsKind }, text] },
    sent: [{}],
    received: [filled],
    reply: 'x',
  },
  // Arrays of each alternative are valid, and only validation could distinguish them.
  ArraysOfBoth: {
    schema: {
      oneOf: [
        { type: 'array', items: tagged('cat', { kind }, ['kind']) },
        { type: 'array', items: tagged('dog', {}) },
      ],
    },
    sent: [{ tag: 'cat', kind: 'asc' }],
    refused: [[{ tag: 'cat' }]],
    received: [{ tag: 'cat', kind: 'asc' }],
    reply: [{ tag: 'dog' }],
  },
  TagNotRequired: {
    schema: {
      oneOf: [
        object({ tag: { const: 'cat' }, kind }, { required: ['kind'] }),
        object({ tag: { const: 'dog' }, kind, a: text }, { required: ['kind', 'a'] }),
      ],
    },
    sent: { tag: 'dog', kind: 'asc', a: 'x' },
    refused: [{ tag: 'dog', a: 'x' }],
    received: { tag: 'dog', kind: 'asc', a: 'x' },
    reply: { kind: 'asc' },
  },
  OverlappingTags: {
    schema: {
      anyOf: [
        object({ tag: { enum: ['a', 'b'] }, kind }, { required: ['tag', 'kind'] }),
        object({ tag: { enum: ['b', 'c'] }, a: text }, { required: ['tag', 'a'] }),
      ],
    },
    sent: { tag: 'a', kind: 'desc' },
    refused: [{ tag: 'a' }],
    received: { tag: 'a', kind: 'desc' },
    reply: { tag: 'b', a: 'x' },
  },
  Children: {
    schema: { $ref: '#/components/schemas/Vehicle' },
    sent: { vehicle: 'truck' },
    refused: [{}, { wheels: 4 }],
    received: { vehicle: 'truck', wheels: 4, load: 0 },
    reply: { vehicle: 'Car', wheels: 4, seats: 5 },
  },
  OptionalInAlternatives: {
    schema: { oneOf: [object({ kind, a: text }, { required: ['a'] }), object({ kind, b: text }, { required: ['b'] })] },
    sent: { b: 'x' },
    received: { kind: 'asc', b: 'x' },
    reply: { b: 'x' },
  },
  DefaultInAlternatives: {
    schema: {
      type: 'object',
      required: ['kind'],
      oneOf: [
        object({ kind: { type: 'string', const: 'cat', default: 'cat' } }),
        object({ kind: { type: 'string', const: 'dog', default: 'dog' } }),
      ],
    },
    sent: { kind: 'dog' },
    refused: [{}],
    received: { kind: 'dog' },
    reply: { kind: 'dog' },
  },
  RequiredInAlternatives: {
    schema: object(
      { a: { type: 'string', default: 'x' }, b: { type: 'string', default: 'y' } },
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ),
    sent: { b: 'z' },
    refused: [{}],
    received: { a: 'x', b: 'z' },
    reply: { b: 'z' },
  },
  Items: { schema: { type: 'array', items: needsKind }, sent: [{}], received: [filled], reply: [filled] },
  FirstItem: {
    schema: { type: 'array', prefixItems: [needsKind], minItems: 1, items: object({ kind }) },
    sent: [{ kind: 'desc' }, {}],
    refused: [[{}]],
    received: [{ kind: 'desc' }, filled],
    reply: [filled, {}],
  },
  FurtherItems: {
    schema: { type: 'array', unevaluatedItems: object({ kind }) },
    sent: [{}],
    received: [filled],
    reply: [{}],
  },
  FurtherItemsThatNeed: {
    schema: { type: 'array', unevaluatedItems: needsKind },
    sent: [{ kind: 'desc' }],
    refused: [[{}]],
    received: [{ kind: 'desc' }],
    reply: [filled],
  },
  Further: {
    schema: { type: 'object', additionalProperties: needsKind },
    sent: { x: {} },
    received: { x: filled },
    reply: { x: filled },
  },
  Unevaluated: {
    schema: { type: 'object', unevaluatedProperties: object({ kind }) },
    sent: { x: {} },
    received: { x: filled },
    reply: { x: {} },
  },
  ByPattern: {
    schema: { type: 'object', patternProperties: { '^x': needsKind } },
    sent: { x: { kind: 'desc' } },
    refused: [{ x: {} }],
    received: { x: { kind: 'desc' } },
    reply: { x: filled },
  },
  Recursive: {
    schema: object({ kind, next: ref('Recursive') }, { required: ['kind'] }),
    sent: { next: { next: {} } },
    received: { kind: 'asc', next: { kind: 'asc', next: filled } },
    reply: { kind: 'asc', next: filled },
  },
  Nested: {
    schema: object({ inner: object({ kind }, { default: {} }) }),
    sent: {},
    received: { inner: filled },
    reply: { inner: {} },
  },
  NullDefault: {
    schema: object({ kind: { type: ['string', 'null'], default: null } }, { required: ['kind'] }),
    sent: {},
    received: { kind: null },
    reply: { kind: null },
  },
  NullDefaultUntyped: {
    schema: object({ kind: { default: null } }, { required: ['kind'] }),
    sent: {},
    received: { kind: null },
    reply: { kind: null },
  },
  NullDefaultReferred: {
    schema: object({ kind: { $ref: '#/components/schemas/Anything', default: null } }, { required: ['kind'] }),
    sent: {},
    received: { kind: null },
    reply: { kind: null },
  },
  NullDefaultAlternative: {
    schema: object(
      { kind: { anyOf: [{ $ref: '#/components/schemas/OrNull' }, text], default: null } },
      { required: ['kind'] },
    ),
    sent: {},
    received: { kind: null },
    reply: { kind: null },
  },
  NullDefaultRefused: {
    schema: object({ kind: { not: { type: 'null' }, default: null } }),
    sent: {},
    received: {},
    reply: {},
  },
  ReadOnly: {
    schema: object(
      { kind: { ...kind, readOnly: true }, a: { type: 'string', default: 'x' } },
      { required: ['kind', 'a'] },
    ),
    sent: {},
    received: { a: 'x' },
    reply: { kind: 'asc', a: 'x' },
  },
  RequiredFurther: {
    schema: { type: 'object', required: ['x'], additionalProperties: { type: 'string', default: 'd' } },
    sent: { x: 'y' },
    refused: [{}],
    received: { x: 'y' },
    reply: { x: 'y' },
  },
  Conditional: {
    schema: object(
      { a: text, kind },
      JSON.parse(
        '{ "if": { "required": ["a"], "properties": { "a": { "const": "x" } } }, "then": { "required": ["kind"] } }',
      ),
    ),
    sent: { a: 'x', kind: 'desc' },
    received: { a: 'x', kind: 'desc' },
    reply: {},
  },
};
