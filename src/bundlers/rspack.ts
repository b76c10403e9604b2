import type { PluginOptions } from './configured-runs.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './configured-runs.js';

/** The plugin for Rspack. */
const rspack: (options?: PluginOptions) => { apply(compiler: object): void } = plugin.rspack;

export default rspack;
