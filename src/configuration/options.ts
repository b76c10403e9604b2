import type { Position } from '../diagnostics/diagnostic.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { ConfigurableOptions, SharedName } from './option-table.js';

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
  /** Whether `agreedGaps` is also the list of other descriptions. Then `check` does not report ids without a gap. */
  readonly sharesAgreedGaps?: boolean;
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

/** The options that all descriptions of a configuration can share. */
type SharedOptions = { readonly [N in SharedName]?: ConfigurableOptions[N] };

/** The configuration of several descriptions. */
export interface ApisConfiguration extends SharedOptions {
  /**
   * The descriptions by name. Commands accept the names: `lacuna generate orders`. The options of a description have
   * precedence over the shared ones. By default, a description is generated into `generated/NAME`.
   */
  readonly apis: { readonly [name: string]: ConfigurableOptions & { readonly spec: string } };
}

/** The export of a configuration file: the options of one description or of several. Paths are relative to the file. */
export type Configuration = (ConfigurableOptions & { readonly apis?: never }) | ApisConfiguration;

/** Returns the configuration that it receives. It exists so that editors complete and check its options. */
export function defineConfig(configuration: Configuration): Configuration {
  return configuration;
}
