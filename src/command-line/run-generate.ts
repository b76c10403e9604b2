import { getFlag } from '../configuration/option-table.js';
import type { GenerateOptions } from '../configuration/options.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatArgument, formatCount, formatText, wrapText } from '../diagnostics/show-text.js';
import { standardInput } from '../document/document.js';
import { artifactKinds } from '../emitters/index.js';
import { getRelativePath } from '../files/paths.js';
import type { Api } from '../model/api.js';
import type { NotShown } from '../model/element.js';
import type { OutputArtifact, Written } from '../output/write-artifacts.js';
import { findOmittedGaps, generate, readApi, readFiles } from '../pipeline/generate.js';
import type { Run } from '../pipeline/run.js';
import { type Printable, printables } from './flag-table.js';
import type { CommandLine, FirstUse } from './parse-arguments.js';
import { formatPath, listPlaces, type Report, reportFindings } from './report.js';
import type { Terminal } from './terminal.js';

/** Runs `generate` and prints its findings and its summary. */
export async function runGenerate(
  { flags, use }: Pick<CommandLine, 'flags' | 'use'>,
  { name, options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const printable = flags.choice('print', printables);
  if (printable) return runPrint(printable, options, terminal);
  const started = Date.now();
  const run = await generate(options);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { written, api, settings } = run;
  if (run.isUnchanged) {
    const places = listPlaces(settings, terminal);
    if (!terminal.isQuiet) terminal.print(`  ${places.out} is up to date with ${places.spec}\n`);
    return { ...reported, ...places };
  }
  if (written === undefined || api === undefined) return reported;
  const seconds = (Date.now() - started) / 1000;
  const places = listPlaces(settings, terminal);
  const ids = api.gaps.map(({ id }) => id);
  const changes = compareGaps(api, settings.manifest?.openGaps, await findOmitted(run));
  const isFirst = settings.manifest === undefined && options.only === undefined && !options.ignoreRecord;
  const clientOnly = isFirst
    ? [`for a browser, generate only the client: ${generateCommand(name, options)} --only client`]
    : [];
  const next = (use && (await printUse(run, use, terminal))) ?? [...listEntries(run, terminal), ...clientOnly];
  if (!terminal.isQuiet) terminal.print(printSummary({ ...places, api, written, changes, seconds, next }));
  const listPaths = (files: readonly { readonly path: string }[]): string[] =>
    files.map(({ path }) => `${places.out}/${path}`);
  return {
    ...reported,
    ...places,
    written: {
      added: listPaths(written.added),
      changed: listPaths(written.changed),
      removed: listPaths(written.removed),
    },
    gaps: { open: ids, ...changes },
  };
}

// Reads the whole description only if an open gap of the last run is gone.
async function findOmitted(run: Run): Promise<ReadonlySet<string>> {
  const { api, settings } = run;
  const known = new Set([...(api?.gaps ?? []), ...(api?.resolved ?? [])].map(({ id }) => id));
  if (settings.manifest?.openGaps.every((id) => known.has(id)) !== false) return new Set();
  return findOmittedGaps(run);
}

/**
 * Formats the command that generates the output. It has the flags of this command, because the manifest does not record
 * all of them. A configuration contains all of them.
 */
export function generateCommand(name: string | undefined, options: GenerateOptions): string {
  const { spec, overlay, out, root, previous, previousOverlay } = options;
  const stated = { spec, overlay, out, root, previous, previousOverlay };
  const flags = Object.entries(options.ignoreRecord ? {} : stated).flatMap(([option, values]) =>
    [values ?? []].flat().map((value) => `--${getFlag(option)} ${formatArgument(value)}`),
  );
  const input = spec === standardInput ? ['< openapi.yaml'] : [];
  return ['lacuna generate', ...(name === undefined ? [] : [name]), ...flags, ...input].join(' ');
}

/** A line of the summary: its name and its text. */
type Row = readonly [name: string, text: string];

/** Formats the summary of a run, one fact per line. */
function printSummary(summary: {
  readonly spec: string;
  readonly out: string;
  readonly api: Api;
  readonly written: Written;
  readonly changes: GapChanges;
  readonly seconds: number;
  /** What a reader can do next. */
  readonly next: readonly string[];
}): string {
  const { spec, out, api, written, next } = summary;
  const head = [
    spec,
    `OpenAPI ${api.openapi}`,
    formatCount(api.operations.length, 'operation'),
    formatCount(api.schemas.filter(({ component }) => component !== undefined).length, 'schema'),
  ];
  const writtenCount = written.added.length + written.changed.length;
  const rows = [...printKinds(out, written), ...printGaps(api.gaps, summary.changes)];
  const width = Math.max(12, ...rows.map(([name]) => name.length));
  return [
    head.join('   '),
    ...rows.map(([name, text]) => `${name.padEnd(width)} ${wrapText(text, width + 3)}`),
    `done in ${summary.seconds.toFixed(1)} s, ${formatCount(writtenCount, 'file')} written, ${written.removed.length} removed`,
    ...next,
  ]
    .map((line) => (line === '' ? '\n' : `  ${line}\n`))
    .join('');
}

function printKinds(out: string, written: Written): Row[] {
  const groups = groupByKind(written);
  const own = [...groups.keys()].filter((kind) => kind !== 'runtime' && !artifactKinds.includes(kind));
  const rows = [...artifactKinds, ...own, 'runtime'].flatMap((kind) => {
    const files = groups.get(kind);
    if (!files) return [];
    const signs = [`+${files.added}`, `~${files.changed}`, `-${files.removed}`].filter((sign) => !/^.0$/.test(sign));
    const where = files.paths.every((path) => path.startsWith(`${kind}/`))
      ? `${out}/${kind}/…`
      : files.paths.map((path) => `${out}/${path}`).join(', ');
    return [{ kind, state: signs.join(' ') || 'unchanged', where }];
  });
  const width = Math.max(...rows.map(({ state }) => state.length));
  return rows.map(({ kind, state, where }): Row => [kind, `${state.padEnd(width)}  ${where}`]);
}

/** Lists the entries of the output that a person opens or imports, as lines of the summary. */
function listEntries({ settings, written }: Awaited<ReturnType<typeof generate>>, terminal: Terminal): string[] {
  const paths = [...(written?.added ?? []), ...(written?.changed ?? []), ...(written?.unchanged ?? [])];
  const locate = (path: string): string => formatPath(settings.out.locate(path), terminal);
  const extension = settings.recorded.importExtension;
  const [entry] = Object.entries({ client: 'createClient', server: 'createServer' }).flatMap(([kind, name]) => {
    const has = paths.some(({ path }) => path === `${kind}/index.${settings.recorded.emit}`);
    const from = locate(`${kind}/index.${extension}`);
    return has ? [`import { ${name} } from '${from.startsWith('.') ? from : `./${from}`}';`] : [];
  });
  const page = paths.find(({ path }) => path === 'reference/index.html');
  return [
    ...(entry === undefined ? [] : [`to use it: ${entry}`]),
    ...(page === undefined ? [] : [`to read it: open ${locate(page.path)}`]),
  ];
}

/** Prints the lines that call the first operation, or start the server. */
async function printUse(run: Run, use: FirstUse, terminal: Terminal): Promise<string[] | undefined> {
  const { api, document, settings } = run;
  const hasClient = settings.kinds.has('client');
  if (!api || !document || !(hasClient || settings.kinds.has('server'))) return undefined;
  const { listNamingOptions, nameDescription, planApi, withOwnEmitters } = await import('../pipeline/stages.js');
  const findings = new Diagnostics(); // The run has reported them.
  const { printFirstCall, printFirstServer } = await import('../emitters/reference/article/samples/typescript.js');
  const whole = await withOwnEmitters(settings, document.folder, findings);
  const types = nameDescription(api, findings, await listNamingOptions(whole));
  const extension = settings.recorded.importExtension;
  const specify = (module: string): string => {
    const path = getRelativePath(use.folder, settings.out.locate(`${module}.${extension}`));
    return path.startsWith('.') ? path : `./${path}`;
  };
  const input = { api, names: types.names, types, plans: planApi(api, findings) };
  const style = { ...use, specify };
  const lines = hasClient ? printFirstCall(input, style) : printFirstServer(input, style);
  const folder = formatPath(use.folder, terminal);
  const what = hasClient ? 'to call the API' : 'to start the server';
  const where = `in a module of ${folder === '.' ? 'this folder' : folder}`;
  return (
    lines && [
      '',
      `${what}, ${where}:`,
      ...lines
        .join('\n')
        .split('\n')
        .map((line) => `    ${line}`),
    ]
  );
}

/** The files of one kind: how many a run added, changed and removed, and their paths. */
type KindFiles = { -readonly [S in keyof Written]: number } & { readonly paths: string[] };

function groupByKind(written: Written): ReadonlyMap<OutputArtifact['kind'], KindFiles> {
  const groups = new Map<OutputArtifact['kind'], KindFiles>();
  for (const state of ['added', 'changed', 'unchanged', 'removed'] as const)
    for (const { kind, path } of written[state]) {
      const files = groups.get(kind) ?? { added: 0, changed: 0, unchanged: 0, removed: 0, paths: [] };
      groups.set(kind, files);
      files[state]++;
      files.paths.push(path);
    }
  return groups;
}

/**
 * The ids of gaps: those that are new in this run, those that were answered, and those that were removed without an
 * answer.
 */
interface GapChanges {
  readonly opened: readonly string[];
  readonly answered: readonly string[];
  readonly removed: readonly string[];
  /** Gaps that the filter omits now. */
  readonly omitted: readonly string[];
}

/** Compares the open gaps with those of the last run, if these are known. */
function compareGaps(
  { gaps, resolved }: Api,
  lastIds: readonly string[] | undefined,
  omitted: ReadonlySet<string>,
): GapChanges {
  const ids = gaps.map(({ id }) => id);
  const gone = (lastIds ?? []).filter((id) => !ids.includes(id));
  const isAnswered = (id: string): boolean => resolved.some((gap) => gap.id === id);
  return {
    opened: lastIds === undefined ? [] : ids.filter((id) => !lastIds.includes(id)),
    answered: gone.filter(isAnswered),
    removed: gone.filter((id) => !isAnswered(id) && !omitted.has(id)),
    omitted: gone.filter((id) => omitted.has(id)),
  };
}

function printGaps(gaps: readonly NotShown[], { opened, answered, removed, omitted }: GapChanges): Row[] {
  if ([gaps, answered, removed, omitted].every(({ length }) => length === 0)) return [];
  const named: readonly Row[] = [
    ['answered since the last run', answered.join(', ')],
    ['removed without an answer', removed.join(', ')],
    ['omitted by the filter', omitted.join(', ')],
    ['new since the last run', opened.join(', ')],
  ];
  const changes = named.filter(([, ids]) => ids !== '').map(([change, ids]): Row => ['', `${change}: ${ids}`]);
  const kinds = printKindCounts(gaps);
  return [['not shown', `${gaps.length} open${kinds && ` (${kinds})`}`], ...changes];
}

function printKindCounts(gaps: readonly NotShown[]): string {
  const counts = new Map<string, number>();
  for (const { kind } of gaps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const rows = [...counts]
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([kind, number]) => `${number} ${kind}`);
  return rows.length > 3 ? `${rows.slice(0, 3).join(', ')} …` : rows.join(', ');
}

/** Prints the part of a run that `--print` names, and writes nothing. */
async function runPrint(printable: Printable, options: GenerateOptions, terminal: Terminal): Promise<Report> {
  const { run, text } = await printers[printable](options, terminal);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  terminal.print(text);
  return reported;
}

type Printer = (options: GenerateOptions, terminal: Terminal) => Promise<{ readonly run: Run; readonly text: string }>;

const printers: { readonly [P in Printable]: Printer } = {
  model: async (options) => {
    const { printModel } = await import('../model/print-model.js'); // few calls print the model
    const run = await readApi(options);
    if (options.strict) run.diagnostics.refuseWarnings();
    return { run, text: run.api ? printModel(run.api) : '' };
  },
  inputs: async (options, terminal) => {
    const { inputs, ...run } = await readFiles(options);
    const all = new Set(inputs ? [...inputs, ...(options.configurationFiles ?? [])] : []);
    return { run, text: printPaths([...all], terminal) };
  },
  outputs: async (options, terminal) => {
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
