import type { PluginOptions } from './configured-runs.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './configured-runs.js';

/** The plugin for Vite. */
const vite: (options?: PluginOptions) => { readonly name: string } = plugin.vite;

export default vite;
