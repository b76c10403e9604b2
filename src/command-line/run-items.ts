import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { answerFlags, answerForms, reportUnknownItems } from '../answers/answer.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { locateAll } from '../diagnostics/print-diagnostics.js';
import { formatText, wrapText } from '../diagnostics/show-text.js';
import { findWritten } from '../document/written.js';
import { formatOperation, kindTexts, listCommonItems } from '../emitters/not-shown/contract.js';
import { decodeText } from '../files/hash-text.js';
import { findUses, type Run, readApi } from '../index.js';
import { type Api, listOperations } from '../model/api.js';
import { itemKinds, type NotShown, omitOtherTexts } from '../model/element.js';
import { findUsesOf } from '../pipeline/find-uses.js';
import { listSources } from '../pipeline/format-diagnostics.js';
import { findOmittedItems } from '../pipeline/generate.js';
import { completeRun, type WholeRun } from '../pipeline/run.js';
import { type ItemGrouping, itemGroupings } from './flag-table.js';
import type { CommandLine } from './parse-arguments.js';
import {
  type AnsweredByOverlay,
  buildPlace,
  count,
  exit,
  formatPath,
  formatPlace,
  listAffected,
  type Report,
  type ReportedItem,
  type ReportedUse,
  reportFindings,
} from './report.js';
import type { Terminal } from './terminal.js';

