import type { Origin } from '../diagnostics/origin.js';
import type { Api, Operation } from '../model/api.js';
import type { Artifact, ArtifactKind } from '../model/artifact.js';
import type { Schema } from '../model/schema.js';
import type { Names } from '../naming/names.js';
import type { Code } from '../typescript/code.js';
import type { ImportExtension, TsFile } from '../typescript/ts-file.js';
import type { View } from '../views/views.js';
import type { OperationPlan } from '../wire/plan.js';
import type { OptionFields, OptionsOf } from './option-fields.js';

/** The version of the model that emitters receive. It increases with each change that can break an emitter. */
export const modelVersion = 1;

/** An emitter that a configuration states, in addition to those of this package. */
export interface OwnEmitter<Fields extends OptionFields = OptionFields> {
  /** The version of the model that it is written for. */
  readonly model: typeof modelVersion;
  /**
   * The name of its kind of artifact: lower-case letters, digits and hyphens. `lacuna.json` records it with each file.
   */
  readonly kind: string;
  readonly description?: string;
  /** The kinds of artifacts that its output imports, such as `types` or `client`. They are emitted too. */
  readonly needs?: readonly ArtifactKind[];
  /** The options that it accepts. Others are refused with a suggestion. */
  readonly options?: Fields;
  /** Returns the files to write. Their paths are relative to the output folder, with `/` as separator. */
  emit(input: OwnEmitterInput<OptionsOf<Fields>>): Iterable<OwnFile> | Promise<Iterable<OwnFile>>;
}

/** The input of an emitter. */
export interface OwnEmitterInput<Options = object> {
  /** The description in a form without the differences between the versions of OpenAPI. */
  readonly api: Api;
  /** The identifiers and file names of operations, parameters, schemas and security schemes. */
  readonly names: Names;
  /** The HTTP messages of each operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  readonly options: Options;
  /** The end of import specifiers in the output. Modules of the builder have it automatically. */
  readonly importExtension: ImportExtension;
  /** Returns the type of a schema, for modules of the builder. By default, the type that it has in a response. */
  readonly typeOf: (schema: Schema, view?: View) => Code;
  /**
   * Reports a finding. Pass its place in the description if it has one, such as `operation.origin`. An error stops the
   * run.
   */
  readonly report: (severity: 'warning' | 'error', message: string, origin?: Origin) => void;
}

/** A file of an emitter: a path with its text, a module of the builder, or a source file of ts-morph. */
export type OwnFile = Artifact | TsFile | MorphFile;

/**
 * The members of ts-morph's `SourceFile` that lacuna uses. The path is relative to the current folder of its project.
 */
export interface MorphFile {
  getFilePath(): string;
  getFullText(): string;
  getProject(): { getFileSystem(): { getCurrentDirectory(): string } };
}

/**
 * Returns the emitter that it receives. It exists so that editors complete and check it and infer the types of its
 * options.
 */
export function defineEmitter<const Fields extends OptionFields = Record<never, never>>(
  emitter: OwnEmitter<Fields>,
): OwnEmitter<Fields> {
  return emitter;
}
