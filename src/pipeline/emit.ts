import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { buildFilePlace, type Diagnostic, Diagnostics, type FilePlace } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { encodePointerToken } from '../diagnostics/origin.js';
import { bundleDocument, locateInBundle } from '../document/bundle.js';
import type { Document, DocumentFile } from '../document/document.js';
import { defaultLimits } from '../document/limits.js';
import { readLogo } from '../document/logo.js';
import { isNumberHeld } from '../document/number-text.js';
import { type EditDescription, readDocument } from '../document/read-document.js';
import { listExactNumbers } from '../document/written.js';
import { type EmittedArtifact, listReserved } from '../emitters/emit-artifacts.js';
import type { Bundle, EmitInput } from '../emitters/emitter.js';
import { needsSchemaNames, withNeededKinds } from '../emitters/index.js';
import { createSchemaTypes, type SchemaTypes } from '../emitters/types/contract.js';
import { Validators } from '../emitters/validators/contract.js';
import { readRuntime, readTemplates } from '../files/package-files.js';
import { formatSystemError } from '../files/system-error.js';
import { decodeUtf8 } from '../files/utf8-text.js';
import { type Api, listOperations, type Operation, type Parameter } from '../model/api.js';
import type { ArtifactKind } from '../model/artifact.js';
import type { JsonObject } from '../model/element.js';
import { ExactNumber } from '../model/exact-number.js';
import { listMembersAbout } from '../model/schema-keywords.js';
import { listReachableSchemas } from '../model/schema-parts.js';
import { buildApi } from '../model-builder/api.js';
import { listMovedGaps } from '../model-builder/gaps/find-gaps.js';
import { isToken } from '../model-builder/token.js';
import { type NamingOptions, nameApi } from '../naming/name-api.js';
import { renderReference } from '../redocly/render-reference.js';
import type { LoadedOwnEmitter } from '../user-modules/load-emitters.js';
import { buildViews } from '../views/build-views.js';
import type { ConversionChoice, Conversions } from '../views/conversions.js';
import { isChosen } from '../views/converted-values.js';
import { findConversions, noConversions } from '../views/find-conversions.js';
import type { Settings } from './settings.js';

/** The settings of the stages that emit. Each absent one has its default. */
export type EmitSettings = Pick<Settings, 'kinds' | 'recorded' | 'onStage'> &
  Partial<Settings> &
  Partial<Pick<EmitInput, 'renderReference'>> & {
    /** The emitters of the project. `emitters` contains them too. */
    readonly own?: readonly LoadedOwnEmitter[];
    /** The kinds that the output folder also has. They are not emitted. */
    readonly others?: readonly ArtifactKind[];
  };

/**
 * Returns a function that applies overlays to a description, or `undefined` if there are none. If the overlays are
 * absolute paths, the function reports each action that does not fit. If they are overlays that were read for a later
 * description, it skips such actions.
 */
export async function loadOverlays(
  overlays: readonly string[] | readonly DocumentFile[],
): Promise<EditDescription | undefined> {
  if (overlays.length === 0) return undefined;
  const { applyOverlays, applyWhereFits } = await import('../overlays/apply-overlays.js'); // loads a query language
  return isPaths(overlays)
    ? (file, tools) => applyOverlays(file, overlays, tools)
    : (file, tools) => ({ file: applyWhereFits(file, overlays, tools), overlays: [], moved: new Map() });
}

function isPaths(overlays: readonly string[] | readonly DocumentFile[]): overlays is readonly string[] {
  return overlays.every((overlay) => typeof overlay === 'string');
}

/**
 * Loads the emitters of the project. Adds them, and the kinds that they need, to the settings. `descriptionFolder` is
 * the folder of the description.
 */
