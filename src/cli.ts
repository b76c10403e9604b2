#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { help } from './command-line/help.js';
import { type CommandLine, parseArguments } from './command-line/parse-arguments.js';
import { printDrifts } from './command-line/print-drifts.js';
import { printSummary } from './command-line/print-summary.js';
import { Diagnostics } from './diagnostics/diagnostic.js';
import { printDiagnostics } from './diagnostics/print-diagnostics.js';
import { check, generate, type Run, readApi } from './index.js';
import { printModel } from './model/print-model.js';
import { readVersion } from './package-files.js';

/** Exit codes: what a script may rely on. */
const exit = { clean: 0, drift: 1, wrongInput: 2, bug: 3 } as const;

async function main(argv: readonly string[]): Promise<number> {
  const started = performance.now();
  const diagnostics = new Diagnostics();
  const commandLine = parseArguments(argv, diagnostics);
  if (diagnostics.hasErrors) return tell(diagnostics, undefined);
  switch (commandLine.command) {
    case 'help':
      process.stdout.write(help);
      return argv.length === 0 ? exit.wrongInput : exit.clean;
    case 'version':
      process.stdout.write(`${readVersion()}\n`);
      return exit.clean;
    case 'check':
      return runCheck(commandLine);
    case 'scaffold':
      return exit.bug;
    case 'generate':
      return commandLine.print === 'model' ? runPrintModel(commandLine) : runGenerate(commandLine, started);
  }
}

async function runGenerate({ options }: CommandLine, started: number): Promise<number> {
  const lastItems = readLastItems(resolve(options.out ?? 'generated'));
  const run = await generate(options);
  const code = tell(run.diagnostics, run);
  if (run.written === undefined || run.api === undefined) return code;
  const summary = { api: run.api, written: run.written, lastItems, seconds: (performance.now() - started) / 1000 };
  process.stdout.write(printSummary({ spec: shown(run.settings.spec), out: shown(run.settings.out.path), ...summary }));
  return code;
}

async function runCheck({ options }: CommandLine): Promise<number> {
  const run = await check(options);
  const code = tell(run.diagnostics, run);
  if (run.drifts === undefined) return code;
  const out = shown(run.settings.out.path);
  if (run.drifts.length === 0) {
    process.stdout.write(`  ${out} is as ${shown(run.settings.spec)} says\n`);
    return code;
  }
  const mend = options.out === undefined ? 'lacuna generate' : `lacuna generate --out ${out}`;
  process.stdout.write(printDrifts(run.drifts, out, mend));
  return exit.drift;
}

async function runPrintModel({ options }: CommandLine): Promise<number> {
  const run = await readApi(options);
  const code = tell(run.diagnostics, run);
  if (run.api) process.stdout.write(printModel(run.api));
  return code;
}

/** Prints the findings and gives the exit code that they ask for. */
function tell(diagnostics: Diagnostics, run: Run | undefined): number {
  const folder = run?.document?.folder;
  process.stderr.write(
    printDiagnostics(diagnostics.list, {
      readText: (file) => (folder === undefined ? undefined : readFileSync(join(folder, file))),
      showPath: (file) => (folder === undefined ? file : shown(join(folder, file))),
      colours: process.stderr.isTTY === true && process.env['NO_COLOR'] === undefined,
    }),
  );
  return diagnostics.hasErrors ? exit.wrongInput : exit.clean;
}

function shown(path: string): string {
  return relative(process.cwd(), path) || '.';
}

// The last ledger is looked at for what is printed, and for nothing else.
function readLastItems(out: string): string[] | undefined {
  const path = join(out, 'not-shown.json');
  if (!existsSync(path)) return undefined;
  try {
    const ledger: { items: { id: string }[] } = JSON.parse(readFileSync(path, 'utf8'));
    return ledger.items.map((item) => item.id);
  } catch {
    return undefined;
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`lacuna has a bug; please report it with the description and this text:\n${text}\n`);
    process.exitCode = exit.bug;
  },
);
