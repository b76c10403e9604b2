import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, isAbsolute, posix, resolve } from 'node:path';
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
  const served = new ServedOutput();
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
      // After the plugins that translate to JavaScript.
      enforce: 'post',
      async configureServer(server): Promise<void> {
        // `watch` is `null` in a test run, which does not watch files.
        if (server.config.server.watch === null) return;
        isServed = true;
        // A test of Vitest can replace an index by a mock.
        const isTest = server.config.plugins.some(({ name }) => name.startsWith('vitest'));
        await startWatching(options, server, isTest ? undefined : served);
      },
      watchChange: (path) => served.notice(path),
      async transform(code, id): Promise<string | undefined> {
        if (id.includes('/node_modules/')) return undefined;
        const locate = async (source: string): Promise<string | undefined> => (await this.resolve(source, id))?.id;
        return served.changeImports(code, (text) => this.parse(text), locate);
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
async function startWatching(options: PluginOptions, server: DevServer, served?: ServedOutput): Promise<void> {
  const overlay = new Overlay(server);
  const configuration = new WatchedConfiguration();
  const plan = async (): Promise<WatchPlan> => {
    const { errors, ...planned } = await planConfigured(options, configuration);
    overlay.set('configuration', errors);
    return planned;
  };
  const onRun = async (run: WatchedRun): Promise<void> => {
    served?.add(run.settings.out.path);
    overlay.set(`description ${run.name ?? ''}`, run.diagnostics.hasErrors ? await formatRun(run) : '');
  };
  const watching = watchPlan(plan, { onRun });
  const close = server.close.bind(server);
  server.close = async () => {
    await watching.close();
    await close();
  };
  await watching.ready;
}

/**
 * The output that Vite's development server serves. Through an index, a page would request the modules of all
 * operations. So imports of names from an index become imports from the modules that have these names.
 */
class ServedOutput {
  readonly #folders = new Set<string>();
  /** The modules of the names of each index, by paths with `/` as separator. */
  #indexes: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;

  add(folder: string): void {
    if (existsSync(folder)) this.#folders.add(toSlashes(realpathSync.native(folder)));
    this.#indexes = undefined;
  }

  /** Reads the indexes again after a change of a file in the output. */
  notice(path: string): void {
    if ([...this.#folders].some((folder) => toSlashes(path).startsWith(`${folder}/`))) this.#indexes = undefined;
  }

  /**
   * Changes the imports of a module. Each line of its code keeps its number. Returns `undefined` if nothing changes.
   * `locate` returns the path of an imported module.
   */
  async changeImports(
    code: string,
    parse: (code: string) => Program,
    locate: (source: string) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    this.#indexes ??= new Map([...this.#folders].flatMap(readIndexes));
    if (this.#indexes.size === 0) return undefined;
    let changed = code;
    for (const { type, source, specifiers = [], start, end } of parse(code).body.toReversed()) {
      const names = listNames(code, specifiers);
      if (typeof source?.value !== 'string' || names === undefined) continue;
      const known = [...this.#indexes.values()].some((modules) => names.every(({ name }) => modules.has(name)));
      const modules = known ? this.#indexes.get((await locate(source.value)) ?? '') : undefined;
      if (modules === undefined || !names.every(({ name }) => modules.has(name))) continue;
      const word = type === 'ImportDeclaration' ? 'import' : 'export';
      const lines = names.map(({ name, text }) => `${word} { ${text} } from ${JSON.stringify(modules.get(name))};`);
      const breaks = code.slice(start, end).replace(/[^\n]/g, '');
      changed = `${changed.slice(0, start)}${lines.join(' ')}${breaks}${changed.slice(end)}`;
    }
    return changed === code ? undefined : changed;
  }
}

/** The members of a syntax tree that the plugin uses. */
interface Program {
  readonly body: readonly (Span & { readonly source?: Node | null; readonly specifiers?: readonly Specifier[] })[];
}

interface Specifier extends Span {
  readonly imported?: Node;
  readonly local?: Node;
}

interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A name, or a text. */
interface Node {
  readonly name?: unknown;
  readonly value?: unknown;
}

/**
 * Lists the names that a statement imports, each with its text. Returns `undefined` if it imports nothing, or more than
 * names.
 */
function listNames(code: string, specifiers: readonly Specifier[]): { name: string; text: string }[] | undefined {
  const names = specifiers.flatMap(({ type, imported, local, start, end }) => {
    const { name } = { ...(type === 'ExportSpecifier' ? local : imported) };
    return typeof name === 'string' ? { name, text: code.slice(start, end) } : [];
  });
  return names.length === 0 || names.length < specifiers.length ? undefined : names;
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Reads the indexes of an output that contain nothing but exports from other modules. */
function readIndexes(folder: string): [index: string, modules: ReadonlyMap<string, string>][] {
  const kinds = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const indexes = kinds.flatMap(({ name }) => ['ts', 'js'].map((end) => `${folder}/${name}/index.${end}`));
  return indexes
    .filter((index) => existsSync(index))
    .flatMap((index) => {
      const modules = readIndex(index);
      return modules ? [[index, modules] as const] : [];
    });
}

const comments = /\/\*[\s\S]*?\*\/|^\/\/.*$/gm;
const reexports = /^export (?:(type )?\{([^}]*)\}|\*) from '([^']*)';$/gm;
const values = /^export (?:async )?(?:const|function\*?|class) ([^\s(<:=]+)/gm;

/** Finds the module of each value that an index exports. Returns `undefined` if the index has other code. */
function readIndex(index: string): ReadonlyMap<string, string> | undefined {
  const text = readFileSync(index, 'utf8').replace(comments, '');
  if (text.replace(reexports, '').trim() !== '') return undefined;
  const modules = new Map<string, string>();
  for (const [, type, list, specifier = ''] of text.matchAll(reexports)) {
    const module = posix.join(dirname(index), specifier.replace(/\.[jt]s$/, extname(index)));
    if (type !== undefined || !existsSync(module)) continue;
    const names = list?.split(',') ?? Array.from(readFileSync(module, 'utf8').matchAll(values), ([, name]) => name);
    for (const name of names) if (name !== undefined && /^\s*\S+\s*$/.test(name)) modules.set(name.trim(), module);
  }
  return modules;
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
