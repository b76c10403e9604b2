import { dirname } from 'node:path';
import { type NewItem, planItem } from '../answers/plan-item.js';
import { readSourceTexts } from '../answers/source-texts.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Origin } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { writeFiles } from '../files/file-writer.js';
import { Folder } from '../files/folder.js';
import { findCommonFolder, getRelativePath } from '../files/paths.js';
import type { Api } from '../model/api.js';
import { listOperations } from '../model/list-operations.js';
import type { GenerateOptions } from '../options/options.js';
import { type EditRun, refuseOverlaid } from './answer-item.js';
import { readDescription } from './read-api.js';
import { readEditable } from './read-editable.js';

/**
 * Writes an item into the description. `place` is an `operationId`, or a JSON pointer of an object: `#/info`, or
 * `pet.yaml#/Pet` in another file of the description. With `dryRun`, only plans that. If the description would have an error
 * with the item, nothing is written.
 */
export async function addItem(
  options: GenerateOptions,
  place: string,
  item: NewItem,
  dryRun = false,
): Promise<EditRun> {
  const run = await readEditable(options);
  const { api, document, diagnostics, settings } = run;
  if (!api || !document || diagnostics.hasErrors) return run;
  if (refuseOverlaid(run)) return run;
  const origin = findPlace(place, api, document, diagnostics);
  if (!origin) return run;
  const texts = readSourceTexts(document, diagnostics);
  if (!texts) return run;
  const planned = planItem(texts.read(origin.file), origin, item);
  if ('why' in planned) {
    diagnostics.report('item-refused', origin, { id: item.id, why: planned.why });
    return run;
  }
  const edited = texts.edit(origin.file, planned.text);
  const findings = new Diagnostics();
  await readDescription(settings, findings, undefined, new Map([[edited.path, edited.after]]));
  const [error] = findings.list.filter(({ severity }) => severity === 'error');
  if (error) {
    const { message, hint = '' } = error;
    diagnostics.report('item-does-not-fit', origin, { id: item.id, why: message, help: hint });
    return run;
  }
  const base = findCommonFolder([document.folder, dirname(edited.path)]);
  const at = { folder: new Folder(base), home: getRelativePath(base, document.folder) };
  const change = { path: getRelativePath(base, edited.path), before: edited.before, after: edited.after };
  if (!dryRun && !(await writeFiles(at, [change], diagnostics))) return run;
  return { ...run, edited: [edited] };
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
