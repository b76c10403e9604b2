import { Diagnostics } from '../diagnostics/diagnostic.js';
import { findItems } from '../model-builder/items/find-items.js';
import { type Run, readWhole } from './read-api.js';

/**
 * Finds the ids of the items that only objects have that the filter omits. They are open, although the output does not
 * show them. The omitted parts of the description can have errors.
 */
export async function findOmittedItems({ settings, api }: Run): Promise<ReadonlySet<string>> {
  if (!settings.filter || !api) return new Set();
  const whole = await readWhole(settings, new Diagnostics());
  const known = new Set([...api.items, ...api.resolved].map(({ id }) => id));
  return new Set(whole ? [...findItems(whole).keys()].filter((id) => !known.has(id)) : []);
}
