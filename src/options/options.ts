import type { Position } from '../diagnostics/diagnostic.js';
import type { Limits } from '../document/limits.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { ItemKind } from '../model/not-shown.js';
import type { OperationFilter } from '../model/operation-filter.js';
import type { RecordedOptions } from '../output/recorded-options.js';
import type { EmitterStatement } from '../own-emitters/stated-emitter.js';
import type { Grouping } from '../scaffold/record.js';

/**
 * The options that a configuration file can have. Paths are relative to its folder. An option that is left out has its
 * default.
 */
export interface ConfigurableOptions extends OperationFilter {
  /** The description; `spec/openapi.yaml` by default. */
  readonly spec?: string;
  /** OpenAPI Overlays (1.0 or 1.1), a path or several, which are applied to the description in this order. */
  readonly overlay?: string | readonly string[];
  /** The output folder; `generated` by default. */
  readonly out?: string;
  /** Kinds of artifacts; the kinds that they import are included. Types, client, server, validators and the ledger by default. */
  readonly only?: readonly ArtifactKind[];
  /** Emitters of your own, modules or values, each alone or with its options: `[['./emit-x.ts', { … }]]`. They always emit. */
  readonly emitters?: readonly EmitterStatement[];
  /** TypeScript, or JavaScript modules with declarations, which needs the package `oxc-transform`; `ts` by default. */
  readonly emit?: RecordedOptions['emit'];
  /** How import specifiers end; `js` by default. */
  readonly importExtension?: RecordedOptions['importExtension'];
  /** What a `date` and a `date-time` are in code; `string` by default. */
  readonly dates?: RecordedOptions['dates'];
  /** What an integer of format `int64` is in code; `number` by default. */
  readonly int64?: RecordedOptions['int64'];
  /** Which page of the reference is `index.html`; `redoc` by default. */
  readonly start?: RecordedOptions['start'];
  /** A file of CSS variables for the pages of the reference. */
  readonly style?: string;
  /** Names of parameters that the description does not show, by the id of their item: defaults of client and server. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** An earlier description. The reference shows the changes since then. */
  readonly previous?: string;
  /** The overlays of the earlier description; by default those of this run, where they fit. */
  readonly previousOverlay?: string | readonly string[];
  /** The folder that all referenced files must be in; the description's own folder by default. */
  readonly root?: string;
  /** Bounds on the input, in place of the defaults. */
  readonly limits?: Partial<Limits>;
  /** How many items may be open, in all (`all`) and by kind; `check` reports an error if there are more. */
  readonly maxItems?: { readonly [N in ItemCount]?: number };
  /** The ids of the items that may be open; `check` reports an error for any other one. */
  readonly agreedItems?: readonly string[];
  /** Whether `check` reports an error where your code leans on an answered item; this runs the compiler. */
  readonly checkCode?: boolean;
  /** Treats warnings as errors: all are reported, and nothing is written. */
  readonly strict?: boolean;
  /** Parses every emitted module before anything is written, and throws an error if one does not parse. */
  readonly verify?: boolean;
  /** The folder of the handlers, for `scaffold`; by default the recorded one, or `src/handlers`. */
  readonly handlers?: string;
  /** How `scaffold` divides new handlers into files; as recorded by default, and one file per operation without a record. */
  readonly per?: Grouping;
}

/** What a number of items can be about. */
export type ItemCount = ItemKind | 'all';

/** Where an option is written. */
export interface OptionPlace {
  /** Absolute. */
  readonly path: string;
  readonly position: Position;
}

/**
 * What to generate, and where. Paths are relative to `folder`. An option that shapes the output and is left out has the
 * value that the manifest of the output folder recorded or, if there is none, its default.
 */
export interface GenerateOptions extends Omit<ConfigurableOptions, 'handlers' | 'per'> {
  /** The current folder by default. */
  readonly folder?: string;
  /** The text or the bytes of the description, if `spec` is `-`. References in it are relative to `folder`. */
  readonly input?: string | Uint8Array;
  /** Options that you omit have their defaults, even if the manifest recorded other values. */
  readonly ignoreRecord?: boolean;
  /** Does all of a run even if nothing changed since the last one. */
  readonly force?: boolean;
  /** Finds where an option, or a member of it by its JSON pointer, is written; findings about it name that place. */
  readonly locateOption?: (option: string, member: string) => OptionPlace | undefined;
  /**
   * The files that state these options. An emitter passed as a value comes from them; without them, no run with such an
   * emitter finds that nothing changed.
   */
  readonly configurationFiles?: readonly string[];
  /** Called at the beginning of each stage with its name, such as `reading` or `emitting client`. */
  readonly onStage?: (stage: string) => void;
}
