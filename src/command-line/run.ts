import { type PlannedRun, planRuns } from '../configuration/plan-runs.js';
import { type ReadConfiguration, readConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatLines } from '../diagnostics/show-text.js';
import { standardInput } from '../document/document.js';
import { defaultLimits } from '../document/limits.js';
import { readVersion } from '../package-files.js';
import { type CommandName, editCommands } from './command-table.js';
import { runCheck, runGenerate } from './commands.js';
import { type CommandLine, parseArguments } from './parse-arguments.js';
import { Progress } from './progress.js';
import type { Report } from './report.js';
import { exit, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Runs the program with the arguments after its name. Returns the exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const diagnostics = new Diagnostics();
  const commandLine = parseArguments(argv, diagnostics);
  const { command, format, isVerbose, isQuiet } = commandLine;
  if (!diagnostics.hasErrors && command === 'help') {
    const { printHelp } = await import('./help.js');
    terminal.print(printHelp(commandLine.topic));
    return argv.length === 0 ? exit.wrongInput : exit.clean;
  }
  if (!diagnostics.hasErrors && command === 'version') {
    terminal.print(`${readVersion()}\n`);
    return exit.clean;
  }
  // Programs read the output of `--print` and of most formats, so it is only encoded if it goes to a terminal.
  const isRaw = terminal.isScreen !== true && (commandLine.print !== undefined || format !== 'text');
  const print = isRaw ? terminal.print : (text: string): void => terminal.print(formatLines(text));
  const shown = { ...terminal, print, isVerbose, isQuiet, isInteractive: terminal.isInteractive && !isQuiet };
  if (format === 'text') return findExitCode(await listReports(commandLine, diagnostics, shown));
  const silent = {
    ...terminal,
    print: () => undefined,
    printError: () => undefined,
    isInteractive: false,
    ask: undefined,
  };
  const descriptions = await listReports(commandLine, diagnostics, silent);
  const exitCode = findExitCode(descriptions);
  const { formatReport } = await import('./formats/index.js');
  print(formatReport(format, { command, lacuna: readVersion(), exitCode, descriptions }));
  return exitCode;
}

function findExitCode(reports: readonly Report[]): number {
  return Math.max(exit.clean, ...reports.map(({ exitCode }) => exitCode));
}

/**
 * Runs the command for each description and returns a report for each. If an error occurs before that, returns one
 * report without a description.
 */
async function listReports(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<readonly Report[]> {
  const { command } = commandLine;
  if (command === 'fetch' || command === 'explain' || command === 'init')
    return runAlone(commandLine, diagnostics, terminal);
  if (commandLine.isWatch && !diagnostics.hasErrors) {
    const { runWatch } = await import('./run-watch.js');
    return [await runWatch((findings) => listRuns(commandLine, findings, terminal), commandLine, terminal)];
  }
  const runs = diagnostics.hasErrors ? [] : await listRuns(commandLine, diagnostics, terminal);
  // Help and version have already been printed.
  if (diagnostics.hasErrors || command === 'help' || command === 'version')
    return [await reportFindings(diagnostics, undefined, terminal)];
  const input = await readInput(commandLine, terminal);
  // Findings are printed with their places, which are only known if the run reads the description.
  const force = commandLine.isVerbose || commandLine.format !== 'text';
  const progress = new Progress(terminal);
  const whole = runs.map((run) => ({ ...run, options: { ...run.options, ...input, force, onStage: progress.report } }));
  return runInOrder({ ...commandLine, command }, whole, progress);
}

/** Runs a command for each description, one after the other. */
async function runInOrder(
  commandLine: CommandLine & { readonly command: keyof typeof runners },
  runs: readonly PlannedRun[],
  progress: Progress,
): Promise<readonly Report[]> {
  const { command, dryRun } = commandLine;
  const watched = progress.watch();
  const chosen = command.startsWith('items')
    ? await (await import('./choose-descriptions.js')).chooseRuns(commandLine, runs, watched)
    : runs.map((planned) => ({ planned, commandLine }));
  if ('refused' in chosen) return chosen.refused;
  const reports: Report[] = [];
  for (const { planned, commandLine: own } of chosen) {
    const [edit] = editCommands.has(command) ? reports : [];
    // The description of several outputs is edited once, and then each output is generated.
    if (edit && (dryRun || !edit.written)) break;
    const report = edit ? await runners.generate(own, planned, watched) : await runners[command](own, planned, watched);
    reports.push({ ...(planned.name !== undefined && { name: planned.name }), ...report });
  }
  return reports;
}

/** Runs a command that does not take descriptions of the configuration. */
async function runAlone(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<readonly Report[]> {
  const { command } = commandLine;
  if (command === 'fetch') {
    const { runFetch } = await import('./run-fetch.js');
    const progress = new Progress(terminal);
    progress.report('downloading');
    return [await runFetch(commandLine, diagnostics, progress.watch())];
  }
  if (command === 'explain') {
    const { runExplain } = await import('./run-explain.js');
    return [await runExplain(commandLine, diagnostics, terminal)];
  }
  const { runInit } = await import('./run-init.js');
  const { report, config } = await runInit(commandLine, diagnostics, terminal);
  if (config === undefined) return [report];
  const first: CommandLine = { ...commandLine, command: 'generate', names: [], options: {}, config };
  return [report, ...(await listReports(first, diagnostics, terminal))];
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
  const names = await listNames(commandLine, configuration, diagnostics);
  if (diagnostics.hasErrors) return [];
  const runs = planRuns({ ...commandLine, names, folder }, configuration, diagnostics);
  const planned = runs.flatMap(({ name }) => name ?? []);
  if (commandLine.print === 'model' && planned.length > 1) {
    diagnostics.report('description-not-chosen', undefined, { variant: 'flag', flag: '--print', names: planned });
  }
  return runs;
}

async function listNames(
  { command, names, description }: CommandLine,
  configuration: ReadConfiguration | undefined,
  diagnostics: Diagnostics,
): Promise<readonly string[]> {
  if (description === undefined) return names;
  if (configuration === undefined)
    diagnostics.report('unknown-description', undefined, { name: description, known: [], likely: undefined });
  if (configuration === undefined || !editCommands.has(command)) return [description];
  // All outputs of the description that is edited are generated.
  return (await import('./choose-descriptions.js')).listOutputs(description, configuration);
}

type RunOne = (commandLine: CommandLine, run: PlannedRun, terminal: Terminal) => Promise<Report>;

const runItems: RunOne = async (...args) => (await import('./run-items.js')).runItems(...args);
const runAnswer: RunOne = async (...args) => (await import('./run-items-answer.js')).runItemsAnswer(...args);

/** The function of each command for one description. It loads the modules that only this command needs. */
const runners: { readonly [C in Exclude<CommandName, 'fetch' | 'init' | 'explain'>]: RunOne } = {
  generate: async ({ print }, run, terminal) => {
    if (print === undefined) return runGenerate(run, terminal);
    return (await import('./run-print.js')).runPrint(print, run.options, terminal);
  },
  check: (_, run, terminal) => runCheck(run, terminal),
  scaffold: async (...args) => (await import('./run-scaffold.js')).runScaffold(...args),
  items: runItems,
  'items show': runItems,
  'items uses': async (...args) => (await import('./run-item-uses.js')).runItemUses(...args),
  'items add': async (...args) => (await import('./run-items-add.js')).runItemsAdd(...args),
  'items answer': runAnswer,
  'items settle': async (...args) => (await import('./run-items-settle.js')).runItemsSettle(...args),
};
