import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Origin } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import type { Artifact, ArtifactKind } from '../model/artifact.js';
import type { JsonObject } from '../model/element.js';
import type { Operation } from '../model/operation.js';
import type { ReferencePage } from '../model/reference-page.js';
import type { RuntimeModules } from '../model/runtime-module.js';
import type { Names } from '../naming/names.js';
import type { ImportExtension, TsFile } from '../typescript/ts-file.js';
import type { OperationPlan } from '../wire/plan.js';

/** What emitters are given; all they know. */
export interface EmitInput {
  readonly api: Api;
  /** An earlier description, where the run was given one. */
  readonly previous?: Api | undefined;
  readonly names: Names;
  /** One per operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  readonly bundle: Bundle;
  readonly runtime: RuntimeModules;
  /** Text of each template, by path below `templates/` such as `not-shown/ledger.md.hbs`. */
  readonly templates: ReadonlyMap<string, string>;
  /** Renders a bundled description as Redoc's page; `undefined` when that fails, which is reported. */
  readonly renderReference: (description: JsonObject) => Promise<ReferencePage | undefined>;
  readonly importExtension: ImportExtension;
  /** The most characters of all JSON Schemas that stand alone, for each repeats all that it refers to. */
  readonly mostJsonSchemas?: number;
  /** What an artifact cannot carry is told here, located. */
  readonly diagnostics: Diagnostics;
  /** Told which kind is about to be emitted. */
  readonly onStage?: (stage: string) => void;
}

/** The description as one file. */
export interface Bundle {
  /** Lossless. */
  readonly complete: JsonObject;
  /** Without the parameters whose wire name is not shown. */
  readonly portable: JsonObject;
  /** Returns the JSON pointer at which `complete` holds what stands at an origin; `undefined` for what it does not hold. */
  readonly locate: (origin: Origin) => string | undefined;
}

/** What an emitter makes: modules, whose imports of the runtime are followed, and other files. */
export interface Emission {
  readonly modules: readonly TsFile[];
  readonly files: readonly Artifact[];
}

/** One kind of artifact: a row of the registry. */
export interface Emitter {
  readonly kind: ArtifactKind;
  /** What it is, for the help and the README: plain Markdown, no sentence. */
  readonly description: string;
  /** Whether it is emitted where nobody chooses. */
  readonly isDefault?: true;
  /** The kinds whose modules it imports. */
  readonly needs: readonly ArtifactKind[];
  /** Names that its modules export and that no schema or operation takes, since they would stand in one module. */
  readonly reservedNames?: readonly string[];
  /** Names that its modules export beside operations, so that no operation takes them. */
  readonly reservedOperationNames?: readonly string[];
  /** The file names of its modules that belong to no operation or schema, without extension. */
  readonly reservedFiles?: readonly string[];
  /** Whether it reads no names of schemas; where no kind does, they are not chosen. */
  readonly ignoresSchemaNames?: true;
  /** `kinds`: all that are emitted in this run. */
  emit(input: EmitInput, kinds: ReadonlySet<ArtifactKind>): Emission | Promise<Emission>;
}
