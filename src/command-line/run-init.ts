import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { omitUndefined } from '../configuration/omit-undefined.js';
import type { ConfigurableOptions } from '../configuration/option-table.js';
import { readKinds } from '../configuration/option-types.js';
import { type PlannedRun, planRuns } from '../configuration/plan-runs.js';
import { type ReadConfiguration, readConfiguration } from '../configuration/read-configuration.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { listDefaultKinds } from '../emitters/index.js';
import { completeInterrupted, writeFiles } from '../files/file-writer.js';
import { getMovablePath } from '../files/folder.js';
import { getRelativePath } from '../files/paths.js';
import type { ArtifactKind } from '../model/artifact.js';
import { type CiSystem, ciSystems } from './flag-table.js';
import { chooseConfigurationName, type InitSettings, type InitStep, planInit } from './init/plan-init.js';
import {
  findDescriptions,
  formatInstall,
  hasInstalled,
  joinFolder,
  type Project,
  readProject,
  suggestCi,
  suggestKinds,
  suggestOut,
  suggestOutput,
} from './init/project.js';
import type { CommandLine, FirstUse } from './parse-arguments.js';
import { exit, type Report, reportFindings } from './report.js';
import type { Terminal } from './terminal.js';

/**
 * The result of `init`, and the configuration for the first run. The configuration is absent if there is no first run.
 */
interface Initialised {
  readonly report: Report;
  readonly config?: string;
  readonly use?: FirstUse;
}

