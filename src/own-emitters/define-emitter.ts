import type { Origin } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import type { Artifact, ArtifactKind } from '../model/artifact.js';
import type { Operation } from '../model/operation.js';
import type { Schema } from '../model/schema.js';
import type { Names } from '../naming/names.js';
import type { Code } from '../typescript/code.js';
import type { ImportExtension, TsFile } from '../typescript/ts-file.js';
import type { View } from '../views/views.js';
import type { OperationPlan } from '../wire/plan.js';
import type { OptionFields, OptionsOf } from './option-fields.js';

/** The version of the model that emitters receive. It grows with each change that can break an emitter. */
export const modelVersion = 1;

/** An emitter that a project states in its configuration, beside those of this package. */
export interface OwnEmitter<Fields extends OptionFields = OptionFields> {
  /** The version of the model that it is written for. */
  readonly model: typeof modelVersion;
  /** The name of what it emits: small letters, digits and hyphens. `lacuna.json` records it with each file. */
  readonly kind: string;
  readonly description?: string;
  /** The kinds of artifacts that its output imports, such as `types` or `client`; they are emitted too. */
  readonly needs?: readonly ArtifactKind[];
  /** The options that it takes. Others are refused, with a suggestion. */
  readonly options?: Fields;
  /** Returns the files to write. Their paths are relative to the output folder, with `/` as separator. */
  emit(input: OwnEmitterInput<OptionsOf<Fields>>): Iterable<OwnFile> | Promise<Iterable<OwnFile>>;
}

/** The input of an emitter. */
export interface OwnEmitterInput<Options = object> {
  /** The description, without the differences between the versions of OpenAPI. */
  readonly api: Api;
  /** The identifiers and file names of operations, parameters, schemas and security schemes. */
  readonly names: Names;
  /** How each operation of `api.operations` goes over HTTP. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  readonly options: Options;
  /** How import specifiers of the output end. Modules of the builder follow it by themselves. */
  readonly importExtension: ImportExtension;
  /** Returns the type of a schema, for modules of the builder: as in a response by default. */
  readonly typeOf: (schema: Schema, view?: View) => Code;
  /** Reports a finding, at a place of the description if it has one: `operation.origin`. An error stops the run. */
  readonly report: (severity: 'warning' | 'error', message: string, origin?: Origin) => void;
}

/** A file of an emitter: a path with its text, a module of the builder, or a source file of ts-morph. */
export type OwnFile = Artifact | TsFile | MorphFile;

/**
 * The members of ts-morph's `SourceFile` that the code uses. Its path is relative to the current folder of its project.
 */
export interface MorphFile {
  getFilePath(): string;
  getFullText(): string;
  getProject(): { getFileSystem(): { getCurrentDirectory(): string } };
}

/** Returns an emitter as it is. Editors complete and check it, and infer its options. */
export function defineEmitter<const Fields extends OptionFields = Record<never, never>>(
  emitter: OwnEmitter<Fields>,
): OwnEmitter<Fields> {
  return emitter;
}
