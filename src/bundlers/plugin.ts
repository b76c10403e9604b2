import { isAbsolute, resolve } from 'node:path';
import { createUnplugin, type UnpluginInstance, type UnpluginOptions } from 'unplugin';
import { planRuns, WatchedConfiguration } from '../configuration/plan-runs.js';
import { listConfigurationPaths, readConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { formatDiagnostics, listSources } from '../pipeline/format-diagnostics.js';
import { generate } from '../pipeline/generate.js';
import { listInputs } from '../pipeline/inputs.js';
import type { Run } from '../pipeline/run.js';
import { listModuleFiles } from '../user-modules/list-module-files.js';
import { type WatchedRun, type WatchPlan, watchPlan } from '../watching/watch.js';

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

/** The members of Vite's development server that the plugin uses. */
interface DevServer {
  readonly ws: {
    send(message: ErrorMessage | { readonly type: 'update'; readonly updates: [] }): void;
    on(event: 'connection', listener: () => void): void;
  };
  readonly config: { readonly logger: { error(text: string): void } };
  close(): Promise<void>;
}

interface ErrorMessage {
  readonly type: 'error';
  readonly err: { readonly message: string; readonly stack: string; readonly plugin: string };
}

/**
 * Watches the inputs of the configured runs while Vite's development server runs. Vite itself notices changes in the
 * output. Errors are shown in Vite's overlay until a run has none. Resolves after the first run.
 */
async function startWatching(options: PluginOptions, server: DevServer): Promise<void> {
  const overlay = new Overlay(server);
  const configuration = new WatchedConfiguration();
  const plan = async (): Promise<WatchPlan> => {
    const { errors, ...planned } = await planConfigured(options, configuration);
    overlay.set('configuration', errors);
    return planned;
  };
  const onRun = async (run: WatchedRun): Promise<void> =>
    overlay.set(`description ${run.name ?? ''}`, run.diagnostics.hasErrors ? await formatRun(run) : '');
  const watching = watchPlan(plan, { onRun });
  const close = server.close.bind(server);
  server.close = async () => {
    await watching.close();
    await close();
  };
  await watching.ready;
}

/** The overlay of a page. It shows the errors of all descriptions. */
class Overlay {
  readonly #server: DevServer;
  readonly #errors = new Map<string, string>();
  #shown = '';

  constructor(server: DevServer) {
    this.#server = server;
    // Sends the errors to each page that connects later.
    server.ws.on('connection', () => {
      if (this.#shown !== '') this.#show();
    });
  }

  /** Sets the errors of one source. An empty text means that there are none. */
  set(source: string, text: string): void {
    this.#errors.set(source, text);
    const all = [...this.#errors.values()].filter((each) => each !== '').join('\n');
    if (all === this.#shown) return;
    this.#shown = all;
    if (all === '') {
      this.#server.ws.send({ type: 'update', updates: [] });
    } else {
      this.#server.config.logger.error(all);
      this.#show();
    }
  }

  #show(): void {
    this.#server.ws.send({ type: 'error', err: { message: this.#shown, stack: '', plugin: 'lacuna' } });
  }
}

/** The options of the plugin. */
export interface PluginOptions {
  /** The folder of the project; the current folder by default. */
  readonly folder?: string;
  /** The configuration file. By default, the plugin searches for it as the command `lacuna` does. */
  readonly config?: string;
  /** The descriptions of the configuration to generate; all of them by default. */
  readonly names?: readonly string[];
}

/** The result of a run, for a build. */
interface Generated {
  /** The errors as the command prints them; empty if there are none. */
  readonly errors: string;
  /** The absolute paths of the files that the run read. If one of them changes, another run is needed. */
  readonly inputs: readonly string[];
}

/** Plans the runs of a configuration, and formats the errors of the configuration, if it has any. */
async function planConfigured(
  { folder: given = '.', config, names = [] }: PluginOptions,
  watched: WatchedConfiguration = new WatchedConfiguration(),
): Promise<WatchPlan & { readonly errors: string }> {
  const folder = resolve(given);
  const findings = new Diagnostics();
  const configuration = await readConfiguration(folder, config, findings);
  const descriptions = findings.hasErrors ? [] : planRuns({ folder, names, options: {} }, configuration, findings);
  watched.check(descriptions, folder, findings);
  const files = listConfigurationPaths(folder, config).flatMap(listModuleFiles);
  if (!findings.hasErrors) return { descriptions, files, errors: '' };
  const located = await locateAll(findings.list, listSources(undefined, folder));
  return { descriptions: [], files, errors: printDiagnostics(located, { colours: false, isVerbose: false }) };
}

/** Generates all descriptions of the configuration, or those that `names` selects. */
async function generateConfigured(options: PluginOptions): Promise<Generated> {
  const plan = await planConfigured(options);
  const errors = plan.errors === '' ? [] : [plan.errors];
  const inputs = new Set(plan.files);
  for (const { options: one } of plan.descriptions) {
    const run = await generate(one);
    for (const { path } of listInputs(run)) if (isAbsolute(path)) inputs.add(path);
    if (run.diagnostics.hasErrors) errors.push(await formatRun(run));
  }
  return { errors: errors.join('\n'), inputs: [...inputs] };
}

/** Formats the errors of a run as the command prints them. */
function formatRun(run: Run): Promise<string> {
  return formatDiagnostics(run, { folder: resolve('.') });
}