export async function withOwnEmitters(
  settings: Settings,
  descriptionFolder: string,
  diagnostics: Diagnostics,
): Promise<Settings & { readonly own?: readonly LoadedOwnEmitter[] }> {
  const { stated, folder, emitters, kinds, locateOption } = settings;
  if (stated.length === 0) return settings;
  settings.onStage("loading the project's emitters");
  // Loads what runs modules of the user.
  const { loadOwnEmitters, toEmitter } = await import('../user-modules/load-emitters.js');
  const locate = (member: string): ReturnType<typeof locateOption> => locateOption('emitters', member);
  const known = emitters.map(({ kind }) => kind);
  const own = await loadOwnEmitters(stated, { folder, descriptionFolder, kinds: known, locate, diagnostics });
  const registry = [...emitters, ...own.map((one) => toEmitter(one, descriptionFolder))];
  const all = withNeededKinds([...kinds, ...own.map(({ emitter }) => emitter.kind)], registry);
  return { ...settings, emitters: registry, kinds: all, own };
}

/** Translates artifacts into the language of the output, and verifies them. */
type Finish = (artifacts: EmittedArtifact[]) => EmittedArtifact[];

/**
 * Loads what translates and verifies artifacts. A run does so before everything else, so that it reports a package
 * that cannot be loaded at once.
 */
export async function loadFinish(
  { recorded, verify, onStage }: EmitSettings,
  diagnostics: Diagnostics,
): Promise<Finish> {
  const isJavaScript = recorded.emit === 'js';
  const translate = isJavaScript && (await (await import('./emit-javascript.js')).loadJavaScriptEmitter(diagnostics));
  const check = verify && (await import('./verify-modules.js')).verifyModules; // loads a compiler
  return (modules) => {
    if (translate) onStage('translating to JavaScript');
    const artifacts = translate ? translate(modules) : modules;
    if (check) onStage('parsing the emitted modules');
    if (check) check(artifacts);
    return artifacts;
  };
}

/** Finishes artifacts. Reports mistakes in the output of the project's emitters. */
export async function finishArtifacts(
  emitted: EmittedArtifact[],
  finish: Finish,
  { own = [] }: EmitSettings,
  diagnostics: Diagnostics,
): Promise<EmittedArtifact[]> {
  if (own.length === 0) return finish(emitted);
  const { checkOwnOutput, runOwnStep } = await import('../user-modules/check-output.js'); // few runs have own emitters
  checkOwnOutput(emitted, own, diagnostics);
  diagnostics.stopOnErrors();
  const kinds = own.map(({ emitter }) => emitter.kind);
  const artifacts = finish(emitted.filter(({ kind }) => !kinds.includes(kind)));
  for (const one of own) {
    const written = emitted.filter(({ kind }) => kind === one.emitter.kind);
    artifacts.push(...(runOwnStep(one, diagnostics, () => finish(written)) ?? []));
  }
  diagnostics.stopOnErrors();
  return artifacts;
}

/** Chooses identifiers, file names, the properties of each view, and the values that are converted. */
export function nameDescription(
  api: Api,
  diagnostics: Diagnostics,
  { conversions: choice = {}, ...naming }: NamingOptions & { readonly conversions?: ConversionChoice } = {},
): SchemaTypes {
  const parts = listReachableSchemas(api);
  const views = buildViews(api, parts);
  const names = nameApi({ api, schemas: parts, views }, diagnostics, naming);
  const conversions = isChosen(choice) ? findConversions(new Set(parts.keys()), choice, diagnostics) : noConversions;
  return createSchemaTypes({ api, parts, names, views, conversions, diagnostics });
}

/** Returns how the emitters of `settings` restrict the names, and the values that they convert. */
export async function listNamingOptions({
  kinds,
  emitters,
  recorded,
}: EmitSettings): Promise<NamingOptions & { readonly conversions: ConversionChoice }> {
  const reserved = await listReserved(emitters);
  return { conversions: recorded, declaresSchemas: needsSchemaNames(kinds, emitters), reserved };
}

