import { type PlannedRun, planRuns } from '../configuration/plan-runs.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatLines } from '../diagnostics/show-text.js';
import { standardInput } from '../document/document.js';
import { defaultLimits } from '../document/limits.js';
import { readVersion } from '../files/package-files.js';
import { type CommandName, editCommands } from './command-table.js';
import { type CommandLine, parseArguments } from './parse-arguments.js';
import { exit, type Report, reportStop } from './report.js';
import { runCheck } from './run-check.js';
import { runGenerate } from './run-generate.js';
import { Progress, type Terminal } from './terminal.js';

/** Runs the program with the arguments after its name. Returns the exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const diagnostics = new Diagnostics();
  const commandLine = parseArguments(argv, diagnostics);
  const { command, format, flags } = commandLine;
  const [isVerbose, isQuiet] = [flags.has('verbose'), flags.has('quiet')];
  if (!diagnostics.hasErrors && command === 'help') {
    const { printHelp, printStart } = await import('./help.js');
    terminal.print(argv.length === 0 ? printStart() : printHelp(commandLine.topic));
    return argv.length === 0 ? exit.wrongInput : exit.clean;
  }
  if (!diagnostics.hasErrors && command === 'version') {
    terminal.print(`${readVersion()}\n`);
    return exit.clean;
  }
  // Programs read the output of `--print` and of most formats, so it is only encoded if it goes to a terminal.
  const isRaw = terminal.isScreen !== true && (flags.has('print') || format !== 'text');
  const print = isRaw ? terminal.print : (text: string): void => terminal.print(formatLines(text));
  const shown = { ...terminal, print, isVerbose, isQuiet, isInteractive: terminal.isInteractive && !isQuiet };
  if (format === 'text') return findExitCode(await runCommand(commandLine, diagnostics, shown));
  const silent = {
    ...terminal,
    print: () => undefined,
    printError: () => undefined,
    isInteractive: false,
    ask: undefined,
  };
  const descriptions = await runCommand(commandLine, diagnostics, silent);
  const exitCode = findExitCode(descriptions);
  const { formatReport } = await import('./formats.js');
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
async function runCommand(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<readonly Report[]> {
  return reportStop(terminal, async () => {
    // `fetch` prints the mistakes of the command line itself.
    if (commandLine.command !== 'fetch') diagnostics.stopOnErrors();
    return runParsed(commandLine, diagnostics, terminal);
  });
}

async function runParsed(
  commandLine: CommandLine,
  diagnostics: Diagnostics,
  terminal: Terminal,
): Promise<readonly Report[]> {
  const { command, flags } = commandLine;
  if (command === 'help' || command === 'version') return []; // They have already been printed.
  if (command === 'fetch' || command === 'explain' || command === 'init')
    return runAlone({ ...commandLine, command }, diagnostics, terminal);
  if (flags.has('watch')) {
    const { runWatch } = await import('./run-watch.js');
    return [await runWatch((findings) => listRuns(commandLine, findings, terminal), commandLine, terminal)];
  }
  const runs = await listRuns(commandLine, diagnostics, terminal);
  const input = await readInput(commandLine, terminal);
  // Findings are printed with their places, which are only known if the run reads the description.
  const force = flags.has('verbose') || commandLine.format !== 'text';
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
  const { command, flags } = commandLine;
  const watched = progress.watch();
  const chosen = command.startsWith('gaps')
    ? await (await import('./choose-descriptions.js')).chooseRuns(commandLine, runs, watched)
    : runs.map((planned) => ({ planned, commandLine }));
  if ('refused' in chosen) return chosen.refused;
  const reports: Report[] = [];
  for (const { planned, commandLine: own } of chosen) {
    const [edit] = editCommands.has(command) ? reports : [];
    // The description of several outputs is edited once, and then each output is generated.
    if (edit && (flags.has('dry-run') || !edit.written)) break;
    const run = runners[edit ? 'generate' : command];
    for (const report of await reportStop(watched, async () => [await run(own, planned, watched)]))
      reports.push({ ...(planned.name !== undefined && { name: planned.name }), ...report });
  }
  return reports;
}

/** Runs a command that does not take descriptions of the configuration. */
async function runAlone(
  commandLine: CommandLine & { readonly command: 'fetch' | 'explain' | 'init' },
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
  const { report, config, use } = await runInit(commandLine, diagnostics, terminal);
  if (config === undefined) return [report];
  const first: CommandLine = {
    ...commandLine,
    command: 'generate',
    names: [],
    options: {},
    config,
    ...(use && { use }),
  };
  return [report, ...(await runCommand(first, diagnostics, terminal))];
}

async function readInput({ options }: CommandLine, { readInput }: Terminal): Promise<{ readonly input?: Uint8Array }> {
  if (options.spec !== standardInput || !readInput) return {};
  return { input: await readInput(options.limits?.fileBytes ?? defaultLimits.fileBytes) };
}

// Plans the runs that the configuration and the flags describe. Ends the command if they have mistakes.
async function listRuns(
  { command, names, flags, config, options }: CommandLine,
  diagnostics: Diagnostics,
  { folder }: Terminal,
): Promise<readonly PlannedRun[]> {
  const configuration = await readConfiguration(folder, config, diagnostics);
  diagnostics.stopOnErrors();
  const description = flags.text('description');
  if (description !== undefined && !configuration)
    diagnostics.stop('unknown-description', undefined, { name: description, known: [], likely: undefined });
  const chosen = description === undefined ? names : [description];
  // All outputs of the description that is edited are generated.
  const all =
    description !== undefined && configuration && editCommands.has(command)
      ? (await import('./choose-descriptions.js')).listOutputs(description, configuration)
      : chosen;
  const runs = planRuns({ command, folder, names: all, options }, configuration, diagnostics);
  const planned = runs.flatMap(({ name }) => name ?? []);
  if (flags.text('print') === 'model' && planned.length > 1)
    diagnostics.report('description-not-chosen', undefined, { variant: 'flag', flag: '--print', names: planned });
  diagnostics.stopOnErrors();
  return runs;
}

type RunOne = (commandLine: CommandLine, run: PlannedRun, terminal: Terminal) => Promise<Report>;

const runGaps: RunOne = async (...args) => (await import('./run-gaps.js')).runGaps(...args);

/** The function of each command for one description. It loads the modules that only this command needs. */
const runners: { readonly [C in Exclude<CommandName, 'fetch' | 'init' | 'explain'>]: RunOne } = {
  generate: runGenerate,
  check: runCheck,
  scaffold: async (...args) => (await import('./run-scaffold.js')).runScaffold(...args),
  gaps: runGaps,
  'gaps show': runGaps,
  'gaps uses': async (...args) => (await import('./run-gaps.js')).runGapUses(...args),
  'gaps add': async (...args) => (await import('./run-gaps-edit.js')).runGapsAdd(...args),
  'gaps amend': async (...args) => (await import('./run-gaps-edit.js')).runGapsAmend(...args),
  'gaps answer': async (...args) => (await import('./run-gaps-edit.js')).runGapsAnswer(...args),
  'gaps settle': async (...args) => (await import('./run-scaffold.js')).runGapsSettle(...args),
};
