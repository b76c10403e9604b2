import type { ConfigurableOptions } from '../options/options.js';

/** The options that all descriptions of a configuration can share. */
type SharedOptions = Omit<
  ConfigurableOptions,
  'spec' | 'out' | 'wireNames' | 'previous' | 'previousOverlay' | 'handlers'
>;

/** The configuration of several descriptions. */
export interface ApisConfiguration extends SharedOptions {
  /**
   * The descriptions by name, which commands accept: `lacuna generate orders`. Their options win over the shared ones. By
   * default a description is generated into `generated/NAME`.
   */
  readonly apis: { readonly [name: string]: ConfigurableOptions & { readonly spec: string } };
}

/** What a configuration file exports: the options of one description, or those of several. Paths are relative to the file. */
export type Configuration = (ConfigurableOptions & { readonly apis?: never }) | ApisConfiguration;

/** Returns a configuration as it is. Editors complete and check its options. */
export function defineConfig(configuration: Configuration): Configuration {
  return configuration;
}
