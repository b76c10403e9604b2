import type { Origin } from '../diagnostics/origin.js';
import type { Element, ExternalDocs, JsonValue, NotShown } from './element.js';

/**
 * A schema. Its identity is its origin: two references to the same place lead to the same object, so compare schemas by
 * identity. The graph may have cycles, but none along keywords that apply to the same value (`$ref`, `allOf`, `anyOf`
 * …). There are three kinds, so that each emitter has to decide what it does with an unknown shape.
 */
export type Schema = KeywordSchema | BooleanSchema | NotShownSchema;

/** The schema `true` or `false`. The schema `{}` is a `KeywordSchema`. */
export interface BooleanSchema extends Element, SchemaIdentity {
  readonly kind: 'boolean';
  readonly value: boolean;
}

/** A schema whose shape the documentation does not show, or the missing schema of a media type. */
export interface NotShownSchema extends Element, SchemaIdentity {
  readonly kind: 'not-shown';
  readonly gap: NotShown;
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
   * The parent, if this is the base that child schemas extend. The base has the place and all keywords of the parent
   * except the discriminator.
   */
  readonly baseOf?: Schema;
  /**
   * The schemas to which `$dynamicRef` leads here, if this is a copy for a dynamic scope (JSON Schema 2020-12, core,
   * 8.2.3.2). The copy has the place and all keywords of the schema, and the references of its scope.
   */
  readonly bound?: readonly Schema[];
}

/** The primitive types of JSON Schema 2020-12 (validation, 6.1.1). */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/**
 * A schema written with keywords, normalised to JSON Schema 2020-12: `nullable`, boolean `exclusiveMinimum` and the
 * other forms of OpenAPI 3.0 are converted. An absent keyword is an absent member.
 */
export interface KeywordSchema extends Element, SchemaIdentity {
  readonly kind: 'keywords';

  /**
   * The target of `$ref` or `$dynamicRef`. Keywords beside it also apply, except in OpenAPI 3.0, which ignores them.
   */
  readonly ref?: Schema;
  /** Whether its keywords contradict each other, so that no value is valid. */
  readonly isImpossible?: true;
  /** The types of valid values, if the schemas applied here together allow fewer types than each of them states. */
  readonly possibleTypes?: readonly JsonType[];
  /**
   * The properties that have no valid value, because the schemas that `allOf` and `$ref` apply here contradict each
   * other.
   */
  readonly impossibleProperties?: readonly string[];

  readonly types?: readonly JsonType[];
  readonly enum?: readonly JsonValue[];
  readonly const?: JsonValue;

  readonly multipleOf?: number;
  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;

  readonly maxLength?: number;
  readonly minLength?: number;
  /** A regular expression of JavaScript. It has the flag `u` unless it only compiles without this flag. */
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

  /** The properties in the order of the description. */
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

/** Discriminator Object (OpenAPI 3.2, 4.25). Mapping values and implicit names are resolved to schemas. */
export interface Discriminator {
  readonly origin: Origin;
  readonly propertyName: string;
  /** The rows of `mapping` first, then the implicit names that they do not cover. */
  readonly mapping: readonly DiscriminatorMapping[];
  readonly defaultMapping?: Schema;
  /** The children, if the schema is their parent rather than a union of alternatives. */
  readonly inheritance?: Inheritance;
}

/**
 * The schemas that extend a parent by `allOf` (OpenAPI 3.2, 4.25.2). They change types and guards, but not which values
 * are valid.
 */
export interface Inheritance {
  /** The base that the children extend. */
  readonly base: Schema;
  /** The children. The base is among them if a value may belong to no child. */
  readonly children: readonly ChildSchema[];
}

/** A child whose schema may apply to a value of its parent. */
export interface ChildSchema {
  readonly schema: Schema;
  /** The values of the discriminating property; absent: any value. */
  readonly values?: readonly JsonValue[];
  /** Whether one of its own keywords extends the parent. */
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
  /** The `operationId` of the operation that triggers it. */
  readonly operation: string;
  /** The next status; `null`: the object is removed. */
  readonly to: string | null;
  readonly effect?: string;
  readonly condition?: string;
}

/** Lists the values of `const` or else of `enum`. */
export function listValues(schema: KeywordSchema): readonly JsonValue[] | undefined {
  return schema.const !== undefined ? [schema.const] : schema.enum;
}

/** Returns whether a gap says that there are more values than those listed. */
export function hasOpenValues({ notShown }: Schema): boolean {
  return notShown.some((gap) => gap.kind === 'values');
}

/** Returns whether a gap says that objects have further fields, even if the schema forbids them. */
export function hasOpenFields({ notShown }: Schema): boolean {
  return notShown.some((gap) => gap.kind === 'fields');
}
