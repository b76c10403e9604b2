import { type NewItem, writeItem } from '../answers/plan-item.js';
import { SourceEdit } from '../answers/source-edit.js';
import { readSourceTexts, type SourceTexts } from '../answers/source-texts.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import type { GenerateOptions } from '../options/options.js';
import {
  describeOverlay,
  type EditOptions,
  type EditRun,
  listEdited,
  type ReadRun,
  readWithEdit,
  writeEdited,
} from './edit-description.js';
import { readEditable } from './read-editable.js';

/**
 * Writes an item into the description or an overlay. `place` is an `operationId` or the JSON pointer of an object:
 * `#/info`, or `pet.yaml#/Pet` in another file of the description. Nothing is written if the description would then
 * have an error. The description can already have errors that the item resolves, such as a placeholder without an item.
 */
export async function addItem(
  options: GenerateOptions,
  place: string,
  item: NewItem,
  { dryRun = false, into }: EditOptions = {},
): Promise<EditRun> {
  const { run, target } = await readEditable(options, into);
  const { document, diagnostics } = run;
  if (!target || !document) return run;
  const read = { ...run, document, diagnostics: new Diagnostics() };
  const origin = findPlace(place, document, read.diagnostics);
  const texts = origin && readSourceTexts(document, read.diagnostics);
  if (!texts) return diagnostics.hasErrors ? run : read;
  const planned = await planTexts(read, texts, { item, origin, overlay: target.overlay });
  if ('why' in planned) {
    diagnostics.report('item-refused', origin, { id: item.id, why: planned.why });
    return run;
  }
  const edited = listEdited(read, texts, planned);
  const findings = new Diagnostics();
  await readWithEdit(target, edited, findings);
  const [error] = findings.list.filter(({ severity }) => severity === 'error');
  if (error) {
    if (diagnostics.list.some(({ code, message }) => code === error.code && message === error.message)) return run;
    const { message, hint = '' } = error;
    diagnostics.report('item-does-not-fit', origin, { id: item.id, why: message, help: hint });
    return run;
  }
  if (!dryRun && !(await writeEdited(edited, read))) return read;
  return { ...read, edited, after: target.after };
}

/** The item to add, and its place. */
interface Adding {
  readonly item: NewItem;
  readonly origin: Origin;
  readonly overlay: string | undefined;
}

async function planTexts(
  run: ReadRun,
  texts: SourceTexts,
  { item, origin, overlay: path }: Adding,
): Promise<ReadonlyMap<string, string> | { readonly why: string }> {
  const { file, pointer } = origin;
  if (path === undefined) {
    const edit = new SourceEdit(texts.read(file));
    const why = writeItem(edit, pointer, item);
    return why === undefined ? new Map([[file, edit.text]]) : { why };
  }
  const { planOverlay } = await import('../answers/overlay-edit.js'); // loads the query language of overlays
  const overlay = describeOverlay(run, texts, path);
  const planned = planOverlay(overlay, (open) => {
    const why = writeItem(open(file), pointer, item);
    return why === undefined ? undefined : { why, origin };
  });
  return 'why' in planned ? planned : new Map([[overlay.file, planned.text]]);
}

function findPlace(place: string, document: Document, diagnostics: Diagnostics): Origin | undefined {
  const operations = findOperations(document);
  const operation = operations.get(place);
  if (operation) return operation;
  const [, file = '', pointer] = /^([^#]*)#(|\/.*)$/.exec(place) ?? [];
  const known = file === '' ? document.entry : [...document.files.keys()].find((one) => one === file);
  if (pointer !== undefined && known !== undefined) return { file: known, pointer };
  const candidates = pointer === undefined ? operations.keys() : document.files.keys();
  const likely = findNearestName(pointer === undefined ? place : file, candidates);
  diagnostics.report('item-place-unknown', undefined, { place, likely });
  return undefined;
}

// Searches the files, because a description with errors has no model.
function findOperations({ files }: Document): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>();
  const walk = (value: unknown, origin: Origin): void => {
    if (typeof value !== 'object' || value === null) return;
    const id: unknown = Reflect.get(value, 'operationId');
    if (typeof id === 'string' && 'responses' in value && !found.has(id)) found.set(id, origin);
    for (const [key, member] of Object.entries(value)) walk(member, buildChildOrigin(origin, key));
  };
  for (const { file, value } of files.values()) walk(value, { file, pointer: '' });
  return found;
}
