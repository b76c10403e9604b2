import { type PluginOptions, plugin } from './plugin.js';

export type { PluginOptions } from './plugin.js';

/** The plugin for Vite. */
const vite: (options?: PluginOptions) => { readonly name: string } = plugin.vite;

export default vite;
