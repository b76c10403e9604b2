import { type GapKind, gapKinds, type JsonObject } from '../../model/element.js';
import type { ProductExtension } from './product-extensions.js';

/** A gap as it is written in full. */
interface WrittenGap extends JsonObject {
  readonly id: string;
  readonly kind: GapKind;
  readonly question: string;
  readonly source: string;
  readonly known?: string | readonly string[];
  readonly guess?: string;
  readonly owner?: string;
  readonly issue?: string;
  readonly since?: string;
}

/** The values of the extensions after the check. */
export interface ExtensionValues {
  /** The entries are checked one by one. */
  'x-not-shown': readonly unknown[];
  'x-source': string | readonly string[];
  'x-transitions': readonly {
    readonly from: string;
    readonly operation: string;
    readonly to: string | null;
    readonly effect?: string;
    readonly condition?: string;
  }[];
  'x-requires': { readonly header: string };
  'x-pagination': JsonObject & {
    readonly parameters: { readonly page?: string; readonly limit?: string };
    readonly response: {
      readonly items: string;
      readonly total?: string;
      readonly page?: string;
      readonly limit?: string;
    };
  };
  'x-identifier': string;
  /** An entry of `x-not-shown` that names a gap by its id. */
  id: string;
  /** An entry of `x-not-shown` that contains the gap in full. */
  gap: WrittenGap;
  'x-resolved': readonly {
    readonly id: string;
    readonly question?: string;
    readonly answer: string;
    readonly source: string;
    readonly date?: string;
  }[];
}

const text = { type: 'string', pattern: '\\S' };
const id = { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' };
const texts = { type: ['string', 'array'], pattern: '\\S', minItems: 1, items: text };

const date = { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' };
const address = { type: 'string', pattern: '^https?://[^\\s/]\\S*$' };
const requiredFields = ['id', 'kind', 'question', 'source'];

function record<P extends object>(properties: P, required: readonly string[]): ObjectSchema<P> {
  return { type: 'object', properties, required, additionalProperties: false };
}

interface ObjectSchema<P extends object> {
  readonly type: string;
  readonly properties: P;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}

const fields = { page: text, limit: text };
const transition = record(
  { from: text, operation: text, to: { type: ['string', 'null'], pattern: '\\S' }, effect: text, condition: text },
  ['from', 'operation', 'to'],
);
const requirement = record({ header: text }, ['header']);
const pagination = record(
  {
    parameters: { ...record(fields, []), minProperties: 1 },
    response: record({ ...fields, items: text, total: text }, ['items']),
  },
  ['parameters', 'response'],
);
const tombstone = record({ id, question: text, answer: text, source: text, date }, ['id', 'answer', 'source']);

/** The parts that are checked separately: the extensions, and the two forms of an entry of `x-not-shown`. */
export type ExtensionPart = keyof ExtensionValues;

/** The JSON Schema of each extension. An entry of `x-not-shown` is checked separately, as an id or as a gap. */
export const extensionSchemas: { readonly [E in ExtensionPart]: object } = {
  'x-not-shown': { type: 'array', minItems: 1, items: { type: ['string', 'object'] } },
  id,
  gap: {
    ...record(
      {
        id,
        kind: { enum: gapKinds },
        question: text,
        source: text,
        known: texts,
        guess: text,
        owner: text,
        issue: address,
        since: date,
      },
      requiredFields,
    ),
    patternProperties: { '^x-': true },
  },
  'x-source': texts,
  'x-transitions': { type: 'array', minItems: 1, items: transition },
  'x-requires': requirement,
  'x-pagination': pagination,
  'x-identifier': { type: 'string', pattern: '^[\\p{ID_Start}$_][\\p{ID_Continue}$]*$' },
  'x-resolved': { type: 'array', items: tombstone },
};

const hasMember = ({ properties }: ObjectSchema<object>): object => ({
  type: 'object',
  anyOf: Object.keys(properties).map((name) => ({ required: [name] })),
});
// A number is a text without quotes.
const scalar = { type: ['string', 'number'] };
const oneOrMore = (form: object): object => ({
  anyOf: [form, { type: 'array', maxItems: 0 }, { type: 'array', contains: form }],
});

/**
 * The JSON Schemas of the values that are meant for Lacuna, although they can have mistakes: those that have a member or
 * the type of its form. Other values under the name of an extension belong to another tool.
 */
export const ownForms: { readonly [E in ProductExtension]: object } = {
  // No other tool uses this name, and a question must not be lost.
  'x-not-shown': {},
  'x-source': oneOrMore(scalar),
  'x-transitions': oneOrMore(hasMember(transition)),
  'x-requires': hasMember(requirement),
  'x-pagination': hasMember(pagination),
  'x-identifier': scalar,
  'x-resolved': oneOrMore(hasMember(tombstone)),
  'x-resolves': scalar,
};
