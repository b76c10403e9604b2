import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { RecordedOptions } from '../output/recorded-options.js';
import { formatOption } from './option-table.js';

/** Reports the options that differ from those of the last run. Paths are relative to `folder`. */
export function reportDifferences(
  old: RecordedOptions,
  next: RecordedOptions,
  folder: string,
  diagnostics: Diagnostics,
): void {
  const none = { overlay: [], style: [], include: {}, exclude: {}, wireNames: {}, emitters: [] };
  const before = new Map<string, unknown>(Object.entries({ ...none, ...old }));
  // The configuration still names an overlay that 'items undo' removed.
  const isPresent = (path: string): boolean => existsSync(join(folder, path));
  const [present, now] = [old, next].map(({ overlay = [] }) => formatOption(overlay.filter(isPresent)));
  for (const [option, value] of Object.entries({ ...none, ...next })) {
    const [recorded, applied] = [formatOption(before.get(option)), formatOption(value)];
    if (recorded === applied || (option === 'overlay' && present === now)) continue;
    diagnostics.report('record-differs', undefined, { option, recorded, value: applied });
  }
}
