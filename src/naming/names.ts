import type { Operation, Parameter } from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import type { SecurityScheme } from '../model/security.js';
import type { View } from '../views/views.js';

/** All identifiers and file names of the output, each chosen once. */
export interface Names {
  readonly operations: ReadonlyMap<Operation, OperationNames>;
  /** Only the schemas that get a name of their own; all others are written in place. */
  readonly schemas: ReadonlyMap<Schema, SchemaNames>;
  /** The key of a security scheme in `auth` and `security`. */
  readonly securitySchemes: ReadonlyMap<SecurityScheme, string>;
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

/** The names of a schema. */
export interface SchemaNames {
  /** The module that declares it, such as `types/scenario` or `types/operations/get-scenario`. */
  readonly module: string;
  /** The type of each view; the views that do not differ from `response` have its name. */
  readonly types: { readonly [V in View]: string };
  /** The types to declare, each name once, with the view whose type it is. */
  readonly declarations: readonly { readonly name: string; readonly view: View }[];
  /**
   * The schema that is declared. It is the key, but for a component that only refers to a schema outside
   * `components/schemas`: both have the same names then, and the target is declared.
   */
  readonly schema: Schema;
}
