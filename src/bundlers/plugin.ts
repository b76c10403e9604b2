import { createUnplugin, type UnpluginInstance, type UnpluginOptions } from 'unplugin';
import { type Generated, generateConfigured, type PluginOptions } from './configured-runs.js';
import { startWatching } from './dev-server.js';

/** The plugin for each bundler. It generates before a build, and again after a change of a file that it has read. */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin((options = {}) => {
  let isServed = false;
  const generateBefore = async (addWatchFile: (path: string) => void): Promise<void> => {
    if (isServed) return;
    const { errors, inputs } = await generateConfigured(options);
    for (const path of inputs) addWatchFile(path);
    if (errors !== '') throw new Error(errors);
  };
  const inRollup = {
    buildStart(this: { addWatchFile: (path: string) => void }): Promise<void> {
      return generateBefore((path) => this.addWatchFile(path));
    },
  };
  return {
    name: 'lacuna',
    rollup: inRollup,
    rolldown: inRollup,
    vite: {
      ...inRollup,
      async configureServer(server): Promise<void> {
        // `watch` is `null` in a test run, which does not watch files.
        if (server.config.server.watch === null) return;
        isServed = true;
        await startWatching(options, server);
      },
    },
    webpack: (compiler) => addToCompiler(options, compiler),
    rspack: (compiler) => addToCompiler(options, compiler),
    esbuild: { setup: (build) => addToEsbuild(options, build) },
  } satisfies UnpluginOptions;
});

/** The members of the compiler of webpack and Rspack that the plugin uses. */
interface Compiler {
  readonly hooks: {
    readonly beforeRun: AsyncHook;
    readonly watchRun: AsyncHook;
    readonly thisCompilation: { tap(name: string, add: (compilation: Compilation) => void): void };
  };
}

interface AsyncHook {
  tapPromise(name: string, run: () => Promise<void>): void;
}

interface Compilation {
  readonly errors: { push(error: Error): unknown };
  readonly fileDependencies: { add(path: string): unknown };
}

// webpack reads modules as soon as it adds entries, so the output is generated in hooks before the compilation.
function addToCompiler(options: PluginOptions, { hooks }: Compiler): void {
  let last: Generated = { errors: '', inputs: [] };
  const run = async (): Promise<void> => {
    last = await generateConfigured(options);
  };
  hooks.beforeRun.tapPromise('lacuna', run);
  hooks.watchRun.tapPromise('lacuna', run);
  hooks.thisCompilation.tap('lacuna', ({ errors, fileDependencies }) => {
    for (const path of last.inputs) fileDependencies.add(path);
    if (last.errors !== '') errors.push(new Error(last.errors));
  });
}

/** The members of an esbuild build that the plugin uses. */
interface EsbuildBuild {
  onStart(run: () => Promise<{ errors: { text: string }[] } | undefined>): void;
  onResolve(
    options: { filter: RegExp },
    resolve: (args: { kind: string }) => { watchFiles: string[] } | undefined,
  ): void;
}

// esbuild can only watch files that belong to a resolved import, so the inputs belong to the entry points.
function addToEsbuild(options: PluginOptions, build: EsbuildBuild): void {
  let inputs: readonly string[] = [];
  build.onStart(async () => {
    const generated = await generateConfigured(options);
    inputs = generated.inputs;
    return generated.errors === '' ? undefined : { errors: [{ text: generated.errors }] };
  });
  build.onResolve({ filter: /./ }, ({ kind }) => (kind === 'entry-point' ? { watchFiles: [...inputs] } : undefined));
}
