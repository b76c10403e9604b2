/** A schema in which one keyword has very many members, and values that it accepts and refuses. */
interface LongList {
  readonly schema: object;
  readonly valid: unknown;
  readonly invalid: unknown;
}

const integer = { type: 'integer' };

/** Builds a schema for each keyword whose value is a list. Each list has `count` members. */
export function describeLongLists(count: number): Readonly<Record<string, LongList>> {
  const list = <Member>(each: (index: number) => Member): Member[] => Array.from({ length: count }, (_, i) => each(i));
  const map = (each: (index: number) => [string, unknown]): object => Object.fromEntries(list(each));
  const last = count - 1;
  const owner = (index: number): object => ({
    type: 'object',
    required: [`p${index}`],
    properties: { [`p${index}`]: integer },
  });
  const tagged = (index: number): object => ({
    type: 'object',
    required: ['kind', 'size'],
    properties: { kind: { const: `k${index}` }, size: { type: 'integer', minimum: index } },
  });
  const required = (name: string): object => ({ required: [name] });
  const isText = (index: number): object => ({ const: `v${index}` });
  const range = (index: number): object => ({ type: 'integer', minimum: 10 * index, maximum: 10 * index + 5 });
  const matches = (index: number): object => ({ type: 'string', pattern: `^p${index}_` });
  const object = { type: 'object' };
  const patternProperties = map((index) => [`^p${index}_`, integer]);
  return {
    ConstantsOneOf: { schema: { oneOf: list(isText) }, valid: `v${last}`, invalid: 'v' },
    ConstantsAnyOf: { schema: { anyOf: [...list(isText), integer] }, valid: 3, invalid: 'v' },
    ListsOneOf: { schema: { oneOf: list((i) => ({ enum: [`v${i}`, `v${i + 1}`] })) }, valid: 'v0', invalid: 'v1' },
    ConstantsNot: { schema: { not: { anyOf: list(isText) } }, valid: 'v', invalid: `v${last}` },
    Structures: { schema: { enum: list((i) => ({ a: [i] })) }, valid: { a: [last] }, invalid: { a: last } },
    RangesAnyOf: { schema: { anyOf: list(range) }, valid: 10 * last + 5, invalid: 6 },
    RangesOneOf: { schema: { oneOf: [...list(range), { type: 'number', maximum: 3 }] }, valid: 4, invalid: 3 },
    OwnersAnyOf: { schema: { anyOf: list(owner) }, valid: { [`p${last}`]: 1 }, invalid: { [`p${last}`]: '' } },
    OwnersOneOf: { schema: { oneOf: list(owner) }, valid: { [`p${last}`]: 1 }, invalid: { p0: 1, [`p${last}`]: 1 } },
    Tagged: {
      schema: { oneOf: list(tagged) },
      valid: { kind: `k${last}`, size: last },
      invalid: { kind: `k${last}`, size: 0 },
    },
    AllOf: { schema: { allOf: list((i) => required(`p${i}`)) }, valid: map((i) => [`p${i}`, 1]), invalid: { p0: 1 } },
    Conditions: {
      schema: { allOf: list((i) => ({ if: { not: required(`a${i}`) }, else: required(`b${i}`) })) },
      valid: { [`a${last}`]: 1, [`b${last}`]: 1 },
      invalid: { [`a${last}`]: 1 },
    },
    Dependent: {
      schema: { ...object, dependentRequired: map((i) => [`a${i}`, [`b${i}`]]) },
      valid: { [`a${last}`]: 1, [`b${last}`]: 1 },
      invalid: { [`a${last}`]: 1 },
    },
    DependentOnOne: {
      schema: { ...object, dependentRequired: { a: list((i) => `b${i}`) } },
      valid: { b0: 1 },
      invalid: { a: 1, b0: 1 },
    },
    DependentSchemas: {
      schema: { ...object, dependentSchemas: map((i) => [`a${i}`, owner(i)]) },
      valid: { [`a${last}`]: 1, [`p${last}`]: 1 },
      invalid: { [`a${last}`]: 1 },
    },
    Patterns: {
      schema: { ...object, patternProperties, additionalProperties: false },
      valid: { [`p${last}_`]: 1 },
      invalid: { q: 1 },
    },
    PatternsUnevaluated: {
      schema: { ...object, patternProperties, unevaluatedProperties: { type: 'string' } },
      valid: { [`p${last}_`]: 1, q: '' },
      invalid: { q: 1 },
    },
    PatternsAnyOf: { schema: { anyOf: list(matches) }, valid: `p${last}_`, invalid: 'p' },
    Unevaluated: {
      schema: { anyOf: list(owner), unevaluatedProperties: false },
      valid: { [`p${last}`]: 1 },
      invalid: { [`p${last}`]: 1, q: 1 },
    },
    UnevaluatedItems: {
      schema: { allOf: list((i) => ({ contains: { const: i } })), unevaluatedItems: { type: 'string' } },
      valid: [...list((i) => i), ''],
      invalid: [...list((i) => i), null],
    },
    PrefixItems: { schema: { type: 'array', prefixItems: list(() => integer) }, valid: [1], invalid: list(() => '') },
  };
}
