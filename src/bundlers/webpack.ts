import type { PluginOptions } from './configured-runs.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './configured-runs.js';

/** The plugin for webpack and Rspack. Their entries share this declaration. */
const webpack: (options?: PluginOptions) => { apply(compiler: object): void } = plugin.webpack;

export default webpack;
