import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import { bundleDocument, locateInBundle } from '../document/bundle.js';
import type { Document, DocumentFile } from '../document/document.js';
import { defaultLimits } from '../document/limits.js';
import { readLogo } from '../document/logo.js';
import { readDocument } from '../document/read-document.js';
import { type EmittedArtifact, emitArtifacts, listReserved } from '../emitters/emit-artifacts.js';
import type { Bundle, EmitInput } from '../emitters/emitter.js';
import { needsSchemaNames } from '../emitters/index.js';
import { Validators } from '../emitters/validators/contract.js';
import { formatSystemError } from '../files/system-error.js';
import { decodeUtf8 } from '../files/utf8-text.js';
import type { Api } from '../model/api.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { JsonObject } from '../model/element.js';
import { buildApi } from '../model-builder/api.js';
import { listMovedItems } from '../model-builder/items/find-items.js';
import type { Settings } from '../options/settle-options.js';
import type { LoadedOwnEmitter } from '../own-emitters/load-emitters.js';
import { readRuntime, readTemplates } from '../package-files.js';
import { renderReference } from '../redocly/render-reference.js';
import { planApi } from '../wire/plan-api.js';
import { completeArtifacts, type Translate } from './complete-artifacts.js';
import { findWireNames } from './find-wire-names.js';
import { loadOverlays } from './load-overlays.js';
import { nameDescription } from './name-description.js';

/** The settings of stages 4 and 5. Each absent one has its default. */
type EmitSettings = Pick<Settings, 'kinds' | 'recorded' | 'onStage'> &
  Partial<
    Pick<
      Settings,
      | 'memory'
      | 'previous'
      | 'previousOverlays'
      | 'filter'
      | 'root'
      | 'style'
      | 'folder'
      | 'limits'
      | 'emitters'
      | 'verify'
      | 'locateOption'
    >
  > &
  Partial<Pick<EmitInput, 'renderReference'>> & {
    /** The emitters of the project. `emitters` contains them too. */
    readonly own?: readonly LoadedOwnEmitter[];
    /** The kinds that the output folder also has. They are not emitted. */
    readonly others?: readonly ArtifactKind[];
  };

/** Runs stages 4 and 5: model → names → wire plans → artifacts. Returns `undefined` if there are errors. */
export async function emitDescription(
  document: Document,
  api: Api,
  settings: EmitSettings,
  diagnostics: Diagnostics,
): Promise<EmittedArtifact[] | undefined> {
  const translate = await loadTranslation(settings, diagnostics);
  if (translate === undefined) return undefined;
  const input = await planInput(document, api, settings, diagnostics);
  if (diagnostics.hasErrors) return undefined;
  const kinds = new Set([...settings.kinds].filter((kind) => !settings.memory?.postponed.has(kind)));
  const modules = await emitArtifacts(kinds, input, settings.emitters, settings.others);
  if (diagnostics.hasErrors) return undefined;
  return completeArtifacts(modules, { ...settings, translate }, diagnostics);
}

// Loads the translation before everything else, so that a run reports a missing package at once.
async function loadTranslation(
  { recorded, folder = '.', onStage }: EmitSettings,
  diagnostics: Diagnostics,
): Promise<Translate | undefined> {
  if (recorded.emit === 'ts') return (artifacts) => artifacts;
  const { loadJavaScriptEmitter } = await import('../emit-javascript.js');
  const emitJavaScript = await loadJavaScriptEmitter(folder, diagnostics);
  if (!emitJavaScript) return undefined;
  return (artifacts) => {
    onStage('translating to JavaScript');
    return emitJavaScript(artifacts);
  };
}

async function planInput(
  document: Document,
  api: Api,
  settings: EmitSettings,
  diagnostics: Diagnostics,
): Promise<EmitInput> {
  const { recorded, onStage, limits = defaultLimits } = settings;
  const render: EmitInput['renderReference'] = (description, encode) =>
    renderReference(description, encode, limits.redoclySeconds, diagnostics);
  onStage('naming');
  const types = nameDescription(api, diagnostics, {
    conversions: recorded,
    declaresSchemas: needsSchemaNames(settings.kinds, settings.emitters),
    reserved: await listReserved(settings.emitters),
  });
  onStage('planning');
  const plans = planApi(api, diagnostics);
  const hasReference = settings.kinds.has('reference');
  return {
    api,
    previous: await readPrevious(settings, document.overlays, diagnostics),
    names: types.names,
    types,
    plans,
    validators: new Validators({ api, types, plans }),
    bundle: bundleApi(document, api),
    runtime: readRuntime(),
    templates: readTemplates(),
    renderReference: settings.renderReference ?? render,
    wireNames: findWireNames(api, document, settings, diagnostics),
    importExtension: recorded.importExtension,
    start: recorded.start,
    style: hasReference ? readStyle(settings, diagnostics) : undefined,
    logo: hasReference ? readLogo(document, limits, diagnostics) : undefined,
    mostJsonSchemas: limits.jsonSchemas,
    diagnostics,
    onStage,
  };
}

// Reports only errors of the earlier description, because those prevent it from being read.
async function readPrevious(
  settings: EmitSettings,
  overlays: readonly DocumentFile[],
  diagnostics: Diagnostics,
): Promise<EmitInput['previous']> {
  const { previous, previousOverlays, root, filter, folder = '.', limits } = settings;
  if (previous === undefined) return undefined;
  const findings = new Diagnostics();
  const edit = await loadOverlays(previousOverlays ?? overlays);
  const document = readDocument(previous, findings, limits, { root, edit, filter });
  // All operations that the filter keeps can be new.
  const findError = (): Diagnostic | undefined =>
    findings.list.find(({ severity, code }) => severity === 'error' && code !== 'filter-keeps-nothing');
  const api = document && !findError() ? buildApi(document, findings) : undefined;
  const error = findError();
  if (error)
    diagnostics.report('previous-not-compared', undefined, { path: relative(folder, previous), why: error.message });
  return document && api && { api, locate: locateInBundle(document) };
}

// Reads the style of the pages. Their Content Security Policy forbids requests, so a style cannot load anything.
function readStyle({ style, folder = '.' }: EmitSettings, diagnostics: Diagnostics): string | undefined {
  if (style === undefined) return undefined;
  try {
    const text = decodeUtf8(readFileSync(style))?.text;
    if (text !== undefined) return text;
  } catch (error) {
    if (formatSystemError(error) === undefined) throw error;
  }
  diagnostics.report('style-unreadable', undefined, { path: relative(folder, style) });
  return undefined;
}

// Other tools would send a parameter without a known name under its placeholder, so the portable description omits it.
function bundleApi(document: Document, api: Api): Bundle {
  const unnamed = [...api.operations, ...api.webhooks]
    .flatMap((operation) => operation.parameters)
    .filter((parameter) => !parameter.wireName.shown)
    .map((parameter) => parameter.origin);
  const replace = listMovedItems(document, api.items);
  let complete: JsonObject | undefined;
  let portable: JsonObject | undefined;
  let locate: Bundle['locate'] | undefined;
  // Building each form of a large description takes long, so it happens once and only on demand.
  return {
    get complete() {
      complete ??= bundleDocument(document, { omit: document.omitted, replace });
      return complete;
    },
    get portable() {
      portable ??= bundleDocument(document, { omit: [...document.omitted, ...unnamed], replace });
      return portable;
    },
    get locate() {
      locate ??= locateInBundle(document);
      return locate;
    },
  };
}
