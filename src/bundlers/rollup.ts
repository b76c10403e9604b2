import { type PluginOptions, plugin } from './plugin.js';

export type { PluginOptions } from './plugin.js';

/** The plugin for Vite, Rollup and Rolldown. Their entries share this declaration. */
const rollup: (options?: PluginOptions) => { readonly name: string } = plugin.rollup;

export default rollup;
