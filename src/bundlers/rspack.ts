import { type PluginOptions, plugin } from './plugin.js';

export type { PluginOptions } from './plugin.js';

/** The plugin for Rspack. */
const rspack: (options?: PluginOptions) => { apply(compiler: object): void } = plugin.rspack;

export default rspack;
