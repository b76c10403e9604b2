import type { addGap as AddGap, amendGap as AmendGap } from './answers/add-gap.js';
import type { answerGap as AnswerGap, answerGaps as AnswerGaps } from './answers/answer-gap.js';
import type { applyAnswers as ApplyAnswers, findUses as FindUses, scaffold as Scaffold } from './pipeline/code-runs.js';

export type { GapChanges, NewGap } from './answers/add-gap.js';
export type { Answer } from './answers/answer.js';
export type { GivenAnswer } from './answers/answer-gap.js';
export type { EditRun } from './answers/edit-description.js';
export type { EditedFile } from './answers/source-texts.js';
export type { ConfigurableOptions } from './configuration/option-table.js';
export type { GenerateOptions } from './configuration/options.js';
export { type ApisConfiguration, type Configuration, defineConfig } from './configuration/options.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { Origin } from './diagnostics/origin.js';
export type { ArtifactKind } from './model/artifact.js';
export type { Drift } from './output/compare-artifacts.js';
export type { Written } from './output/write-artifacts.js';
export type { AnswersOptions, ScaffoldOptions } from './pipeline/code-runs.js';
export { type FormatOptions, formatDiagnostics } from './pipeline/format-diagnostics.js';
export { check, generate, type RunFiles, readApi, readFiles } from './pipeline/generate.js';
export type { Run } from './pipeline/run.js';
export type { GapUse, UseKind } from './user-code/find-uses.js';
export type { Grouping } from './user-code/handlers-folder.js';
export type { Scaffold } from './user-code/scaffold-run.js';
export type { Settlement } from './user-code/settle.js';
export { type FollowUp, type WatchedRun, type Watching, type WatchOptions, watch } from './watching/watch.js';

// Configurations import `defineConfig` from here, so each function below loads its code only when it is called.

/** Writes a gap into the description or an overlay, and writes nothing if the description would then have an error. */
export const addGap: typeof AddGap = async (...given) => (await import('./answers/add-gap.js')).addGap(...given);

/** Changes the question or other fields of an open gap, in the description or an overlay. */
export const amendGap: typeof AmendGap = async (...given) => (await import('./answers/add-gap.js')).amendGap(...given);

/** Writes the answer to a gap into the description or an overlay. */
export const answerGap: typeof AnswerGap = async (...given) =>
  (await import('./answers/answer-gap.js')).answerGap(...given);

/** Writes the answers to several gaps, or none of them. */
export const answerGaps: typeof AnswerGaps = async (...given) =>
  (await import('./answers/answer-gap.js')).answerGaps(...given);

/** Removes uses of answered gaps from the user's code. */
export const applyAnswers: typeof ApplyAnswers = async (...given) =>
  (await import('./pipeline/code-runs.js')).applyAnswers(...given);

/** Finds where the user's code uses gaps. */
export const findUses: typeof FindUses = async (...given) =>
  (await import('./pipeline/code-runs.js')).findUses(...given);

/** Updates the user's handlers after a change of the description. */
export const scaffold: typeof Scaffold = async (...given) =>
  (await import('./pipeline/code-runs.js')).scaffold(...given);
