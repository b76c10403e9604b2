import type { addItem as AddItem } from './stages/add-item.js';
import type { answerItem as AnswerItem } from './stages/answer-item.js';
import type { findUses as FindUses } from './stages/find-uses.js';
import type { readApi as ReadApi } from './stages/read-api.js';
import type { readFiles as ReadFiles } from './stages/read-files.js';
import type { scaffold as Scaffold } from './stages/scaffold.js';
import type { applyAnswers as ApplyAnswers } from './stages/settle-items.js';

export type { Answer } from './answers/answer.js';
export type { NewItem } from './answers/plan-item.js';
export type { EditedFile } from './answers/source-texts.js';
export { type ApisConfiguration, type Configuration, defineConfig } from './configuration/configuration.js';
export type { Diagnostic } from './diagnostics/diagnostic.js';
export type { Origin } from './diagnostics/origin.js';
export { check, generate } from './generate.js';
export type { ArtifactKind } from './model/artifact.js';
export type { ConfigurableOptions, GenerateOptions } from './options/options.js';
export type { Drift } from './output/compare-artifacts.js';
export type { Written } from './output/plan-output.js';
export type { Grouping } from './scaffold/record.js';
export type { Scaffold } from './scaffold/scaffold.js';
export type { EditRun } from './stages/edit-description.js';
export { type FormatOptions, formatDiagnostics } from './stages/format-diagnostics.js';
export type { Run } from './stages/read-api.js';
export type { RunFiles } from './stages/read-files.js';
export type { ScaffoldOptions } from './stages/scaffold.js';
export type { AnswersOptions } from './stages/settle-items.js';
export type { Settlement } from './uses/plan-fixes.js';
export type { ItemUse, UseKind } from './uses/use.js';
export { type FollowUp, type WatchedRun, type Watching, type WatchOptions, watch } from './watching/watch.js';

// Configurations import `defineConfig` from here, so each function below loads its code only when it is called.

/** Writes an item into the description or an overlay, and writes nothing if the description would then have an error. */
export const addItem: typeof AddItem = async (...given) => (await import('./stages/add-item.js')).addItem(...given);

/** Writes the answer to an item into the description or an overlay. */
export const answerItem: typeof AnswerItem = async (...given) =>
  (await import('./stages/answer-item.js')).answerItem(...given);

/** Removes uses of answered items from the user's code. */
export const applyAnswers: typeof ApplyAnswers = async (...given) =>
  (await import('./stages/settle-items.js')).applyAnswers(...given);

/** Finds where the user's code uses items. */
export const findUses: typeof FindUses = async (...given) => (await import('./stages/find-uses.js')).findUses(...given);

/** Reads a description, builds its model and writes nothing. */
export const readApi: typeof ReadApi = async (...given) => (await import('./stages/read-api.js')).readApi(...given);

/** Runs `generate` without writing. Lists the files that it reads and writes, including the manifest. */
export const readFiles: typeof ReadFiles = async (...given) =>
  (await import('./stages/read-files.js')).readFiles(...given);

/** Updates the user's handlers after a change of the description. */
export const scaffold: typeof Scaffold = async (...given) => (await import('./stages/scaffold.js')).scaffold(...given);