/** Runs `items` and `items show`. Prints open items and writes nothing. */
export async function runItems(
  { command, words, flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const [kind, operation, owner] = ['kind', 'operation', 'owner'].map((flag) => flags.text(flag));
  const run = await readApi(options);
  const { api, document, diagnostics, settings } = run;
  if (api && command === 'items show') {
    const omitted = await findOmittedItems(run);
    reportUnknownItems({ ...api, omitted }, words, diagnostics);
  }
  if (operation !== undefined) reportUnknownOperation(run, operation);
  const reported = await reportFindings(diagnostics, run, terminal);
  if (!api || !document || reported.exitCode !== exit.clean) return reported;
  const whole = { ...run, api, document };
  const spec = formatPath(settings.spec, terminal);
  const items = api.items.filter((item) =>
    command === 'items show'
      ? words.includes(item.id)
      : (kind === undefined || item.kind === kind) &&
        (operation === undefined || item.operations.includes(operation)) &&
        (owner === undefined || item.owner === owner),
  );
  const listed = await describeItems(items, whole, terminal);
  if (command === 'items show') {
    // Without a manifest, `generate` has never run, so no code can use an item.
    const found = settings.manifest && (await completeRun(run, () => findUsesOf(whole, options, new Set())));
    const uses = found?.uses ?? [];
    const real = { folder: realpathSync(terminal.folder) };
    const shown = listed.map((item) => ({
      ...item,
      files: findItemFiles(run, item.id, terminal),
      uses: uses
        .filter(({ id }) => id === item.id)
        .map(({ kind, path, line, column }) => ({ kind, path: formatPath(path, real), line, column })),
    }));
    terminal.print(shown.map(printItemDetails).join('\n'));
    return { ...reported, spec, listed: shown };
  }
  const overlaid = listOverlaid(run, terminal);
  const by = flags.choice('by', itemGroupings) ?? itemGroupings[0];
  const shown = { spec, items, by, overlaid };
  terminal.print(flags.has('message') ? printMessage(api, listed) : printItemList(api, shown));
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

async function describeItems(items: readonly NotShown[], run: WholeRun, terminal: Terminal): Promise<ReportedItem[]> {
  const places = new Map(items.map((item) => [item, item.places.map((origin) => ({ origin }))]));
  const located = await locateAll([...places.values()].flat(), listSources(run, terminal.folder));
  const found = new Map(located.map((one) => [one.subject, one]));
  const everywhere = listCommonItems(run.api);
  return items.map((item) => ({
    id: item.id,
    kind: item.kind,
    question: item.question,
    source: item.source,
    known: item.known,
    ...omitOtherTexts(item),
    ...item.extensions,
    operations: item.operations,
    affectsEvery: everywhere.includes(item),
    answer: kindTexts[item.kind].answer,
    commands: answerForms[item.kind].map((form) => `lacuna items answer ${item.id} ${answerFlags[form]} --source TEXT`),
    places: (places.get(item) ?? []).map((place) => {
      const { path = '', position } = found.get(place) ?? {};
      return buildPlace(path, position);
    }),
  }));
}

/** Finds the generated files that contain the id of an item, in the order of the manifest. */
function findItemFiles({ settings }: Run, id: string, terminal: Terminal): NonNullable<ReportedItem['files']> {
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

/** Which items are listed, and in which form. */
interface ItemList {
  readonly spec: string;
  readonly items: readonly NotShown[];
  readonly by: ItemGrouping;
  readonly overlaid: readonly AnsweredByOverlay[];
}

/** Formats the list of items for a terminal, in groups. */
function printItemList(api: Api, { spec, items, by, overlaid }: ItemList): string {
  const total = api.items.length;
  const answered = overlaid.map(({ overlay, ids }) => `  ${count(ids.length, 'item')} answered by ${overlay}\n`);
  if (total === 0) return `  no open items in ${spec}\n${answered.join('')}`;
  const chosen = items.length === total ? '' : `${items.length} of `;
  const width = Math.max(...items.map(({ id }) => id.length));
  const groups = groupItems(items, by, listCommonItems(api)).map(
    ({ name, items: list }) =>
      `\n  ${formatText(name)} (${list.length})\n${list.map(({ id, question }) => `    ${id.padEnd(width)}  ${wrapText(formatText(question), width + 6)}\n`).join('')}`,
  );
  return `  ${chosen}${total} open ${total === 1 ? 'item' : 'items'} in ${spec}\n${answered.join('')}${groups.join('')}`;
}

interface ItemGroup {
  readonly name: string;
  readonly items: readonly NotShown[];
}

/**
 * Groups items by kind, in the order of the kinds; by owner; or by operation. An item that affects several operations
 * is in the group of each. `everywhere` lists the items that affect every operation. They are in a separate group.
 */
function groupItems(
  items: readonly NotShown[],
  by: ItemGrouping,
  everywhere: readonly NotShown[],
): readonly ItemGroup[] {
  const groups = new Map<string, NotShown[]>(by === 'kind' ? itemKinds.map((kind) => [kind, []]) : []);
  for (const item of items) {
    for (const name of nameGroups(item, by, everywhere.includes(item)))
      groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups].flatMap(([name, list]) => (list.length === 0 ? [] : [{ name, items: list }]));
}

function nameGroups(item: NotShown, by: ItemGrouping, isEverywhere: boolean): readonly string[] {
  if (by === 'kind') return [item.kind];
  if (by === 'owner') return [item.owner ?? 'no owner'];
  if (isEverywhere) return ['every operation'];
  return item.operations.length === 0 ? ['the API as a whole'] : item.operations;
}

/** Formats one item with its places and the generated files that contain it. */
function printItemDetails(item: ReportedItem): string {
  const { id, kind, question, files = [], uses = [] } = item;
  const named = files.map(({ kind: of, path, lines }) => `${of.padEnd(12)} ${path}: ${listLines(lines)}`);
  const rows: readonly (readonly [string, string | readonly string[] | undefined])[] = [
    ['known', item.known],
    ['guess', item.guess],
    ['source', item.source],
    ['owner', item.owner],
    ['issue', item.issue],
    ['since', item.since],
    ...Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
      name.startsWith('x-') ? [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const] : [],
    ),
    ['to answer', [item.answer, ...item.commands]],
    ['affects', listAffected(item)],
    ['places', item.places.map(formatPlace)],
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

// A file can contain an item so often that the list of all lines would be longer than the file.
function listLines(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ');
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${shown}${more}`;
}

/** Formats the questions as a message that a person can send to the owner of the API. */
function printMessage({ info }: Api, items: readonly ReportedItem[]): string {
  if (items.length === 0) return `The documentation of ${formatText(info.title)} leaves no question open.\n`;
  const questions = items.map((item, index) => {
    const { id, question, source, known } = item;
    const affected = listAffected(item);
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

/** Runs `items uses`. Prints the places in the user's code that use items, and writes nothing. */
export async function runItemUses(
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
    return isUnused ? '  no code uses an item that is no longer open\n' : '  no code uses an item\n';
  }
  const groups = new Map<string, ReportedUse[]>();
  for (const use of uses) {
    const title = use.id ?? (use.state === 'closed' ? 'no longer generated' : 'an item that the code does not name');
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
