import { relative } from 'node:path';
import { Diagnostics } from './diagnostics/diagnostic.js';
import { childOrigin } from './diagnostics/origin.js';
import { bundleDocument, locateInBundle } from './document/bundle.js';
import type { Document } from './document/document.js';
import { defaultLimits, type Limits } from './document/limits.js';
import { readDocument } from './document/read-document.js';
import type { Bundle, EmitInput } from './emitters/emitter.js';
import { type EmittedArtifact, emitArtifacts, reservedBy, useSchemaNames } from './emitters/index.js';
import type { Api } from './model/api.js';
import type { Coverage } from './model/coverage.js';
import { type CoverageRow, listCoverage } from './model/list-coverage.js';
import { buildApi } from './model-builder/api.js';
import { nameApi } from './naming/name-api.js';
import type { Settings } from './options.js';
import { readRuntime, readTemplates } from './package-files.js';
import { lintDocument } from './redocly/lint-document.js';
import { renderReference } from './redocly/render-reference.js';
import { planApi } from './wire/plan-api.js';

/** A description that has been read: the model is absent when it has errors. */
export interface Reading {
  readonly document?: Document;
  readonly api?: Api;
}

/** Stages 1 to 3: path → document → model. All errors of a stage are in `diagnostics`; a stage with errors is the last one. */
export async function readDescription(
  settings: Settings,
  diagnostics: Diagnostics,
  coverage?: Coverage,
): Promise<Reading> {
  settings.onStage('reading');
  const document = readDocument(settings.spec, diagnostics, settings.limits, settings.root);
  if (document === undefined || diagnostics.hasErrors) return { ...(document && { document }) };
  settings.onStage('linting');
  await lintDocument(document, settings.folder, limitsOf(settings).redoclySeconds, diagnostics);
  if (diagnostics.hasErrors) return { document };
  settings.onStage('building the model');
  const api = buildApi(document, diagnostics, coverage);
  return diagnostics.hasErrors ? { document } : { document, api };
}

/** Stages 4 and 5: model → names → wire plans → artifacts. `undefined` when there are errors. */
export async function emitDescription(
  document: Document,
  api: Api,
  settings: Pick<Settings, 'kinds' | 'recorded' | 'onStage'> &
    Partial<Pick<Settings, 'previous' | 'folder' | 'limits' | 'emitters' | 'verify'>>,
  diagnostics: Diagnostics,
  render: EmitInput['renderReference'] = (description) =>
    renderReference(description, limitsOf(settings).redoclySeconds, diagnostics),
): Promise<EmittedArtifact[] | undefined> {
  settings.onStage('naming');
  const names = nameApi(api, diagnostics, {
    conversions: settings.recorded,
    declaresSchemas: useSchemaNames(settings.kinds, settings.emitters),
    reserved: reservedBy(settings.emitters),
  });
  settings.onStage('planning');
  const plans = planApi(api, diagnostics);
  const previous = readPrevious(settings, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const artifacts = await emitArtifacts(
    settings.kinds,
    {
      api,
      previous,
      names,
      plans,
      bundle: bundleApi(document, api),
      runtime: readRuntime(),
      templates: readTemplates(),
      renderReference: render,
      importExtension: settings.recorded.importExtension,
      mostJsonSchemas: limitsOf(settings).jsonSchemas,
      diagnostics,
      onStage: settings.onStage,
    },
    settings.emitters,
  );
  if (diagnostics.hasErrors) return undefined;
  if (settings.verify) {
    settings.onStage('parsing what was emitted');
    const { verifyModules } = await import('./verify-modules.js'); // it loads a compiler, which takes its time
    verifyModules(artifacts);
  }
  return artifacts;
}

/** Emits from a model that notes what is read of it, and gives the account of every keyword that was read with `coverage`. */
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
  const noPage = async () => ({ styles: '', body: '', bodyScript: '', script: '' });
  if (api) await emitDescription(document, coverage.watch(api), { ...settings, onStage }, diagnostics, noPage);
  const { references } = document;
  const rows = listCoverage({ coverage, files: document.files.values(), references, findings: diagnostics.list });
  for (const row of rows) reportLost(row, diagnostics);
  return rows;
}

function reportLost({ origin, object, keyword, use }: CoverageRow, diagnostics: Diagnostics): void {
  if (use !== 'not visited' && use !== 'not carried') return;
  const what = keyword === '' ? 'this object' : `'${keyword}' of this ${object}`;
  const finding = { what, isRead: use === 'not carried' };
  diagnostics.report('not-visited', keyword === '' ? origin : childOrigin(origin, keyword), finding, { at: 'key' });
}

function limitsOf({ limits }: Partial<Pick<Settings, 'limits'>>): Limits {
  return { ...defaultLimits, ...limits };
}

// Its own findings are of the past; only that it cannot be read is told.
function readPrevious(
  { previous, folder = '.', limits = {} }: Partial<Pick<Settings, 'previous' | 'folder' | 'limits'>>,
  diagnostics: Diagnostics,
): Api | undefined {
  if (previous === undefined) return undefined;
  const findings = new Diagnostics();
  const document = readDocument(previous, findings, limits);
  const api = document && !findings.hasErrors ? buildApi(document, findings) : undefined;
  const error = findings.list.find(({ severity }) => severity === 'error');
  if (error)
    diagnostics.report('previous-refused', undefined, { path: relative(folder, previous), why: error.message });
  return api;
}

// What other tools would send under a placeholder is left out of the portable description.
function bundleApi(document: Document, api: Api): Bundle {
  const unnamed = [...api.operations, ...api.webhooks]
    .flatMap((operation) => operation.parameters)
    .filter((parameter) => !parameter.wireName.shown)
    .map((parameter) => parameter.origin);
  return {
    get complete() {
      return bundleDocument(document);
    },
    get portable() {
      return bundleDocument(document, unnamed);
    },
    get locate() {
      return locateInBundle(document);
    },
  };
}
