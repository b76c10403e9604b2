import type { PluginOptions } from './configured-runs.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './configured-runs.js';

/** The plugin for Vite, Rollup and Rolldown, whose entries share these declarations. */
const rollup: (options?: PluginOptions) => { readonly name: string } = plugin.rollup;

export default rollup;
