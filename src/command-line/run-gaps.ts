import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { answerFlags, answerForms, reportUnknownGaps } from '../answers/answer.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { locateAll } from '../diagnostics/print-diagnostics.js';
import { formatCount, formatText, wrapText } from '../diagnostics/show-text.js';
import { findWritten } from '../document/written.js';
import { kindTexts, listCommonGaps } from '../emitters/not-shown/contract.js';
import { decodeText } from '../files/hash-text.js';
import { findUses, type Run, readApi } from '../index.js';
import { type Api, formatOperation, listOperations } from '../model/api.js';
import { gapKinds, type NotShown, omitOtherTexts } from '../model/element.js';
import { findUsesOf } from '../pipeline/find-uses.js';
import { listSources } from '../pipeline/format-diagnostics.js';
import { findOmittedGaps } from '../pipeline/generate.js';
import { completeRun, type WholeRun } from '../pipeline/run.js';
import { type GapGrouping, gapGroupings } from './flag-table.js';
import type { CommandLine } from './parse-arguments.js';
import {
  type AnsweredByOverlay,
  buildPlace,
  exit,
  formatPath,
  formatPlace,
  listAffected,
  type Report,
  type ReportedGap,
  type ReportedUse,
  reportFindings,
} from './report.js';
import type { Terminal } from './terminal.js';

