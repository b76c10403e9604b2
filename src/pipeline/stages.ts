// What a run loads only if something changed: the functions of its stages. Exports only.
export { readDocument } from '../document/read-document.js';
export { emitArtifacts } from '../emitters/emit-artifacts.js';
export { completeInterrupted } from '../files/file-writer.js';
export { buildApi } from '../model-builder/api.js';
export { findGaps } from '../model-builder/gaps/find-gaps.js';
export { readOldJournal } from '../output/manifest.js';
export { writeArtifacts } from '../output/write-artifacts.js';
export { lintDocument } from '../redocly/lint-document.js';
export { planApi } from '../wire/plan-api.js';
export {
  buildEmitInput,
  finishArtifacts,
  listNamingOptions,
  loadFinish,
  loadOverlays,
  nameDescription,
  withOwnEmitters,
} from './emit.js';
