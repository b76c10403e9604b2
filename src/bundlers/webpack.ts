import { type PluginOptions, plugin } from './plugin.js';

export type { PluginOptions } from './plugin.js';

/** The plugin for webpack and Rspack. Their entries share this declaration. */
const webpack: (options?: PluginOptions) => { apply(compiler: object): void } = plugin.webpack;

export default webpack;
