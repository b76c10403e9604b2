import type { OpenApiVersion } from '../../document/document.js';
import type { Schema } from '../../model/schema.js';
import type { Logged, LoggedReport } from '../logged-report.js';
import type { Draft } from '../node.js';
import type { Admitted } from './admitted-types.js';

/** The schemas of the last run without errors for the same description. */
export interface SchemaMemory {
  last?: LastSchemas;
}

/** The schemas of a run, and what the next run needs to use them again. */
export interface LastSchemas {
  readonly version: OpenApiVersion;
  /** The values of the files, by `Origin.file`. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The schemas by the keys of their places. */
  readonly byPlace: ReadonlyMap<unknown, Draft<Schema>>;
  readonly readings: ReadonlyMap<Schema, Reading>;
  readonly settlements: ReadonlyMap<Schema, Settlement>;
  /** The schemas that each run reads again, because more than their text and the schemas to which they lead decides them. */
  readonly passing: ReadonlySet<Schema>;
}

/** What reading a schema did. Absent if it neither requested schemas nor reported anything. */
export interface Reading {
  readonly requests: readonly SchemaRequest[];
  readonly reports: readonly LoggedReport[];
  /** Its `$ref`, if more than the value at its target decides where it leads. */
  readonly indirect: string | undefined;
}

/** A schema that was requested while another one was read, and the key of its place. */
export interface SchemaRequest {
  readonly key: unknown;
  readonly schema: Draft<Schema>;
}

/** What settling a schema found and reported. */
export type Settlement = Logged<Admitted>;
