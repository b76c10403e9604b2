import { readFileSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { type Diagnostic, type Diagnostics, listOptions } from '../diagnostics/diagnostic.js';
import { type Files, locateAll, printDiagnostics } from '../diagnostics/print-diagnostics.js';
import { standardInput } from '../document/document.js';
import { findWritten } from '../document/written.js';
import type { Run } from './run.js';

/** The options of `formatDiagnostics`. */
export interface FormatOptions {
  /** The folder to which paths are relative; by default the folder of the run. */
  readonly folder?: string;
  /** Whether to use the colours of a terminal. */
  readonly colours?: boolean;
  /**
   * Whether to format every warning and note at its place. Otherwise there is one line per code. Errors are always
   * complete.
   */
  readonly verbose?: boolean;
}

/**
 * Formats the findings of a run for people, with their places and the lines of the source, sorted by file and line. Returns an
 * empty text if there are none.
 */
export async function formatDiagnostics(run: Run, options: FormatOptions = {}): Promise<string> {
  const { folder = run.settings.folder, colours = false, verbose: isVerbose = false } = options;
  const findings = locateOptions(run.diagnostics, run);
  return printDiagnostics(await locateAll(findings, listSources(run, folder)), { colours, isVerbose });
}

/** Lists findings. One about an option that a configuration states has its place there. */
export function locateOptions({ list }: Pick<Diagnostics, 'list'>, run: Run | undefined): readonly Diagnostic[] {
  if (run === undefined) return list;
  return list.map((finding) => {
    if (finding.origin) return finding;
    const [place] = listOptions(finding.code).flatMap((option) => run.settings.locateOption(option) ?? []);
    return place ? { ...finding, origin: { file: place.path, pointer: '' }, position: place.position } : finding;
  });
}

/** Returns the files that a run read, so that findings can show places in them. Paths are relative to `folder`. */
export function listSources(run: Run | undefined, folder: string): Files {
  const own = run === undefined ? folder : run.document?.folder;
  const input = run?.settings.input;
  const formatFile = (file: string): string => relative(folder, own === undefined ? file : resolve(own, file)) || '.';
  const document = run?.document;
  return {
    ...(document && { findWritten: (origin) => findWritten(document, origin) }),
    readText: (file) => document?.texts.get(file) ?? (file === standardInput && input ? input : readText(own, file)),
    showPath: (file) => {
      if (file === standardInput && input) return '<stdin>';
      return file.includes('://') ? file : formatFile(file);
    },
  };
}

function readText(folder: string | undefined, file: string): Uint8Array | undefined {
  if (folder === undefined && !isAbsolute(file)) return undefined;
  try {
    return readFileSync(resolve(folder ?? '', file));
  } catch {
    return undefined; // The finding itself says why the file cannot be read.
  }
}
