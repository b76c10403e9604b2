import { type PlannedRun, planRuns } from '../configuration/plan-runs.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { standardInput } from '../document/document.js';
import { defaultLimits } from '../document/limits.js';
import { readVersion } from '../package-files.js';
import { runCheck, runGenerate, runScaffold } from './commands.js';
import { type CommandLine, parseArguments } from './parse-arguments.js';
import { Progress } from './progress.js';
import type { Report } from './report.js';
import { exit, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs the program with the arguments after its name; returns the exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const diagnostics = new Diagnostics();
  const commandLine = parseArguments(argv, diagnostics);
  const { command, format } = commandLine;
  if (!diagnostics.hasErrors && command === 'help') {
    const { printHelp } = await import('./help.js');
    terminal.print(printHelp(commandLine.topic));
    return argv.length === 0 ? exit.wrongInput : exit.clean;
  }
  if (!diagnostics.hasErrors && command === 'version') {
    terminal.print(`${readVersion()}\n`);
    return exit.clean;
  }
  if (format === 'text') return findExitCode(await listReports(commandLine, diagnostics, terminal));
  const quiet = { ...terminal, print: () => undefined, printError: () => undefined, isInteractive: false };
  const descriptions = await listReports(commandLine, diagnostics, quiet);
  const exitCode = findExitCode(descriptions);
  const { formatReport } = await import('./formats/index.js');
  terminal.print(formatReport(format, { command, lacuna: readVersion(), exitCode, descriptions }));
  return exitCode;
}

function findExitCode(reports: readonly Report[]): number {
  return Math.max(exit.clean, ...reports.map(({ exitCode }) => exitCode));
}

/** Runs the command for each description, and returns a report for each; one without description if there is an error before. */
async function listReports(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<readonly Report[]> {
  if (commandLine.command === 'fetch') {
    const { runFetch } = await import('./run-fetch.js');
    return [await runFetch(commandLine, diagnostics, terminal)];
  }
  if (commandLine.isWatch && !diagnostics.hasErrors) {
    const { runWatch } = await import('./run-watch.js');
    return [await runWatch((findings) => listRuns(commandLine, findings, terminal), commandLine, terminal)];
  }
  const runs = diagnostics.hasErrors ? [] : await listRuns(commandLine, diagnostics, terminal);
  if (diagnostics.hasErrors) return [await reportFindings(diagnostics, undefined, terminal)];
  const input = await readInput(commandLine, terminal);
  const progress = new Progress(terminal);
  const watched = { ...progress.watch(), isVerbose: commandLine.isVerbose };
  const reports: Report[] = [];
  for (const run of runs) {
    // Findings are printed with their places, which only a whole run knows.
    const force = commandLine.isVerbose || commandLine.format !== 'text';
    const options = { ...run.options, ...input, force, onStage: progress.report };
    const report = await runCommand(commandLine, { ...run, options }, watched);
    reports.push({ ...(run.name !== undefined && { name: run.name }), ...report });
  }
  return reports;
}

async function readInput({ options }: CommandLine, { readInput }: Terminal): Promise<{ readonly input?: Uint8Array }> {
  if (options.spec !== standardInput || !readInput) return {};
  return { input: await readInput(options.limits?.fileBytes ?? defaultLimits.fileBytes) };
}

async function listRuns(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  { folder }: Terminal,
): Promise<readonly PlannedRun[]> {
  const configuration = await readConfiguration(folder, commandLine.config, diagnostics);
  if (diagnostics.hasErrors) return [];
  const runs = planRuns({ ...commandLine, folder }, configuration, diagnostics);
  const names = runs.flatMap(({ name }) => name ?? []);
  if (commandLine.print === 'model' && names.length > 1) {
    diagnostics.report('description-not-chosen', undefined, { flag: '--print', names });
  }
  return runs;
}

async function runCommand(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<Report> {
  if (commandLine.command === 'items' || commandLine.command === 'items show') {
    const { runItems } = await import('./run-items.js');
    return runItems(commandLine, run, terminal);
  }
  if (commandLine.command === 'items uses') {
    const { runItemUses } = await import('./run-item-uses.js');
    return runItemUses(commandLine, run, terminal);
  }
  if (commandLine.command === 'items answer' || commandLine.command === 'items undo') {
    const { runItemsAnswer } = await import('./run-items-answer.js');
    return runItemsAnswer(commandLine, run, terminal);
  }
  if (commandLine.command === 'check') return runCheck(run, terminal);
  if (commandLine.command === 'scaffold') return runScaffold(run, commandLine, terminal);
  if (commandLine.print) {
    const { runPrint } = await import('./run-print.js');
    return runPrint(commandLine.print, run.options, terminal);
  }
  return runGenerate(run, terminal);
}
