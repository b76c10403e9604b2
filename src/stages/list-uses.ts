import type { Coverage } from '../coverage/coverage.js';
import { type CoverageRow, listCoverageRows } from '../coverage/list-coverage.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin } from '../diagnostics/origin.js';
import type { Settings } from '../options/settle-options.js';
import { emitDescription } from './emit-description.js';
import type { Reading } from './read-api.js';

/**
 * Emits artifacts from a model that records its reads. Lists how each keyword that was read with `coverage` is used.
 */
export async function listUses(
  { document, api }: Reading,
  settings: Pick<Settings, 'kinds' | 'recorded' | 'onStage'>,
  diagnostics: Diagnostics,
  coverage: Coverage,
): Promise<CoverageRow[]> {
  if (!document) return [];
  const onStage = (stage: string): void => {
    coverage.enter(stage);
    settings.onStage(stage);
  };
  const renderReference = async () => ({ styles: '', body: '', bodyScript: '', sharedScript: [], script: [] });
  // The coverage of keywords does not need JavaScript.
  const recorded = { ...settings.recorded, emit: 'ts' as const };
  if (api)
    await emitDescription(
      document,
      coverage.watch(api),
      { ...settings, recorded, onStage, renderReference },
      diagnostics,
    );
  const { references } = document;
  const rows = listCoverageRows({ coverage, files: document.files.values(), references, findings: diagnostics.list });
  for (const row of rows) reportUnemitted(row, diagnostics);
  return rows;
}

function reportUnemitted({ origin, object, keyword, use }: CoverageRow, diagnostics: Diagnostics): void {
  if (use !== 'not visited' && use !== 'not used') return;
  const isRead = use === 'not used';
  if (keyword === '') diagnostics.report('not-visited', origin, { variant: 'object', isRead }, { at: 'key' });
  else {
    const finding = { variant: 'keyword', keyword, object, isRead } as const;
    diagnostics.report('not-visited', buildChildOrigin(origin, keyword), finding, { at: 'key' });
  }
}
