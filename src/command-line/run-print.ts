import { formatText } from '../diagnostics/show-text.js';
import type { Run } from '../index.js';
import { printModel } from '../model/print-model.js';
import type { GenerateOptions } from '../options/options.js';
import type { Printable } from './flag-table.js';
import type { Report } from './report.js';
import { formatPath, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

/** Prints the part of a run that `--print` names, and writes nothing. */
export async function runPrint(printable: Printable, options: GenerateOptions, terminal: Terminal): Promise<Report> {
  const { run, text } = await printers[printable](options, terminal);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  terminal.print(text);
  return reported;
}

interface Printed {
  readonly run: Run;
  readonly text: string;
}

const printers: { readonly [P in Printable]: (options: GenerateOptions, terminal: Terminal) => Promise<Printed> } = {
  model: async (options) => {
    const { readApi } = await import('../index.js');
    const run = await readApi(options);
    if (options.strict) run.diagnostics.refuseWarnings();
    return { run, text: run.api ? printModel(run.api) : '' };
  },
  inputs: async (options, terminal) => {
    const { readFiles } = await import('../index.js');
    const { inputs, ...run } = await readFiles(options);
    const all = new Set(inputs ? [...inputs, ...(options.configurationFiles ?? [])] : []);
    return { run, text: printPaths([...all], terminal) };
  },
  outputs: async (options, terminal) => {
    const { readFiles } = await import('../index.js');
    const { outputs = [], ...run } = await readFiles(options);
    return { run, text: printPaths(outputs, terminal) };
  },
};

function printPaths(paths: readonly string[], terminal: Terminal): string {
  // A program gets the path itself.
  const show = (path: string): string => (terminal.isScreen ? formatText(path) : path);
  return paths
    .map((path) => `${show(formatPath(path, terminal))}\n`)
    .sort()
    .join('');
}
