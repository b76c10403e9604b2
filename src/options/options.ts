import type { Position } from '../diagnostics/diagnostic.js';
import type { Limits } from '../document/limits.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { ItemKind } from '../model/not-shown.js';
import type { OperationFilter } from '../model/operation-filter.js';
import type { RecordedOptions } from '../output/recorded-options.js';
import type { EmitterStatement } from '../own-emitters/stated-emitter.js';
import type { Grouping } from '../user-code/record.js';

/**
 * The options that a configuration file can have. Paths are relative to the folder of the file. An option that is left
 * out has its default.
 */
export interface ConfigurableOptions extends OperationFilter {
  /** The description; `spec/openapi.yaml` by default. */
  readonly spec?: string;
  /** The path or paths of OpenAPI Overlays (1.0 or 1.1). They are applied to the description in this order. */
  readonly overlay?: string | readonly string[];
  /** The output folder; `generated` by default. */
  readonly out?: string;
  /**
   * The kinds of artifacts. The kinds that they import are added. By default: types, client, server, validators and the
   * ledger.
   */
  readonly only?: readonly ArtifactKind[];
  /**
   * Your own emitters: modules or values, each alone or with its options, such as `[['./emit-x.ts', { … }]]`. They emit
   * regardless of `only`.
   */
  readonly emitters?: readonly EmitterStatement[];
  /**
   * `ts` for TypeScript, or `js` for JavaScript modules with declarations, which needs the package `oxc-transform`;
   * `ts` by default.
   */
  readonly emit?: RecordedOptions['emit'];
  /** The end of import specifiers; `js` by default. */
  readonly importExtension?: RecordedOptions['importExtension'];
  /** The type of `date` and `date-time` in code; `string` by default. */
  readonly dates?: RecordedOptions['dates'];
  /** The type of integers with the format `int64` in code; `number` by default. */
  readonly int64?: RecordedOptions['int64'];
  /** The page of the reference that is `index.html`; `redoc` by default. */
  readonly start?: RecordedOptions['start'];
  /** A file of CSS variables for the pages of the reference. */
  readonly style?: string;
  /**
   * The names of parameters that the description does not show, by the id of their item. Client and server use them by
   * default.
   */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** An earlier description. The reference shows what has changed since. */
  readonly previous?: string;
  /** The overlays of the earlier description. By default, those of this run, without the actions that do not fit. */
  readonly previousOverlay?: string | readonly string[];
  /** The folder that must contain all referenced files; by default the folder of the description. */
  readonly root?: string;
  /** Limits of the input that replace the default ones. */
  readonly limits?: Partial<Limits>;
  /** The most items that may be open, in all (`all`) and by kind. `check` reports an error if more are open. */
  readonly maxItems?: { readonly [N in ItemCount]?: number };
  /** The ids of the items that may be open. `check` reports an error for every other open item. */
  readonly agreedItems?: readonly string[];
  /** Whether `check` reports an error where your code uses an answered item. This runs the compiler. */
  readonly checkCode?: boolean;
  /** Treats warnings as errors: if there are any, nothing is written. */
  readonly strict?: boolean;
  /** Parses every emitted module before anything is written. Throws an error if one is not valid. */
  readonly verify?: boolean;
  /** The folder of the handlers, for `scaffold`; by default the recorded one, otherwise `src/handlers`. */
  readonly handlers?: string;
  /** How `scaffold` divides new handlers into files; by default as recorded, otherwise one file per operation. */
  readonly per?: Grouping;
}

/** What a maximum number of items applies to. */
export type ItemCount = ItemKind | 'all';

/** The place where an option is written. */
interface OptionPlace {
  /** The absolute path. */
  readonly path: string;
  readonly position: Position;
}

/**
 * What to generate, and where. Paths are relative to `folder`. If an option that shapes the output is left out, it has
 * the value that the manifest of the output folder records. Without a manifest, it has its default.
 */
export interface GenerateOptions extends Omit<ConfigurableOptions, 'handlers' | 'per'> {
  /** The current folder by default. */
  readonly folder?: string;
  /** The text or the bytes of the description, if `spec` is `-`. References in it are relative to `folder`. */
  readonly input?: string | Uint8Array;
  /** Whether options that you leave out have their defaults, even if the manifest records other values. */
  readonly ignoreRecord?: boolean;
  /** Whether `agreedItems` is also the list of other descriptions. Then `check` does not report ids without an item. */
  readonly sharesAgreedItems?: boolean;
  /** The kinds that `check` compares; by default, all kinds of `only`. */
  readonly compared?: readonly ArtifactKind[];
  /** Whether to do the whole run, even if nothing changed since the last one. */
  readonly force?: boolean;
  /** Finds where an option, or a member of it, is written. Findings about it have that place. */
  readonly locateOption?: (option: string, member?: string) => OptionPlace | undefined;
  /**
   * The files that state these options. They must include the source of each emitter that is passed as a value:
   * otherwise lacuna cannot know whether the emitter changed, and does the whole run each time.
   */
  readonly configurationFiles?: readonly string[];
  /** Receives the name of each stage when it begins, such as `reading` or `emitting client`. */
  readonly onStage?: (stage: string) => void;
}