/** Runs `init` without its first run of `generate`: recognises the project, asks, and writes the files. */
export async function runInit(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Initialised> {
  return complete(await plan(commandLine, diagnostics, terminal), commandLine, terminal, diagnostics);
}

async function plan(commandLine: CommandLine, diagnostics: Diagnostics, terminal: Terminal) {
  const { flags } = commandLine;
  for (const argument of commandLine.words) diagnostics.report('unexpected-argument', undefined, { argument });
  diagnostics.stopOnErrors();
  const asking = { ...terminal, ask: flags.has('yes') ? undefined : terminal.ask };
  const chosen = await chooseProject(commandLine, diagnostics, asking);
  const project = flags.has('dry-run') ? chosen : await completeProject(chosen, diagnostics);
  const folder = project.root.locate(project.packagePath);
  const existing = await readConfiguration(folder, undefined, diagnostics);
  diagnostics.stopOnErrors();
  const request = { ...commandLine, names: [], folder: terminal.folder };
  const settings = existing
    ? readSettings(existing, folder, planRuns(request, existing, diagnostics))
    : await askConfiguration(project, commandLine, diagnostics, asking).then((configuration) => ({
        configuration,
        outs: [configuration.out ?? ''],
      }));
  diagnostics.stopOnErrors();
  const ci = flags.choice('ci', ciSystems) ?? (await askCi(suggestCi(project), asking));
  const configuration = existing?.path ?? join(folder, chooseConfigurationName(project));
  return { project, steps: planInit(project, { ...settings, ci }), outs: settings.outs, configuration };
}

// Completes an interrupted run, and then reads the package again.
async function completeProject(project: Project, diagnostics: Diagnostics): Promise<Project> {
  const { root, packagePath } = project;
  const isChanged = await completeInterrupted({ folder: root, journalFolder: packagePath }, diagnostics);
  const current = isChanged ? readProject(root.locate(packagePath), root.shown, diagnostics) : project;
  return diagnostics.stopIfAbsent(current);
}

// The path can be that of `package.json`, which can contain the configuration.
function readSettings(
  { path }: ReadConfiguration,
  folder: string,
  runs: readonly PlannedRun[],
): Omit<InitSettings, 'ci'> {
  const outs = runs.map(({ options }) => getRelativePath(folder, resolve(dirname(path), options.out ?? 'generated')));
  return { existing: basename(path), outs };
}

async function complete(
  { project, steps, outs, configuration }: Awaited<ReturnType<typeof plan>>,
  { flags }: CommandLine,
  terminal: Terminal,
  diagnostics: Diagnostics,
): Promise<Initialised> {
  const changes = steps.flatMap(({ change }) => change ?? []);
  const dryRun = flags.has('dry-run');
  const isWritten =
    dryRun || (await writeFiles({ folder: project.root, journalFolder: project.packagePath }, changes, diagnostics));
  const reported = await reportFindings(diagnostics, undefined, terminal);
  if (!isWritten) return { report: { ...reported, exitCode: exit.wrongInput } };
  const show = (path: string): string =>
    relative(resolve(terminal.folder), project.root.locate(path)).split(sep).join('/');
  terminal.print(printInit(project, steps, show, dryRun));
  const listPaths = (isNew: boolean): string[] =>
    changes.filter(({ before }) => (before === undefined) === isNew).map(({ path }) => show(path));
  const tasks = steps.flatMap(({ path, what, lines }) =>
    lines ? [{ text: `${show(path)}: ${what}`, places: [], lines }] : [],
  );
  const report = { ...reported, written: { added: listPaths(true), changed: listPaths(false), removed: [] }, tasks };
  if (dryRun) return { report };
  return { report, config: relative(terminal.folder, configuration), use: findUse(project, outs[0]) };
}

/** Finds how a module of the project uses the output: a module of `src` if the output is there. */
function findUse({ root, packagePath, isBrowser, isModule, usesTypeScript }: Project, out = ''): FirstUse {
  const folder = out.startsWith('src/') ? joinFolder(packagePath, 'src') : packagePath;
  return {
    folder: root.locate(folder),
    isBrowser,
    requires: !(usesTypeScript || isBrowser || isModule),
    // Some bundlers and compilers refuse it.
    awaits: isModule && !isBrowser,
  };
}

/** Reads the project of the current folder. If that is a workspace, reads the package that receives the output. */
async function chooseProject({ flags }: CommandLine, diagnostics: Diagnostics, terminal: Terminal): Promise<Project> {
  const { folder } = terminal;
  const inside = flags.text('in');
  const project = diagnostics.stopIfAbsent(readProject(resolve(folder, inside ?? ''), '.', diagnostics));
  if (inside !== undefined || project.packages.length === 0) return project;
  const likely = project.packages.filter((path) => hasFramework(join(folder, path), diagnostics));
  diagnostics.stopOnErrors();
  if (likely.length === 0 && project.frameworks.length > 0) return project;
  const [only, other] = likely;
  const suggested = only !== undefined && other === undefined ? only : undefined;
  const answer = await askText('Which package of the workspace is the output for?', suggested, terminal);
  if (!answer) return diagnostics.stop('package-not-chosen', undefined, { packages: project.packages });
  return diagnostics.stopIfAbsent(readProject(resolve(folder, answer), '.', diagnostics));
}

function hasFramework(folder: string, diagnostics: Diagnostics): boolean {
  return (readProject(folder, '.', diagnostics)?.frameworks.length ?? 0) > 0;
}

/** Asks for the options of the configuration that no flag states. Reports a description that does not exist. */
async function askConfiguration(
  project: Project,
  { options }: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<ConfigurableOptions> {
  const packageFolder = project.root.locate(project.packagePath);
  const spec = options.spec ?? (await askDescription(project, diagnostics, terminal));
  if (/^https?:/.test(spec)) diagnostics.stop('spec-is-url', { file: spec, pointer: '' }, { url: spec });
  if (!existsSync(resolve(terminal.folder, spec))) diagnostics.stop('description-absent', undefined, { path: spec });
  const out =
    options.out ??
    (await askText(
      'Which folder is for the output?',
      formatFile(packageFolder, suggestOut(project), terminal),
      terminal,
    ));
  const only = options.only ?? (await askKinds(project, diagnostics, terminal));
  diagnostics.stopOnErrors();
  const emitters = options.emitters ?? (await askQueries(project, only, terminal));
  const hasCode = only?.every((kind) => !codeKinds.includes(kind)) !== true;
  const { emit, importExtension } = { ...(hasCode && suggestOutput(project)), ...options };
  return omitUndefined({
    ...options,
    spec: getMovablePath(packageFolder, resolve(terminal.folder, spec)),
    out: getMovablePath(packageFolder, resolve(terminal.folder, out ?? '')),
    only,
    emitters,
    emit,
    importExtension: emit === 'js' ? options.importExtension : importExtension,
  });
}

const codeKinds: readonly ArtifactKind[] = ['types', 'client', 'server', 'validators'];

async function askDescription(project: Project, diagnostics: Diagnostics, terminal: Terminal): Promise<string> {
  const found = findDescriptions(project).map((file) => formatFile(project.root.path, file, terminal));
  const isUnclear = terminal.ask === undefined && found.length !== 1;
  const answer = isUnclear ? undefined : await askText('Which file is the OpenAPI description?', found[0], terminal);
  return answer || diagnostics.stop('no-description-chosen', undefined, { found });
}

async function askKinds(
  project: Project,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<ConfigurableOptions['only']> {
  const suggested = suggestKinds(project);
  const all = listDefaultKinds().join(',');
  const answer = await askText('Which artifacts should lacuna generate?', suggested?.join(',') ?? all, terminal);
  return answer === undefined || answer === all ? suggested : readKinds(answer, diagnostics);
}

// The options of TanStack Query call the client.
async function askQueries(
  { queryLibrary }: Project,
  only: ConfigurableOptions['only'],
  terminal: Terminal,
): Promise<ConfigurableOptions['emitters']> {
  if (queryLibrary === undefined || only?.includes('client') === false) return undefined;
  const answer = await askText('Should lacuna generate options for TanStack Query? yes, no:', 'yes', terminal);
  if (!answer?.startsWith('y')) return undefined;
  const emitter = 'lacuna/tanstack-query';
  return [queryLibrary === '@tanstack/react-query' ? emitter : [emitter, { library: queryLibrary }]];
}

/** Asks for the system whose job checks the output. Asks again until the answer is one of the systems. */
async function askCi(suggested: CiSystem, terminal: Terminal): Promise<CiSystem> {
  for (;;) {
    const answer = await askText(
      `Which CI system should check the output? ${ciSystems.join(', ')}:`,
      suggested,
      terminal,
    );
    const system = ciSystems.find((one) => one === answer);
    if (system) return system;
  }
}

// An empty answer means the suggestion.
async function askText(
  question: string,
  suggested: string | undefined,
  { ask }: Terminal,
): Promise<string | undefined> {
  if (ask === undefined) return suggested;
  const answer = ((await ask(`${question}${suggested === undefined ? '' : ` [${suggested}]`} `)) ?? '').trim();
  return answer === '' ? suggested : answer;
}

function formatFile(folder: string, file: string, terminal: Terminal): string {
  return relative(resolve(terminal.folder), join(folder, file)).split(sep).join('/');
}

/** Formats what `init` recognised, what it did to each file, and the tasks that remain. */
function printInit(
  project: Project,
  steps: readonly InitStep[],
  show: (path: string) => string,
  isDryRun: boolean,
): string {
  const rows = steps.filter(({ lines }) => lines === undefined);
  const width = Math.max(0, ...rows.map(({ path }) => show(path).length));
  const formatRow = ({ path, what, change }: InitStep): string => {
    const state = change === undefined ? 'kept' : change.before === undefined ? 'added' : 'changed';
    return `  ${(isDryRun && change ? `would be ${state}` : state).padEnd(isDryRun ? 16 : 7)}  ${show(path).padEnd(width)}  ${what}\n`;
  };
  const left = steps.flatMap(({ path, what, lines }) =>
    lines ? [`  - ${show(path)}: ${what}:\n${lines.map((line) => `      ${line}\n`).join('')}`] : [],
  );
  return [
    `  detected: ${[project.frameworks[0] ?? 'no framework', project.manager].join(', ')}\n`,
    ...rows.map(formatRow),
    ...listInstalls(project),
    ...(left.length > 0 ? ['\n  to do by hand:\n', ...left] : []),
    '\n',
  ].join('');
}

function listInstalls(project: Project): readonly string[] {
  return hasInstalled(project, 'lacuna') ? [] : [`  next: ${formatInstall(project, 'lacuna')}\n`];
}
