import type { PluginOptions } from './configured-runs.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './configured-runs.js';

/** The plugin for esbuild. */
const esbuild: (options?: PluginOptions) => { readonly name: string; setup(build: object): void | Promise<void> } =
  plugin.esbuild;

export default esbuild;
