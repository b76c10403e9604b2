import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type PlannedRun, planRuns } from '../configuration/plan-runs.js';
import { readConfiguration } from '../configuration/read-configuration.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { account, check, generate, type Run, readApi, type ScaffoldOptions, scaffold } from '../index.js';
import { printModel } from '../model/print-model.js';
import type { GenerateOptions } from '../options/options.js';
import { readVersion } from '../package-files.js';
import { printHelp } from './help.js';
import { type CommandLine, parseArguments } from './parse-arguments.js';
import { printCoverage } from './print-coverage.js';
import { printDrifts } from './print-drifts.js';
import { printSummary } from './print-summary.js';
import { Progress } from './progress.js';
import type { Terminal } from './terminal.js';

/** Exit codes, which scripts rely on. A bug exits with 3, in `cli.ts`. */
const exit = { clean: 0, drift: 1, wrongInput: 2 } as const;

/** Runs the program with the arguments after its name; returns the exit code. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  const diagnostics = new Diagnostics();
  const commandLine = parseArguments(argv, diagnostics);
  if (diagnostics.hasErrors) return reportFindings(diagnostics, undefined, terminal);
  if (commandLine.command === 'help') {
    terminal.print(printHelp());
    return argv.length === 0 ? exit.wrongInput : exit.clean;
  }
  if (commandLine.command === 'version') {
    terminal.print(`${readVersion()}\n`);
    return exit.clean;
  }
  const configuration = await readConfiguration(terminal.folder, commandLine.config, diagnostics);
  const runs = diagnostics.hasErrors
    ? []
    : planRuns({ ...commandLine, folder: terminal.folder }, configuration, diagnostics);
  const names = runs.flatMap(({ name }) => name ?? []);
  if (commandLine.print && names.length > 1) {
    diagnostics.report('description-not-chosen', undefined, { flag: '--print', names });
  }
  if (diagnostics.hasErrors) return reportFindings(diagnostics, undefined, terminal);
  const progress = new Progress(terminal);
  const watched = { ...progress.watch(), isVerbose: commandLine.isVerbose ?? false };
  let code: number = exit.clean;
  for (const run of runs) {
    const options = { ...run.options, onStage: progress.report };
    code = Math.max(code, await runCommand(commandLine, { ...run, options }, watched));
  }
  return code;
}

function runCommand(commandLine: CommandLine, run: PlannedRun, terminal: Terminal): Promise<number> {
  const { print, dryRun, failsOnTasks } = commandLine;
  if (commandLine.command === 'check') return runCheck(run, terminal);
  if (commandLine.command === 'scaffold') return runScaffold({ ...run.options, dryRun }, failsOnTasks, terminal);
  if (print === 'model') return runPrintModel(run.options, terminal);
  return print === 'coverage' ? runPrintCoverage(run.options, terminal) : runGenerate(run, terminal);
}

async function runGenerate({ name, options }: PlannedRun, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const run = await generate(options);
  const code = reportFindings(run.diagnostics, run, terminal);
  const { written, api, settings } = run;
  if (written === undefined || api === undefined) return code;
  const seconds = (performance.now() - started) / 1000;
  const lastItems = settings.manifest?.openItems;
  const [spec, out] = [settings.spec, resolve(settings.folder, settings.out.shown)].map((path) =>
    showPath(path, terminal),
  );
  const isFirst = settings.manifest === undefined && options.only === undefined && !options.ignoreRecord;
  const clientOnly = isFirst ? `${generateCommand(name, options)} --only client` : undefined;
  terminal.print(printSummary({ spec: spec ?? '', out: out ?? '', api, written, lastItems, seconds, clientOnly }));
  return code;
}

// With the flags of this command, since some of them are not recorded. A configuration has them all.
function generateCommand(name: string | undefined, options: GenerateOptions): string {
  const { spec, out, root, previous } = options;
  const flags = Object.entries(options.ignoreRecord ? {} : { spec, out, root, previous }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag} ${/^[\w./@:-]+$/.test(value) ? value : JSON.stringify(value)}`],
  );
  return ['lacuna generate', ...(name === undefined ? [] : [name]), ...flags].join(' ');
}

async function runCheck({ name, options }: PlannedRun, terminal: Terminal): Promise<number> {
  const run = await check(options);
  const code = reportFindings(run.diagnostics, run, terminal);
  if (run.drifts === undefined || code !== exit.clean) return code;
  const out = showPath(resolve(run.settings.folder, run.settings.out.shown), terminal);
  if (run.drifts.length === 0) {
    terminal.print(`  ${out} is up to date with ${showPath(run.settings.spec, terminal)}\n`);
    return exit.clean;
  }
  terminal.print(printDrifts(run.drifts, out, generateCommand(name, options)));
  return exit.drift;
}

async function runScaffold(options: ScaffoldOptions, failsOnTasks: boolean, terminal: Terminal): Promise<number> {
  const run = await scaffold(options);
  const code = reportFindings(run.diagnostics, run, terminal);
  const { scaffolded, settings } = run;
  if (scaffolded === undefined) return code;
  const { printScaffold, printScaffoldDiff } = await import('./print-scaffold.js');
  const show = (path: string): string => showPath(path, { folder: realpathSync(terminal.folder) });
  if (options.dryRun) terminal.print(printScaffoldDiff(scaffolded, show));
  terminal.print(printScaffold(scaffolded, show, options.dryRun ?? false));
  if (!existsSync(join(settings.out.path, 'server/index.ts'))) {
    terminal.print(`  there is no server in ${show(settings.out.path)} yet: 'lacuna generate' writes it\n`);
  }
  return code === exit.clean && failsOnTasks && scaffolded.tasks.length > 0 ? exit.drift : code;
}

async function runPrintModel(options: GenerateOptions, terminal: Terminal): Promise<number> {
  const run = await readApi(options);
  if (options.strict) run.diagnostics.refuseWarnings();
  const code = reportFindings(run.diagnostics, run, terminal);
  if (run.api) terminal.print(printModel(run.api));
  return code;
}

async function runPrintCoverage(options: GenerateOptions, terminal: Terminal): Promise<number> {
  const run = await account(options);
  const code = reportFindings(run.diagnostics, run, terminal);
  if (run.rows.length > 0) terminal.print(printCoverage(run.rows));
  return code;
}

/** Prints the findings and returns the exit code for them. */
function reportFindings(diagnostics: Diagnostics, run: Run | undefined, terminal: Terminal): number {
  const folder = run === undefined ? terminal.folder : run.document?.folder;
  terminal.printError(
    printDiagnostics(diagnostics.list, {
      readText: (file) => readText(folder, file),
      showPath: (file) =>
        file.includes('://') ? file : showPath(folder === undefined ? file : join(folder, file), terminal),
      colours: terminal.colours,
      isVerbose: terminal.isVerbose ?? false,
    }),
  );
  return diagnostics.hasErrors ? exit.wrongInput : exit.clean;
}

function readText(folder: string | undefined, file: string): Uint8Array | undefined {
  if (folder === undefined) return undefined;
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path) : undefined;
}

function showPath(path: string, { folder }: Pick<Terminal, 'folder'>): string {
  return relative(folder, path) || '.';
}
