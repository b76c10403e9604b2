import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { type PlannedRun, planRuns } from '../configuration/plan-runs.js';
import { type ReadConfiguration, readConfiguration } from '../configuration/read-configuration.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { completeInterrupted, writeFiles } from '../files/file-writer.js';
import { getRelativePath } from '../files/paths.js';
import { chooseConfigurationName } from '../init/plan-configuration.js';
import { planInit } from '../init/plan-init.js';
import type { Project } from '../init/project.js';
import { readProject } from '../init/read-project.js';
import type { InitSettings } from '../init/settings.js';
import type { InitStep } from '../init/step.js';
import { suggestCi } from '../init/suggest-settings.js';
import { askCi, askConfiguration, chooseProject } from './ask-init.js';
import type { CommandLine } from './parse-arguments.js';
import { printInit } from './print-init.js';
import type { Report } from './report.js';
import { exit, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/**
 * The result of `init`, and the configuration for the first run. The configuration is absent if there is no first run.
 */
interface Initialised {
  readonly report: Report;
  readonly config?: string;
}

/** Runs `init` without its first run of `generate`: recognises the project, asks, and writes the files. */
export async function runInit(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Initialised> {
  const planned = diagnostics.hasErrors ? undefined : await plan(commandLine, diagnostics, terminal);
  if (planned && !diagnostics.hasErrors) return complete(planned, commandLine, terminal, diagnostics);
  return { report: await reportFindings(diagnostics, undefined, terminal) };
}

interface Planned {
  readonly project: Project;
  readonly steps: readonly InitStep[];
  /** The absolute path of the configuration. */
  readonly configuration: string;
}

async function plan(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Planned | undefined> {
  for (const argument of commandLine.words) diagnostics.report('unexpected-argument', undefined, { argument });
  const asking = { ...terminal, ask: commandLine.isYes ? undefined : terminal.ask };
  const chosen = diagnostics.hasErrors ? undefined : await chooseProject(commandLine, diagnostics, asking);
  const project = chosen && !commandLine.dryRun ? await completeProject(chosen, diagnostics) : chosen;
  if (project === undefined || diagnostics.hasErrors) return undefined;
  const folder = project.root.locate(project.packagePath);
  const existing = await readConfiguration(folder, undefined, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const settings = existing
    ? readSettings(
        existing,
        folder,
        planRuns({ ...commandLine, names: [], folder: terminal.folder }, existing, diagnostics),
      )
    : await askSettings(project, commandLine, diagnostics, asking);
  if (settings === undefined || diagnostics.hasErrors) return undefined;
  const ci = commandLine.ci ?? (await askCi(suggestCi(project), asking));
  const configuration = existing?.path ?? join(folder, chooseConfigurationName(project));
  return { project, steps: planInit(project, { ...settings, ci }), configuration };
}

// Completes an interrupted run, and then reads the package again.
async function completeProject(project: Project, diagnostics: Diagnostics): Promise<Project | undefined> {
  const { root, packagePath } = project;
  const isChanged = await completeInterrupted({ folder: root, journalFolder: packagePath }, diagnostics);
  return isChanged ? readProject(root.locate(packagePath), root.shown, diagnostics) : project;
}

async function askSettings(
  project: Project,
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<Omit<InitSettings, 'ci'> | undefined> {
  const configuration = await askConfiguration(project, commandLine, diagnostics, terminal);
  return configuration && { configuration, outs: [configuration.out ?? ''] };
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
  { project, steps, configuration }: Planned,
  { dryRun }: CommandLine,
  terminal: Terminal,
  diagnostics: Diagnostics,
): Promise<Initialised> {
  const changes = steps.flatMap(({ change }) => change ?? []);
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
  return dryRun ? { report } : { report, config: relative(terminal.folder, configuration) };
}
