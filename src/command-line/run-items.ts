import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { answerFlags, answerForms } from '../answers/answer.js';
import type { PlannedRun } from '../configuration/plan-runs.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { locateAll } from '../diagnostics/print-diagnostics.js';
import { findWritten } from '../document/find-written.js';
import { formatOperation, kindTexts, listCommonItems } from '../emitters/not-shown/contract.js';
import { findUsesOf } from '../find-uses.js';
import { listSources } from '../format-diagnostics.js';
import { findOmittedItems } from '../generate.js';
import { type GenerateOptions, type ItemUse, type Run, readApi } from '../index.js';
import { findItemFiles } from '../items/find-item-files.js';
import { reportUnknownItems } from '../items/report-unknown.js';
import { chooseItems } from '../items/select-items.js';
import { listOperations } from '../model/list-operations.js';
import { type NotShown, omitOtherTexts } from '../model/not-shown.js';
import { completeRun, type WholeRun } from '../run.js';
import type { CommandLine } from './parse-arguments.js';
import { printItemDetails, printItemList, printMessage } from './print-items.js';
import type { AnsweredByOverlay, Report, ReportedItem } from './report.js';
import { exit, formatPath, reportFindings } from './report-findings.js';
import type { Terminal } from './terminal.js';

type ShownUse = Pick<ItemUse, 'kind' | 'path' | 'line' | 'column'> & { readonly id: string | undefined };

/** Runs `items` and `items show`. Prints open items and writes nothing. */
export async function runItems(
  { command, words, listing }: CommandLine,
  { options }: PlannedRun,
  terminal: Terminal,
): Promise<Report> {
  const run = await readApi(options);
  const { api, document, diagnostics, settings } = run;
  if (api && command === 'items show') {
    const omitted = await findOmittedItems(run);
    reportUnknownItems({ ...api, omitted }, words, diagnostics);
  }
  if (listing.operation !== undefined) reportUnknownOperation(run, listing.operation);
  const reported = await reportFindings(diagnostics, run, terminal);
  if (!api || !document || reported.exitCode !== exit.clean) return reported;
  const whole = { ...run, api, document };
  const spec = formatPath(settings.spec, terminal);
  const isChosen = ({ id }: NotShown): boolean => words.includes(id);
  const items = command === 'items show' ? api.items.filter(isChosen) : chooseItems(api, listing);
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
  const shown = { spec, items, by: listing.by, overlaid };
  terminal.print(listing.isMessage ? printMessage(api, listed) : printItemList(api, shown));
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
