import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { answerFlags, answerForms } from '../answers/answer.js';
import { reportUnknownItems } from '../answers/report-unknown.js';
import { omitUndefined } from '../configuration/omit-undefined.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { locateAll } from '../diagnostics/print-diagnostics.js';
import { formatText } from '../diagnostics/show-text.js';
import { findWritten } from '../document/written.js';
import { formatOperation, kindTexts, listCommonItems } from '../emitters/not-shown/contract.js';
import { type GenerateOptions, type ItemUse, type Run, readApi } from '../index.js';
import { type Api, listOperations } from '../model/api.js';
import { itemKinds, type NotShown, omitOtherTexts } from '../model/element.js';
import { findUsesOf } from '../pipeline/find-uses.js';
import { listSources } from '../pipeline/format-diagnostics.js';
import { findOmittedItems } from '../pipeline/generate.js';
import { completeRun, type WholeRun } from '../pipeline/run.js';
import { findItemFiles } from './find-item-files.js';
import type { CommandLine, Flags } from './parse-arguments.js';
import {
  type AnsweredByOverlay,
  exit,
  formatPath,
  listAffected,
  type Report,
  type ReportedItem,
  reportFindings,
} from './report.js';
import { chooseItems, groupItems, type ItemGrouping, type ItemSelection, itemGroupings } from './select-items.js';
import type { Terminal } from './terminal.js';

type ShownUse = Pick<ItemUse, 'kind' | 'path' | 'line' | 'column'> & { readonly id: string | undefined };

/** Runs `items` and `items show`. Prints open items and writes nothing. */
export async function runItems(
  { command, words, flags }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const operation = flags.text('operation');
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
  const isChosen = ({ id }: NotShown): boolean => words.includes(id);
  const items = command === 'items show' ? api.items.filter(isChosen) : chooseItems(api, readSelection(flags));
  const listed = await describeItems(items, whole, terminal);
  if (command === 'items show') {
    const uses = await listUses(whole, options, terminal);
    const shown = listed.map((item) => ({
      ...item,
      files: listItemFiles(run, item.id, terminal),
      uses: uses.filter(({ id }) => id === item.id).map(({ id: _, ...use }) => use),
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

function readSelection(flags: Flags): ItemSelection {
  const [kind, operation, owner] = [flags.choice('kind', itemKinds), flags.text('operation'), flags.text('owner')];
  return omitUndefined({ kind, operation, owner });
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
      return { path, ...(position && { line: position.line, column: position.column }) };
    }),
  }));
}

// Without a manifest, `generate` has never run, so no code can use an item.
async function listUses(run: WholeRun, options: GenerateOptions, terminal: Terminal): Promise<readonly ShownUse[]> {
  if (!run.settings.manifest) return [];
  const { uses = [] } = await completeRun(run, () => findUsesOf(run, options, new Set()));
  const folder = realpathSync(terminal.folder);
  return uses.map(({ id, kind, path, line, column }) => ({
    id,
    kind,
    path: formatPath(path, { folder }),
    line,
    column,
  }));
}

function listItemFiles({ settings }: Run, id: string, terminal: Terminal): NonNullable<ReportedItem['files']> {
  const { out, manifest } = settings;
  return findItemFiles(out, manifest?.files ?? new Map(), id).map(({ kind, path, lines }) => ({
    kind,
    path: formatPath(join(out.path, path), terminal),
    lines,
  }));
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
  const count = api.items.length;
  const answered = overlaid.map(
    ({ overlay, ids }) => `  ${ids.length} ${ids.length === 1 ? 'item' : 'items'} answered by ${overlay}\n`,
  );
  if (count === 0) return `  no open items in ${spec}\n${answered.join('')}`;
  const chosen = items.length === count ? '' : `${items.length} of `;
  const width = Math.max(...items.map(({ id }) => id.length));
  const groups = groupItems(items, by, listCommonItems(api)).map(
    ({ name, items: list }) =>
      `\n  ${formatText(name)} (${list.length})\n${list.map((item) => printRow(item, width)).join('')}`,
  );
  return `  ${chosen}${count} open ${count === 1 ? 'item' : 'items'} in ${spec}\n${answered.join('')}${groups.join('')}`;
}

function printRow({ id, question }: NotShown, width: number): string {
  return `    ${id.padEnd(width)}  ${formatText(question)}\n`;
}

/** Formats one item with its places and the generated files that contain it. */
function printItemDetails(item: ReportedItem): string {
  const { id, kind, question, files = [], uses = [] } = item;
  const places = item.places.map(({ path, line, column }) => (line === undefined ? path : `${path}:${line}:${column}`));
  const named = files.map(({ kind: of, path, lines }) => `${of.padEnd(12)} ${path}: ${listLines(lines)}`);
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['known', item.known],
    ['guess', item.guess === undefined ? [] : [item.guess]],
    ['source', [item.source]],
    ['owner', item.owner === undefined ? [] : [item.owner]],
    ['issue', item.issue === undefined ? [] : [item.issue]],
    ['since', item.since === undefined ? [] : [item.since]],
    ...Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
      name.startsWith('x-') ? [[name, [typeof value === 'string' ? value : JSON.stringify(value)]] as const] : [],
    ),
    ['to answer', [item.answer, ...item.commands]],
    ['affects', listAffected(item)],
    ['places', places],
    ['named in', named],
    ['used by', uses.map(({ kind: of, path, line, column }) => `${of.padEnd(12)} ${path}:${line}:${column}`)],
  ];
  const lines = rows.flatMap(([name, texts]) =>
    texts.map((text, index) => `    ${(index === 0 ? name : '').padEnd(12)} ${formatText(text)}\n`),
  );
  return `  ${id} (${kind})\n  ${formatText(question)}\n\n${lines.join('')}`;
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
