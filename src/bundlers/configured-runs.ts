import { isAbsolute, resolve } from 'node:path';
import { planRuns, WatchedConfiguration } from '../configuration/plan-runs.js';
import { listConfigurationPaths, readConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { formatDiagnostics, listSources } from '../pipeline/format-diagnostics.js';
import { generate } from '../pipeline/generate.js';
import { listInputs } from '../pipeline/inputs.js';
import type { Run } from '../pipeline/run.js';
import { listModuleFiles } from '../user-modules/list-module-files.js';
import type { WatchPlan } from '../watching/watch.js';

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
export interface Generated {
  /** The errors as the command prints them; empty if there are none. */
  readonly errors: string;
  /** The absolute paths of the files that the run read. If one of them changes, another run is needed. */
  readonly inputs: readonly string[];
}

/** Plans the runs of a configuration. `report` receives the errors of the configuration, if it has any. */
export async function planConfigured(
  { folder: given = '.', config, names = [] }: PluginOptions,
  report: (errors: string) => void,
  watched: WatchedConfiguration = new WatchedConfiguration(),
): Promise<WatchPlan> {
  const folder = resolve(given);
  const findings = new Diagnostics();
  const configuration = await readConfiguration(folder, config, findings);
  const descriptions = findings.hasErrors ? [] : planRuns({ folder, names, options: {} }, configuration, findings);
  watched.check(descriptions, folder, findings);
  const files = listConfigurationPaths(folder, config).flatMap(listModuleFiles);
  if (!findings.hasErrors) return { descriptions, files };
  const located = await locateAll(findings.list, listSources(undefined, folder));
  report(printDiagnostics(located, { colours: false, isVerbose: false }));
  return { descriptions: [], files };
}

/** Generates all descriptions of the configuration, or those that `names` selects. */
export async function generateConfigured(options: PluginOptions): Promise<Generated> {
  const errors: string[] = [];
  const plan = await planConfigured(options, (text) => errors.push(text));
  const inputs = new Set(plan.files);
  for (const { options: one } of plan.descriptions) {
    const run = await generate(one);
    for (const { path } of listInputs(run)) if (isAbsolute(path)) inputs.add(path);
    if (run.diagnostics.hasErrors) errors.push(await formatRun(run));
  }
  return { errors: errors.join('\n'), inputs: [...inputs] };
}

/** Formats the errors of a run as the command prints them. */
export function formatRun(run: Run): Promise<string> {
  return formatDiagnostics(run, { folder: resolve('.') });
}
