import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Origin } from '../diagnostics/origin.js';
import type { Api, Logo, Operation } from '../model/api.js';
import type { Artifact, ArtifactKind, EncodedArtifact } from '../model/artifact.js';
import type { JsonObject } from '../model/element.js';
import type { RuntimeModules } from '../model/runtime-module.js';
import type { Names } from '../naming/names.js';
import type { ImportExtension, TsFile } from '../typescript/ts-file.js';
import type { OperationPlan } from '../wire/plan.js';
import type { SchemaTypes } from './types/contract.js';
import type { Validators } from './validators/contract.js';

/** The input of all emitters. */
export interface EmitInput {
  readonly api: Api;
  /** An earlier version of the description, for the list of changes. Its origins have their own places. */
  readonly previous?: { readonly api: Api; readonly locate: Bundle['locate'] } | undefined;
  readonly names: Names;
  readonly types: SchemaTypes;
  /** The plans, one per operation of `api.operations`. */
  readonly plans: ReadonlyMap<Operation, OperationPlan>;
  readonly validators: Validators;
  readonly bundle: Bundle;
  readonly runtime: RuntimeModules;
  /** The text of each template by its path below `templates/`, such as `not-shown/ledger.md.hbs`. */
  readonly templates: ReadonlyMap<string, string>;
  /** Renders a bundled description as Redoc's page. If that fails, reports an error and returns `undefined`. */
  readonly renderReference: (description: JsonObject) => Promise<string | undefined>;
  /** The wire names in the options, by the id of an open gap. */
  readonly wireNames?: Readonly<Record<string, string>>;
  readonly importExtension: ImportExtension;
  /** The page of the reference that is its `index.html`. */
  readonly start: 'redoc' | 'article';
  /** The user's CSS for the pages of the reference. */
  readonly style: string | undefined;
  /** The logo on the pages of the reference. */
  readonly logo?: Logo | undefined;
  /**
   * The maximum number of characters of all JSON Schema files together. Each file repeats all schemas to which it
   * refers.
   */
  readonly mostJsonSchemas?: number;
  /** Receives the parts of the description that an artifact does not express. */
  readonly diagnostics: Diagnostics;
  /** Called before each kind is emitted. */
  readonly onStage?: (stage: string) => void;
  /** Called with a complete module, so that its declarations need no memory while others are built. */
  readonly onModule?: (module: TsFile) => void;
}

/** The description as one file. */
export interface Bundle {
  /** Whether the description has numbers that JavaScript cannot represent. They are `ExactNumber`s. */
  readonly isExact: boolean;
  /** The whole description. */
  readonly complete: JsonObject;
  /** The description without parameters that have no known wire name. */
  readonly portable: JsonObject;
  /**
   * Returns the JSON pointer in `complete` of an object of the description, or `undefined` if `complete` does not
   * contain it.
   */
  readonly locate: (origin: Origin) => string | undefined;
}

/** The output of an emitter: modules and other files. The runtime modules that the modules import are added to the output. */
export interface Emission {
  readonly modules: readonly TsFile[];
  readonly files: readonly (Artifact | EncodedArtifact)[];
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
  /** Whether it needs no names of schemas. Names are chosen only if a kind of the run needs them. */
  readonly ignoresSchemaNames?: true;
  /** Whether it takes so long that a watch emits it in a separate process, after the others. */
  readonly isSlow?: true;
  /** Loads its code. A run that changes nothing loads no emitter. */
  load(): Promise<LoadedEmitter>;
}

/** The code that emits a kind of artifact. */
export interface LoadedEmitter {
  /** Names that its modules export. No schema or operation can have them, because both would be in one module. */
  readonly reservedNames?: readonly string[];
  /** Names that its modules export beside operations. No operation can have them. */
  readonly reservedOperationNames?: readonly string[];
  /** The file names, without extension, of its modules that belong to no operation or schema. */
  readonly reservedFiles?: readonly string[];
  /** Emits the artifacts. `kinds` are all kinds of this run. */
  emit(input: EmitInput, kinds: ReadonlySet<ArtifactKind>): Emission | Promise<Emission>;
}
