import type { PluginOptions } from './configured-runs.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './configured-runs.js';

/** The plugin for Rolldown. */
const rolldown: (options?: PluginOptions) => { readonly name: string } = plugin.rolldown;

export default rolldown;
