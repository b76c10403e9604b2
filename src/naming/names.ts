import type { Operation, Parameter, SecurityScheme } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import type { View } from '../views/views.js';

/** All identifiers and file names of the output, each chosen once. */
export interface Names {
  readonly operations: ReadonlyMap<Operation, OperationNames>;
  /** The names of the schemas that have a named type. All other schemas are written inline. */
  readonly schemas: ReadonlyMap<Schema, SchemaNames>;
  /** The keys of the security schemes in `auth` and `security`. */
  readonly securitySchemes: ReadonlyMap<SecurityScheme, string>;
}

/** The names of an operation. Every type name is unique in the whole output. */
export interface OperationNames {
  /** The name of the function, such as `getScenario`. */
  readonly identifier: string;
  /** The module name without extension, such as `get-scenario`. It is unique even without regard to case. */
  readonly file: string;
  /**
   * The prefix of its types, such as `GetScenario`: `GetScenarioArgs`, `GetScenarioOutcome`, `GetScenarioFailure`,
   * `GetScenarioReply`, …
   */
  readonly type: string;
  /**
   * The members of the arguments object by parameter, such as `scenarioId`. They differ from `body` and the other
   * members of that object.
   */
  readonly parameters: ReadonlyMap<Parameter, string>;
}

/** The names of a schema. */
export interface SchemaNames {
  /** The module that declares it, such as `types/scenario` or `types/operations/get-scenario`. */
  readonly module: string;
  /** The module that would declare it alone. Other artifacts name a file after it. */
  readonly ownModule: string;
  /** The type name of each view. Views that do not differ from `response` have the same name. */
  readonly types: { readonly [V in View]: string };
  /** The types to declare. Each name occurs once, with the view that it declares. */
  readonly declarations: readonly { readonly name: string; readonly view: View }[];
  /**
   * The schema that is declared: the key, or the target of a component that only refers to a schema outside
   * `components/schemas`. Component and target then have the same names.
   */
  readonly schema: Schema;
}
