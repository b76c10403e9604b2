import type { Origin } from '../diagnostics/origin.js';
import type { Element, ExternalDocs, JsonValue } from './element.js';
import type { NotShown } from './not-shown.js';

/**
 * A schema. It *is* its origin: the same place reached by two references is the same object, so the graph may have
 * cycles; compare schemas by identity. No cycle leads along keywords that apply to the same value (`$ref`, `allOf`,
 * `anyOf` …). Because there are three kinds, each emitter has to decide what it does with an unknown shape.
 */
export type Schema = KeywordSchema | BooleanSchema | NotShownSchema;

/** `true` (and `{}` without any keyword stays a `KeywordSchema`) or `false` as a schema. */
export interface BooleanSchema extends Element, SchemaIdentity {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** A schema, or the missing schema of a media type; the documentation does not show its shape. */
export interface NotShownSchema extends Element, SchemaIdentity {
  readonly kind: 'not-shown';
  readonly item: NotShown;
  readonly title?: string;
  readonly description?: string;
}

/** The possible names of a schema. */
export interface SchemaIdentity {
  /** The key under `components/schemas` of the description, if it is there. */
  readonly component?: string;
  /** The key under `$defs`, if it is there. */
  readonly definition?: string;
  /** The identifier that the author chose (`x-identifier`). */
  readonly identifier?: string;
  /**
   * The parent, for the base that child schemas extend. The base has the place and all keywords of the parent except
   * the discriminator.
   */
  readonly baseOf?: Schema;
}

/** The primitive types of JSON Schema 2020-12 (validation, 6.1.1). */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/**
 * A schema written with keywords, normalised to JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum` and the
 * other ways of OpenAPI 3.0 are gone. An absent keyword is an absent member.
 */
export interface KeywordSchema extends Element, SchemaIdentity {
  readonly kind: 'keywords';

  /** The target of `$ref`; the other keywords apply beside it (never present beside `$ref` for OpenAPI 3.0). */
  readonly ref?: Schema;
  readonly dynamicRef?: DynamicReference;
  /** The `$dynamicAnchor` declared here. */
  readonly dynamicAnchor?: string;
  /** Origin key of the schema resource (`$id`, else the file) it belongs to; decides dynamic scope. */
  readonly resource: string;

  /** Its keywords contradict each other, so that no value is valid. */
  readonly isImpossible?: true;
  /** The types of valid values, where the schemas applied here together leave fewer types than each of them states. */
  readonly possibleTypes?: readonly JsonType[];
  /** The properties of which no value is valid in all schemas that describe them here, by `allOf` or `$ref`. */
  readonly impossibleProperties?: readonly string[];

  readonly types?: readonly JsonType[];
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;

  readonly multipleOf?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;

  readonly maxLength?: number;
  readonly minLength?: number;
  /** A regular expression of JavaScript, with the flag `u` or, where that fails, without. */
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;

  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly contains?: Schema;
  readonly maxContains?: number;
  readonly minContains?: number;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: Schema;

  /** In the order of the description. */
  readonly properties?: readonly Property[];
  /** Names that must be present, whether or not `properties` lists them. */
  readonly required?: readonly string[];
  readonly patternProperties?: readonly PatternProperty[];
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly dependentRequired?: readonly DependentRequired[];
  readonly dependentSchemas?: readonly Property[];
  readonly unevaluatedProperties?: Schema;

  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;

  readonly title?: string;
  readonly description?: string;
  readonly comment?: string;
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;

  readonly discriminator?: Discriminator;
  readonly xml?: Xml;
  readonly externalDocs?: ExternalDocs;
  /** The transitions that are shown (`x-transitions`). */
  readonly transitions?: readonly Transition[];
}

/** A member of `properties` or `dependentSchemas`. */
export interface Property {
  readonly name: string;
  readonly schema: Schema;
}

/** A member of `patternProperties`. */
export interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

/** A member of `dependentRequired`. */
export interface DependentRequired {
  readonly name: string;
  readonly required: readonly string[];
}

/** `$dynamicRef` (JSON Schema 2020-12, core, 8.2.3.2). */
interface DynamicReference {
  /** Where the reference leads when it behaves like `$ref`. */
  readonly initial: Schema;
  /** The name to look up in the dynamic scope; absent where the initial target is no `$dynamicAnchor`. */
  readonly anchor?: string;
}

/** Discriminator Object (OpenAPI 3.2, 4.25), mapping values and implicit names resolved to schemas. */
export interface Discriminator {
  readonly origin: Origin;
  readonly propertyName: string;
  /** Explicit `mapping` rows first, then the implicit names that it does not cover. */
  readonly mapping: readonly DiscriminatorMapping[];
  readonly defaultMapping?: Schema;
  /** Where the schema is the parent of others, rather than one of several alternatives. */
  readonly inheritance?: Inheritance;
}

/**
 * Schemas that extend a parent schema by `allOf` (OpenAPI 3.2, 4.25.1), which changes types and guards, but not what is
 * valid.
 */
export interface Inheritance {
  /** The base that the children extend. */
  readonly base: Schema;
  /** Includes the base, where a value may be of no child. */
  readonly children: readonly ChildSchema[];
}

/** A child whose schema may apply to a value of its parent. */
export interface ChildSchema {
  readonly schema: Schema;
  /** The values of the discriminating property; `undefined`: any value. */
  readonly values?: readonly JsonValue[];
  /** Whether it extends its parent by a keyword of its own. */
  readonly isExtending: boolean;
}

/** One value of a discriminating property. */
export interface DiscriminatorMapping {
  readonly value: string;
  readonly schema: Schema;
  readonly explicit: boolean;
}

/** XML Object (OpenAPI 3.2, 4.26). */
interface Xml {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
  readonly nodeType?: string;
}

/** A transition of a status (`x-transitions`). */
export interface Transition {
  readonly from: string;
  /** The `operationId` that triggers it. */
  readonly operation: string;
  /** `null`: the object is removed. */
  readonly to: string | null;
  readonly effect?: string;
  readonly condition?: string;
}

/** Returns whether an item says that there are more values than those listed. */
export function hasOpenValues({ notShown }: Schema): boolean {
  return notShown.some((item) => item.kind === 'values');
}

/** Returns whether an item says that objects have further fields, even if the schema forbids them. */
export function hasOpenFields({ notShown }: Schema): boolean {
  return notShown.some((item) => item.kind === 'fields');
}
