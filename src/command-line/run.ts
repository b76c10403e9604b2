import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { account, check, generate, type Run, readApi, type ScaffoldOptions, scaffold } from '../index.js';
import { printModel } from '../model/print-model.js';
import type { GenerateOptions } from '../options.js';
import { readVersion } from '../package-files.js';
import { printHelp } from './help.js';
import { parseArguments } from './parse-arguments.js';
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
  const progress = new Progress(terminal);
  const watched = { ...progress.watch(), isVerbose: commandLine.isVerbose ?? false };
  const options = { ...commandLine.options, folder: terminal.folder, onStage: progress.report };
  switch (commandLine.command) {
    case 'help':
      terminal.print(printHelp());
      return argv.length === 0 ? exit.wrongInput : exit.clean;
    case 'version':
      terminal.print(`${readVersion()}\n`);
      return exit.clean;
    case 'check':
      return runCheck(options, watched);
    case 'scaffold':
      return runScaffold({ ...options, ...commandLine.scaffold }, commandLine.scaffold.failOnTasks ?? false, watched);
    case 'generate':
      if (commandLine.print === 'model') return runPrintModel(options, watched);
      return commandLine.print === 'coverage' ? runPrintCoverage(options, watched) : runGenerate(options, watched);
  }
}

async function runGenerate(options: GenerateOptions, terminal: Terminal): Promise<number> {
  const started = performance.now();
  const run = await generate(options);
  const code = reportFindings(run.diagnostics, run, terminal);
  const { written, api, settings } = run;
  if (written === undefined || api === undefined) return code;
  const seconds = (performance.now() - started) / 1000;
  const lastItems = settings.manifest?.openItems;
  const [spec, out] = [settings.spec, resolve(terminal.folder, settings.out.shown)].map((path) =>
    showPath(path, terminal),
  );
  const isFirst = settings.manifest === undefined && options.only === undefined;
  const clientOnly = isFirst ? `${generateCommand(options)} --only client` : undefined;
  terminal.print(printSummary({ spec: spec ?? '', out: out ?? '', api, written, lastItems, seconds, clientOnly }));
  return code;
}

// With the flags of this command, since some of them are not recorded.
function generateCommand({ spec, out, root, previous }: GenerateOptions): string {
  const flags = Object.entries({ spec, out, root, previous }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${/^[\w./@:-]+$/.test(value) ? value : JSON.stringify(value)}`],
  );
  return ['lacuna generate', ...flags].join(' ');
}

async function runCheck(options: GenerateOptions, terminal: Terminal): Promise<number> {
  const run = await check(options);
  const code = reportFindings(run.diagnostics, run, terminal);
  if (run.drifts === undefined || code !== exit.clean) return code;
  const out = showPath(resolve(terminal.folder, run.settings.out.shown), terminal);
  if (run.drifts.length === 0) {
    terminal.print(`  ${out} is up to date with ${showPath(run.settings.spec, terminal)}\n`);
    return exit.clean;
  }
  terminal.print(printDrifts(run.drifts, out, generateCommand(options)));
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
  const folder = run?.document?.folder;
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
