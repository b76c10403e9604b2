import type { SecurityScheme } from '../model/api.js';
import type { Operation, Parameter } from '../model/operation.js';
import type { Schema } from '../model/schema.js';

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
}
