import type { ConfigurableOptions, SharedName } from './option-table.js';

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
