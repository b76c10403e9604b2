import { formatText } from '../diagnostics/show-text.js';
import { listCommonItems } from '../emitters/not-shown/contract.js';
import { groupItems, type ItemGrouping } from '../items/select-items.js';
import type { Api } from '../model/api.js';
import type { NotShown } from '../model/not-shown.js';
import type { AnsweredByOverlay, ReportedItem } from './report.js';

/** Which items are listed, and in which form. */
interface ItemList {
  readonly spec: string;
  readonly items: readonly NotShown[];
  readonly by: ItemGrouping;
  readonly overlaid: readonly AnsweredByOverlay[];
}

/** Formats the list of items for a terminal, in groups. */
export function printItemList(api: Api, { spec, items, by, overlaid }: ItemList): string {
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

/** Formats the operations that an item affects. */
export function listAffected({ operations, affectsEvery }: ReportedItem): readonly string[] {
  return affectsEvery ? ['every operation'] : operations;
}

function printRow({ id, question }: NotShown, width: number): string {
  return `    ${id.padEnd(width)}  ${formatText(question)}\n`;
}

/** Formats one item with its places and the generated files that contain it. */
export function printItemDetails(item: ReportedItem): string {
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
export function printMessage({ info }: Api, items: readonly ReportedItem[]): string {
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
