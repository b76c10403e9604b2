import type { JsonValue } from '../model/element.js';
import type { Operation, Parameter } from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import type { SecurityScheme } from '../model/security.js';
import type { ConvertedFormat } from './converted-values.js';

/**
 * From where a schema is looked at, which decides what is there and what may be left out:
 * - `response`: what a server replies and a client receives; no writeOnly, properties with a default are present;
 * - `request`: what a client sends; no readOnly, properties with a default may be left out;
 * - `received`: what a server hands to its handler; no readOnly, defaults filled in.
 */
export type View = 'response' | 'request' | 'received';

/** All identifiers and file names of the output, each chosen once. */
export interface Names {
  readonly operations: ReadonlyMap<Operation, OperationNames>;
  /** Only the schemas that get a name of their own; all others are written in place. */
  readonly schemas: ReadonlyMap<Schema, SchemaNames>;
  /** The key of a security scheme in `auth` and `security`. */
  readonly securitySchemes: ReadonlyMap<SecurityScheme, string>;
  /** What each view of a schema holds. */
  readonly views: Views;
  /** What is another thing in code than on the wire. */
  readonly conversions: Conversions;
}

/** Which values are another thing in code than on the wire: a `Date` for text, a `bigint` for a number. */
export interface Conversions {
  /** Whether integers may be `bigint`, so that JSON has to be read and written with all their digits. */
  readonly exact: boolean;
  /** Gives the format by which the values of a schema are converted; `undefined`: they are not. */
  formatOf(schema: Schema): ConvertedFormat | undefined;
  /** Gives how the values of a schema are converted with their parts; `undefined`: nothing of them is. */
  planOf(schema: Schema): ConversionPlan | undefined;
}

/** How a value is converted with its parts. Plans may hold themselves. */
export interface ConversionPlan {
  /** The schema, where it is one only that speaks of the value. */
  readonly schema?: Schema;
  readonly formats: ReadonlySet<ConvertedFormat>;
  readonly properties: ReadonlyMap<string, ConversionPlan | undefined>;
  readonly patterns: ReadonlyMap<string, ConversionPlan | undefined>;
  /** Of the members beside these; of a value that a property decides about, in all other cases. */
  readonly others?: ConversionPlan;
  readonly first: readonly (ConversionPlan | undefined)[];
  readonly items?: ConversionPlan;
  /** The property that decides which of `cases` it is. */
  readonly by?: string;
  readonly cases: ReadonlyMap<string, ConversionPlan | undefined>;
}

/** The names of an operation; every type name is unique in the whole output. */
export interface OperationNames {
  /** The function, `getScenario`. */
  readonly identifier: string;
  /** The module name without extension, `get-scenario`; unique without regard to case. */
  readonly file: string;
  /** The beginning of its types, `GetScenario`: `GetScenarioArgs`, `GetScenarioOutcome`, `GetScenarioFailure`, `GetScenarioReply`, … */
  readonly type: string;
  /** The member of the arguments object, by parameter, `scenarioId`. `body` and other members of the arguments object are never taken. */
  readonly parameters: ReadonlyMap<Parameter, string>;
}

/** What each view of a schema holds, computed once for the whole description. */
export interface Views {
  /** Tells whether the types of two views of a schema differ: something they reach is readOnly, writeOnly or has a default. */
  differs(schema: Schema, view: View): boolean;
  /** Tells whether a client sends the schema, or something that holds it. */
  isSent(schema: Schema): boolean;
  /** Tells whether a property with this schema is absent from a view: readOnly from `request` and `received`, writeOnly from `response`. */
  isHidden(property: Schema, view: View): boolean;
  /** The default of a property with this schema, its own or that of what it refers to; `undefined` where there is none. */
  defaultOf(property: Schema): JsonValue | undefined;
  /** Tells whether a property with this schema is present in a view, `required` being what its object says. */
  isPresent(property: Schema, required: boolean, view: View): boolean;
  /** Every schema that declares a `$dynamicAnchor`, by its name: where a `$dynamicRef` may lead. */
  readonly dynamicAnchors: ReadonlyMap<string, readonly Schema[]>;
}

/** The names of a schema. */
export interface SchemaNames {
  /** The module that declares it, such as `types/scenario` or `types/operations/get-scenario`. */
  readonly module: string;
  /** The type of each view; the views that do not differ from `response` have its name. */
  readonly types: { readonly [V in View]: string };
  /** The types to declare, each name once, with the view whose type it is. */
  readonly declarations: readonly { readonly name: string; readonly view: View }[];
  /**
   * The schema that is declared. It is the key, but for a component that is nothing but a reference to a schema outside
   * `components/schemas`: both have the same names then, and the target is declared.
   */
  readonly schema: Schema;
}
