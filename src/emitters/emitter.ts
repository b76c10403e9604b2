import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Origin } from '../diagnostics/origin.js';
import type { Api } from '../model/api.js';
import type { Artifact, ArtifactKind } from '../model/artifact.js';
import type { JsonObject } from '../model/element.js';
import type { Logo } from '../model/logo.js';
import type { Operation } from '../model/operation.js';
import type { ReferencePage } from '../model/reference-page.js';
import type { RuntimeModules } from '../model/runtime-module.js';
import type { Names } from '../naming/names.js';
import type { ImportExtension, PrintedModules, TsFile } from '../typescript/ts-file.js';
import type { OperationPlan } from '../wire/plan.js';
import type { SchemaTypes } from './types/contract.js';
import type { Validators } from './validators/contract.js';

export type { PrintedModules } from '../typescript/ts-file.js';

/** The input of all emitters. */
export interface EmitInput {
  readonly api: Api;
  /** An earlier version of the description, for the list of changes. */
  readonly previous?: Api | undefined;
  readonly names: Names;
  readonly types: SchemaTypes;
  /** One plan per operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  readonly validators: Validators;
  readonly bundle: Bundle;
  readonly runtime: RuntimeModules;
  /** The text of each template, by path below `templates/` such as `not-shown/ledger.md.hbs`. */
  readonly templates: ReadonlyMap<string, string>;
  /** Renders a bundled description as Redoc's page; reports an error and returns `undefined` if that fails. */
  readonly renderReference: (description: JsonObject) => Promise<ReferencePage | undefined>;
  /** The wire names that the options state, by the id of an open item. */
  readonly wireNames?: Readonly<Record<string, string>>;
  readonly importExtension: ImportExtension;
  /** Which page of the reference is its `index.html`. */
  readonly start: 'redoc' | 'article';
  /** CSS for the pages of the reference. */
  readonly style: string | undefined;
  /** The logo on the pages of the reference. */
  readonly logo?: Logo | undefined;
  /** The most characters of all JSON Schema files together. Each file repeats all schemas that it refers to. */
  readonly mostJsonSchemas?: number;
  /** The modules of the last run. */
  readonly printed?: PrintedModules | undefined;
  /** Emitters report here which parts of the description an artifact does not express. */
  readonly diagnostics: Diagnostics;
  /** Called before each kind is emitted. */
  readonly onStage?: (stage: string) => void;
}

/** The description as one file. */
export interface Bundle {
  /** The whole description. */
  readonly complete: JsonObject;
  /** The description without parameters that have no known wire name. */
  readonly portable: JsonObject;
  /** Returns the JSON pointer in `complete` of an object of the description; `undefined` if `complete` does not contain it. */
  readonly locate: (origin: Origin) => string | undefined;
}

/** The output of an emitter: modules and other files. The runtime modules that the modules import are added to the output. */
export interface Emission {
  readonly modules: readonly TsFile[];
  readonly files: readonly Artifact[];
}

/** One kind of artifact, an entry of the registry. */
export interface Emitter {
  readonly kind: ArtifactKind;
  /** Its description in the help and in `docs/output.md`: a Markdown phrase, not a sentence. */
  readonly description: string;
  /** Whether it is emitted if the user chooses no kinds. */
  readonly isDefault?: true;
  /** The other kinds that its modules import from. */
  readonly needs: readonly ArtifactKind[];
  /** Whether it needs no names of schemas. A run in which no kind needs them chooses none. */
  readonly ignoresSchemaNames?: true;
  /** Whether it takes so long that a watch emits it in a process of its own, after the others. */
  readonly isSlow?: true;
  /** Loads what emits it. A run that changes nothing loads no emitter. */
  load(): Promise<LoadedEmitter>;
}

/** What emits a kind of artifact. */
export interface LoadedEmitter {
  /** Names that its modules export and that no schema or operation gets, since both would be in one module. */
  readonly reservedNames?: readonly string[];
  /** Names that its modules export beside operations and that no operation gets. */
  readonly reservedOperationNames?: readonly string[];
  /** The file names, without extension, of its modules that belong to no operation or schema. */
  readonly reservedFiles?: readonly string[];
  /** Emits the artifacts. `kinds` are all kinds of this run. */
  emit(input: EmitInput, kinds: ReadonlySet<ArtifactKind>): Emission | Promise<Emission>;
}
