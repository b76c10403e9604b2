import { type PluginOptions, plugin } from './plugin.js';

export type { PluginOptions } from './plugin.js';

/** The plugin for Rolldown. */
const rolldown: (options?: PluginOptions) => { readonly name: string } = plugin.rolldown;

export default rolldown;
