import { resolve } from 'node:path';
import { type PlannedRun, WatchedConfiguration } from '../configuration/plan-runs.js';
import { listConfigurationPaths } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatCount } from '../diagnostics/show-text.js';
import { formatDiagnostics } from '../pipeline/format-diagnostics.js';
import { listModuleFiles } from '../user-modules/list-module-files.js';
import { type FollowUp, type WatchedRun, type WatchPlan, watchPlan } from '../watching/watch.js';
import type { CommandLine } from './parse-arguments.js';
import { exit, formatPath, type Report, reportFindings, reportStop } from './report.js';
import type { Terminal } from './terminal.js';

/** Runs `generate --watch` until the terminal is interrupted. Prints findings, and one line per run. */
export async function runWatch(
  listRuns: (findings: Diagnostics) => Promise<readonly PlannedRun[]>,
  { config }: CommandLine,
  terminal: Terminal,
): Promise<Report> {
  const printer = new RunPrinter(terminal);
  const configuration = new WatchedConfiguration();
  const plan = async (): Promise<WatchPlan> => {
    const findings = new Diagnostics();
    let descriptions: readonly PlannedRun[] = [];
    await reportStop(terminal, async () => {
      const runs = await listRuns(findings);
      configuration.check(runs, terminal.folder, findings);
      findings.stopOnErrors();
      descriptions = runs;
      return [await reportFindings(findings, undefined, terminal)];
    });
    const files = listConfigurationPaths(terminal.folder, config).flatMap(listModuleFiles);
    return { descriptions, files };
  };
  const watching = watchPlan(plan, {
    onRun: (run) => printer.print(run),
    onFollowUp: (followUp) => printer.printFollowUp(followUp),
  });
  terminal.onInterrupt?.(() => void watching.close());
  await watching.ready;
  if (!terminal.isQuiet) terminal.print('  watching for changes; press Ctrl+C to stop\n');
  await watching.done;
  return { findings: [], exitCode: exit.clean };
}

class RunPrinter {
  readonly #terminal: Terminal;
  /** The findings of the last run of each description. */
  readonly #findings = new Map<string | undefined, string>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  // Warnings that the last run already printed are not repeated. Errors are, because the run wrote nothing.
  async print(run: WatchedRun): Promise<void> {
    const { diagnostics, name, settings } = run;
    const { colours, isVerbose = false, isQuiet = false } = this.#terminal;
    if (isQuiet && !diagnostics.hasErrors) return;
    const text = await formatDiagnostics(run, { folder: this.#terminal.folder, colours, verbose: isVerbose });
    if (diagnostics.hasErrors || this.#findings.get(name) !== text) this.#terminal.printError(text);
    this.#findings.set(name, text);
    this.#printLine(settings, this.#describe(run), run.milliseconds);
  }

  // The run before it has already printed the warnings about the description.
  async printFollowUp({ run, diagnostics, paths, milliseconds }: FollowUp): Promise<void> {
    const { settings } = run;
    const { colours, folder } = this.#terminal;
    if (diagnostics.hasErrors)
      this.#terminal.printError(await formatDiagnostics({ ...run, diagnostics }, { folder, colours }));
    const isWritten = !diagnostics.hasErrors && paths.length > 0;
    const done = diagnostics.hasErrors ? 'is unchanged' : isWritten ? `${paths.length} written` : 'is up to date';
    this.#printLine(settings, `${this.#formatOut(settings)}, the reference: ${done}`, milliseconds);
  }

  #printLine({ spec }: WatchedRun['settings'], text: string, milliseconds: number): void {
    const time = new Date().toTimeString().slice(0, 8);
    const seconds = `${(milliseconds / 1000).toFixed(2)} s`;
    this.#terminal.print(`  ${time}  ${[formatPath(spec, this.#terminal), text, seconds].join('   ')}\n`);
  }

  #formatOut({ folder, out }: WatchedRun['settings']): string {
    return formatPath(resolve(folder, out.shown), this.#terminal);
  }

  #describe({ diagnostics, settings, written, isUnchanged }: WatchedRun): string {
    const out = this.#formatOut(settings);
    const errorCount = diagnostics.list.filter(({ severity }) => severity === 'error').length;
    if (errorCount > 0) return `${formatCount(errorCount, 'error')}, ${out} is unchanged`;
    const writtenCount = written ? written.added.length + written.changed.length : 0;
    const removedCount = written?.removed.length ?? 0;
    if (isUnchanged || writtenCount + removedCount === 0) return `${out} is up to date`;
    return `${out}: ${writtenCount} written, ${removedCount} removed`;
  }
}
