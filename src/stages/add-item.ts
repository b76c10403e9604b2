import { type NewItem, writeItem } from '../answers/plan-item.js';
import { SourceEdit } from '../answers/source-edit.js';
import { readSourceTexts, type SourceTexts } from '../answers/source-texts.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Origin } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import type { Api } from '../model/api.js';
import { listOperations } from '../model/list-operations.js';
import type { GenerateOptions } from '../options/options.js';
import {
  checkWhole,
  describeOverlay,
  type EditOptions,
  type EditRun,
  listEdited,
  readWithEdit,
  type WholeRun,
  writeEdited,
} from './edit-description.js';
import { readEditable } from './read-editable.js';

/**
 * Writes an item into the description or an overlay. `place` is an `operationId`, or a JSON pointer of an object: `#/info`, or
 * `pet.yaml#/Pet` in another file of the description. If the description would have an error with the item, nothing is
 * written.
 */
export async function addItem(
  options: GenerateOptions,
  place: string,
  item: NewItem,
  { dryRun = false, into }: EditOptions = {},
): Promise<EditRun> {
  const { run, target } = await readEditable(options, into);
  const whole = target && checkWhole(run);
  if (!whole) return run;
  const { api, document, diagnostics } = whole;
  const origin = findPlace(place, api, document, diagnostics);
  const texts = origin && readSourceTexts(document, diagnostics);
  if (!texts) return run;
  const planned = await planTexts(whole, texts, { item, origin, overlay: target.overlay });
  if ('why' in planned) {
    diagnostics.report('item-refused', origin, { id: item.id, why: planned.why });
    return run;
  }
  const edited = listEdited(whole, texts, planned);
  const findings = new Diagnostics();
  await readWithEdit(target, edited, findings);
  const [error] = findings.list.filter(({ severity }) => severity === 'error');
  if (error) {
    const { message, hint = '' } = error;
    diagnostics.report('item-does-not-fit', origin, { id: item.id, why: message, help: hint });
    return run;
  }
  if (!dryRun && !(await writeEdited(edited, whole))) return run;
  return { ...run, edited, after: target.after };
}

/** What is added where. */
interface Adding {
  readonly item: NewItem;
  readonly origin: Origin;
  readonly overlay: string | undefined;
}

async function planTexts(
  run: WholeRun,
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

function findPlace(place: string, api: Api, document: Document, diagnostics: Diagnostics): Origin | undefined {
  const operations = listOperations(api);
  const operation = operations.find(({ operationId }) => operationId === place);
  if (operation) return operation.origin;
  const [, file = '', pointer] = /^([^#]*)#(|\/.*)$/.exec(place) ?? [];
  const known = file === '' ? document.entry : [...document.files.keys()].find((one) => one === file);
  if (pointer !== undefined && known !== undefined) return { file: known, pointer };
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  const candidates = pointer === undefined ? ids : [...document.files.keys()];
  const likely = findNearestName(pointer === undefined ? place : file, candidates);
  diagnostics.report('item-place-unknown', undefined, { place, likely });
  return undefined;
}