/** Runs `gaps` and `gaps show`. Prints open gaps and writes nothing. */
export async function runGaps(
  { command, words, flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const [kind, operation, owner] = ['kind', 'operation', 'owner'].map((flag) => flags.text(flag));
  const run = await readApi(options);
  const { api, document, diagnostics, settings } = run;
  if (api && command === 'gaps show') {
    const omitted = await findOmittedGaps(run);
    reportUnknownGaps({ ...api, omitted }, words, diagnostics);
  }
  if (operation !== undefined) reportUnknownOperation(run, operation);
  const reported = await reportFindings(diagnostics, run, terminal);
  if (!api || !document || reported.exitCode !== exit.clean) return reported;
  const whole = { ...run, api, document };
  const spec = formatPath(settings.spec, terminal);
  const gaps = api.gaps.filter((gap) =>
    command === 'gaps show'
      ? words.includes(gap.id)
      : (kind === undefined || gap.kind === kind) &&
        (operation === undefined || gap.operations.includes(operation)) &&
        (owner === undefined || gap.owner === owner),
  );
  const listed = await describeGaps(gaps, whole, terminal);
  if (command === 'gaps show') {
    // Without a manifest, `generate` has never run, so no code can use a gap.
    const found = settings.manifest && (await completeRun(run, () => findUsesOf(whole, options, new Set())));
    const uses = found?.uses ?? [];
    const real = { folder: realpathSync(terminal.folder) };
    const shown = listed.map((gap) => ({
      ...gap,
      files: findGapFiles(run, gap.id, terminal),
      uses: uses
        .filter(({ id }) => id === gap.id)
        .map(({ kind, path, line, column }) => ({ kind, path: formatPath(path, real), line, column })),
    }));
    terminal.print(shown.map(printGapDetails).join('\n'));
    return { ...reported, spec, listed: shown };
  }
  const overlaid = listOverlaid(run, terminal);
  const by = flags.choice('by', gapGroupings) ?? gapGroupings[0];
  const shown = { spec, gaps, by, overlaid };
  terminal.print(flags.has('message') ? printMessage(api, listed) : printGapList(api, shown));
  return { ...reported, spec, listed, ...(overlaid.length > 0 && { overlaid }) };
}

function listOverlaid({ api, document }: Run, terminal: Terminal): readonly AnsweredByOverlay[] {
  if (!api || !document) return [];
  return document.overlays.flatMap(({ file }) => {
    const answered = api.resolved.filter(({ origin }) => findWritten(document, origin).file === file);
    const overlay = formatPath(join(document.folder, file), terminal);
    return answered.length === 0 ? [] : [{ overlay, ids: answered.map(({ id }) => id) }];
  });
}

function reportUnknownOperation({ api, document, diagnostics }: Run, operation: string): void {
  const labels = api ? listOperations(api).map(formatOperation) : [];
  if (!api || labels.includes(operation)) return;
  const isOmitted = document?.filtered.some(
    ({ operationId, method, path }) => operation === (operationId ?? `${method} ${path}`),
  );
  const finding = isOmitted
    ? ({ variant: 'omitted', operation } as const)
    : ({ variant: 'absent', operation, likely: findNearestName(operation, labels) } as const);
  diagnostics.report('operation-unknown', undefined, finding);
}

async function describeGaps(gaps: readonly NotShown[], run: WholeRun, terminal: Terminal): Promise<ReportedGap[]> {
  const places = new Map(gaps.map((gap) => [gap, gap.places.map((origin) => ({ origin }))]));
  const located = await locateAll([...places.values()].flat(), listSources(run, terminal.folder));
  const found = new Map(located.map((one) => [one.subject, one]));
  const everywhere = listCommonGaps(run.api);
  return gaps.map((gap) => ({
    id: gap.id,
    kind: gap.kind,
    question: gap.question,
    source: gap.source,
    known: gap.known,
    ...omitOtherTexts(gap),
    ...gap.extensions,
    operations: gap.operations,
    affectsEvery: everywhere.includes(gap),
    answer: kindTexts[gap.kind].answer,
    commands: answerForms[gap.kind].map((form) => `lacuna gaps answer ${gap.id} ${answerFlags[form]} --source TEXT`),
    places: (places.get(gap) ?? []).map((place) => {
      const { path = '', position } = found.get(place) ?? {};
      return buildPlace(path, position);
    }),
  }));
}

/** Finds the generated files that contain the id of a gap, in the order of the manifest. */
function findGapFiles({ settings }: Run, id: string, terminal: Terminal): NonNullable<ReportedGap['files']> {
  const { out, manifest } = settings;
  const name = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  return [...(manifest?.files ?? [])].flatMap(([path, { kind }]) => {
    const found = out.find(path);
    if (found.state !== 'file') return [];
    const lines = decodeText(found.bytes)
      .split('\n')
      .flatMap((line, index) => (name.test(line) ? [index + 1] : []));
    return lines.length === 0 ? [] : [{ kind, path: formatPath(out.locate(path), terminal), lines }];
  });
}

/** Which gaps are listed, and in which form. */
interface GapList {
  readonly spec: string;
  readonly gaps: readonly NotShown[];
  readonly by: GapGrouping;
  readonly overlaid: readonly AnsweredByOverlay[];
}

/** Formats the list of gaps for a terminal, in groups. */
function printGapList(api: Api, { spec, gaps, by, overlaid }: GapList): string {
  const total = api.gaps.length;
  const answered = overlaid.map(({ overlay, ids }) => `  ${formatCount(ids.length, 'gap')} answered by ${overlay}\n`);
  if (total === 0) return `  no open gaps in ${spec}\n${answered.join('')}`;
  const chosen = gaps.length === total ? '' : `${gaps.length} of `;
  const width = Math.max(...gaps.map(({ id }) => id.length));
  const groups = groupGaps(gaps, by, listCommonGaps(api)).map(
    ({ name, gaps: list }) =>
      `\n  ${formatText(name)} (${list.length})\n${list.map(({ id, question }) => `    ${id.padEnd(width)}  ${wrapText(formatText(question), width + 6)}\n`).join('')}`,
  );
  return `  ${chosen}${total} open ${total === 1 ? 'gap' : 'gaps'} in ${spec}\n${answered.join('')}${groups.join('')}`;
}

interface GapGroup {
  readonly name: string;
  readonly gaps: readonly NotShown[];
}

/**
 * Groups gaps by kind, in the order of the kinds; by owner; or by operation. A gap that affects several operations
 * is in the group of each. `everywhere` lists the gaps that affect every operation. They are in a separate group.
 */
function groupGaps(gaps: readonly NotShown[], by: GapGrouping, everywhere: readonly NotShown[]): readonly GapGroup[] {
  const groups = new Map<string, NotShown[]>(by === 'kind' ? gapKinds.map((kind) => [kind, []]) : []);
  for (const gap of gaps) {
    for (const name of nameGroups(gap, by, everywhere.includes(gap)))
      groups.set(name, [...(groups.get(name) ?? []), gap]);
  }
  return [...groups].flatMap(([name, list]) => (list.length === 0 ? [] : [{ name, gaps: list }]));
}

function nameGroups(gap: NotShown, by: GapGrouping, isEverywhere: boolean): readonly string[] {
  if (by === 'kind') return [gap.kind];
  if (by === 'owner') return [gap.owner ?? 'no owner'];
  if (isEverywhere) return ['every operation'];
  return gap.operations.length === 0 ? ['the API as a whole'] : gap.operations;
}

/** Formats one gap with its places and the generated files that contain it. */
function printGapDetails(gap: ReportedGap): string {
  const { id, kind, question, files = [], uses = [] } = gap;
  const named = files.map(({ kind: of, path, lines }) => `${of.padEnd(12)} ${path}: ${listLines(lines)}`);
  const rows: readonly (readonly [string, string | readonly string[] | undefined])[] = [
    ['known', gap.known],
    ['guess', gap.guess],
    ['source', gap.source],
    ['owner', gap.owner],
    ['issue', gap.issue],
    ['since', gap.since],
    ...Object.entries(gap).flatMap(([name, value]: [string, unknown]) =>
      name.startsWith('x-') ? [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const] : [],
    ),
    ['to answer', [gap.answer, ...gap.commands]],
    ['affects', listAffected(gap)],
    ['places', gap.places.map(formatPlace)],
    ['named in', named],
    ['used by', uses.map((use) => `${use.kind.padEnd(12)} ${formatPlace(use)}`)],
  ];
  const lines = rows.flatMap(([name, texts]) =>
    [texts ?? []]
      .flat()
      .map((text, index) => `    ${(index === 0 ? name : '').padEnd(12)} ${wrapText(formatText(text), 17)}\n`),
  );
  return `  ${id} (${kind})\n  ${wrapText(formatText(question), 2)}\n\n${lines.join('')}`;
}

// A file can contain a gap so often that the list of all lines would be longer than the file.
function listLines(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ');
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
}

/** Formats the questions as a message that a person can send to the owner of the API. */
function printMessage({ info }: Api, gaps: readonly ReportedGap[]): string {
  if (gaps.length === 0) return `The documentation of ${formatText(info.title)} leaves no question open.\n`;
  const questions = gaps.map((gap, index) => {
    const { id, question, source, known } = gap;
    const affected = listAffected(gap);
    const lines = [
      `${index + 1}. ${formatText(question)}`,
      `Where the documentation stops: ${formatText(source)}`,
      ...(known.length === 0 ? [] : [`What we know: ${known.map(formatText).join('; ')}`]),
      ...(affected.length === 0 ? [] : [`It affects: ${affected.map(formatText).join(', ')}`]),
      `Id: ${id}`,
    ];
    return lines.join('\n   ');
  });
  return `We use the API "${formatText(info.title)}", version ${formatText(info.version)}. Its documentation does not answer these questions.
Could you answer those that you can? Please quote the ids.

${questions.join('\n\n')}
`;
}

/** Runs `gaps uses`. Prints the places in the user's code that use gaps, and writes nothing. */
export async function runGapUses(
  { words, flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const isUnused = flags.has('unused');
  const run = await findUses(options, words);
  const reported = await reportFindings(run.diagnostics, run, terminal);
  const { uses, open } = run;
  if (uses === undefined || open === undefined) return reported;
  const folder = realpathSync(terminal.folder);
  const all = uses.map(({ id, kind, isGone, path, line, column }): ReportedUse => {
    const state = isGone ? 'closed' : id === undefined ? 'unknown' : open.has(id) ? 'open' : 'closed';
    return { ...(id !== undefined && { id }), kind, path: formatPath(path, { folder }), line, column, state };
  });
  const listed = isUnused ? all.filter(({ state }) => state === 'closed') : all;
  terminal.print(printUses(listed, isUnused));
  const exitCode = isUnused && listed.length > 0 ? exit.drift : reported.exitCode;
  return { ...reported, uses: listed, exitCode };
}

function printUses(uses: readonly ReportedUse[], isUnused: boolean): string {
  if (uses.length === 0) {
    return isUnused ? '  no code uses a gap that is no longer open\n' : '  no code uses a gap\n';
  }
  const groups = new Map<string, ReportedUse[]>();
  for (const use of uses) {
    const title = use.id ?? (use.state === 'closed' ? 'no longer generated' : 'a gap that the code does not name');
    groups.set(title, [...(groups.get(title) ?? []), use]);
  }
  return [...groups].map(([title, list]) => printGroup(title, list)).join('\n');
}

function printGroup(title: string, uses: readonly ReportedUse[]): string {
  const isClosed = uses.some(({ id, state }) => id !== undefined && state === 'closed');
  const places = uses.map((use) => [formatPlace(use), use.kind] as const);
  const width = Math.max(...places.map(([place]) => place.length));
  const rows = places.map(([place, kind]) => `    ${place.padEnd(width)}  ${kind}\n`);
  return `  ${title}${isClosed ? ' (no longer open)' : ''}\n${rows.join('')}`;
}