/** Collects what the emitters receive. */
export async function buildEmitInput(
  document: Document,
  { api, types, plans }: Pick<EmitInput, 'api' | 'types' | 'plans'>,
  settings: EmitSettings,
  diagnostics: Diagnostics,
): Promise<EmitInput> {
  const { recorded, onStage, limits = defaultLimits } = settings;
  const render: EmitInput['renderReference'] = (description) =>
    renderReference(description, limits.redoclySeconds, diagnostics);
  const hasReference = settings.kinds.has('reference');
  if (needsSchemaNames(settings.kinds, settings.emitters)) reportRounded(api, types.conversions, diagnostics);
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

const bounds: readonly string[] = listMembersAbout('number').filter((keyword) => keyword !== 'multipleOf');

// Without `bigint`, code has the nearest numbers.
function reportRounded({ numbers }: Api, { exact, planOf }: Conversions, diagnostics: Diagnostics): void {
  for (const { origin, text, schema, keyword } of numbers) {
    const isKept = exact && /^-?\d+$/.test(text) && (bounds.includes(keyword) || planOf(schema) !== undefined);
    const isInt64 = schema.kind === 'keywords' && schema.format === 'int64' && !exact;
    if (!isKept && !isNumberHeld(text))
      diagnostics.report('number-rounded', origin, { text, held: String(Number(text)), isInt64 });
  }
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
  const numbers = listExactNumbers(document);
  const replace = [
    ...listMovedGaps(document, api.gaps),
    ...numbers.map(({ origin, text }) => ({ origin, value: new ExactNumber(text) })),
    ...api.texts.map(({ origin, text }) => ({ origin, value: text })),
  ];
  let complete: JsonObject | undefined;
  let portable: JsonObject | undefined;
  let locate: Bundle['locate'] | undefined;
  // Building each form of a large description takes long, so it happens once and only on demand.
  return {
    isExact: numbers.length > 0,
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

/**
 * Finds the stated wire names whose gaps are open. Reports names of answered gaps, because they have no effect.
 * Reports as errors the ids that no parameter has, names that no header or cookie can have, and names that another
 * parameter of the operation has.
 */
function findWireNames(
  api: Api,
  { folder }: Document,
  { recorded, locateOption }: EmitSettings,
  diagnostics: Diagnostics,
): Readonly<Record<string, string>> {
  const { gaps, resolved } = api;
  const open = gaps.filter(({ kind }) => kind === 'parameter-name').map(({ id }) => id);
  const stated = Object.entries(recorded.wireNames ?? {});
  const locate = (id: string): FilePlace => buildFilePlace(locateOption?.('wireNames', encodePointerToken(id)), folder);
  for (const [id] of stated.filter(([each]) => !open.includes(each))) {
    const [origin, at] = locate(id);
    const isAnswered = resolved.some((gap) => gap.id === id);
    const kind = gaps.find((gap) => gap.id === id)?.kind;
    if (isAnswered) diagnostics.report('wire-name-answered', origin, { id }, at);
    else if (kind)
      diagnostics.report('wire-name-unknown', origin, { variant: 'kind', id, kind, likely: undefined }, at);
    else diagnostics.report('wire-name-unknown', origin, { variant: 'id', id, likely: findNearestName(id, open) }, at);
  }
  const names = new Map(stated.filter(([id]) => open.includes(id)));
  for (const operation of listOperations(api)) reportTaken(operation, names, locate, diagnostics);
  return Object.fromEntries(names);
}

// If two parameters had the same name, each would receive the value of the other.
function reportTaken(
  { method, path, parameters }: Operation,
  names: ReadonlyMap<string, string>,
  locate: (id: string) => FilePlace,
  diagnostics: Diagnostics,
): void {
  const owners = new Map<string, Parameter>();
  const nameOf = ({ wireName }: Parameter): string | undefined =>
    wireName.shown ? wireName.value : names.get(wireName.gap.id);
  const stated = parameters.filter(({ wireName }) => !wireName.shown);
  for (const parameter of [...parameters.filter(({ wireName }) => wireName.shown), ...stated]) {
    const { location, wireName } = parameter;
    const name = nameOf(parameter);
    if (name === undefined) continue;
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const owner = owners.get(key);
    owners.set(key, parameter);
    if (wireName.shown) continue;
    const { id } = wireName.gap;
    const [origin, at] = locate(id);
    if (/^(header|cookie)$/.test(location) && !isToken(name)) {
      const finding = { variant: 'token', id, name, location } as const;
      diagnostics.report('bad-wire-name', origin ?? parameter.origin, finding, at);
    }
    if (!owner) continue;
    const finding = {
      id,
      name,
      location,
      other: owner.writtenName,
      operation: `${method.toUpperCase()} ${path.template}`,
    };
    diagnostics.report('wire-name-taken', origin ?? parameter.origin, finding, at);
  }
}
