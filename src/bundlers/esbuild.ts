import { type PluginOptions, plugin } from './plugin.js';

export type { PluginOptions } from './plugin.js';

/** The plugin for esbuild. */
const esbuild: (options?: PluginOptions) => { readonly name: string; setup(build: object): void | Promise<void> } =
  plugin.esbuild;

export default esbuild;
