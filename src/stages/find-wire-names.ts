import { relative } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Document } from '../document/document.js';
import type { Api } from '../model/api.js';
import type { Settings } from '../options/settle-options.js';

/**
 * Finds the stated wire names whose items are open. Reports those of answered items, which have no effect, and those of ids
 * that no parameter has, as errors.
 */
export function findWireNames(
  { items, resolved }: Api,
  { folder }: Document,
  { recorded, locateOption }: Pick<Settings, 'recorded'> & Partial<Pick<Settings, 'locateOption'>>,
  diagnostics: Diagnostics,
): Readonly<Record<string, string>> {
  const open = items.filter(({ kind }) => kind === 'parameter-name').map(({ id }) => id);
  const stated = Object.entries(recorded.wireNames ?? {});
  for (const [id] of stated.filter(([each]) => !open.includes(each))) {
    const place = locateOption?.('wireNames', id);
    const origin = place && { file: relative(folder, place.path), pointer: '' };
    const at = place && { position: place.position };
    const isAnswered = resolved.some((item) => item.id === id);
    const kind = items.find((item) => item.id === id)?.kind;
    if (isAnswered) diagnostics.report('wire-name-answered', origin, { id }, at);
    else if (kind)
      diagnostics.report('wire-name-unknown', origin, { variant: 'kind', id, kind, likely: undefined }, at);
    else diagnostics.report('wire-name-unknown', origin, { variant: 'id', id, likely: findNearestName(id, open) }, at);
  }
  return Object.fromEntries(stated.filter(([id]) => open.includes(id)));
}
