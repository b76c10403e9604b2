import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { collectUsed } from '../changes/uses.js';
import type { GenerateOptions } from '../configuration/options.js';
import { type Diagnostic, Diagnostics } from '../diagnostics/diagnostic.js';
import { normalizeReturns } from '../diagnostics/line-index.js';
import { formatOrigin, splitPointer } from '../diagnostics/origin.js';
import { findWritten } from '../document/written.js';
import { decodeUtf8, encodeUtf8 } from '../files/utf8-text.js';
import { type Api, listOperations } from '../model/api.js';
import type { JsonValue, NotShown } from '../model/element.js';
import { listAppliedInPlace } from '../model/in-place.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { partRows } from '../model/schema-keywords.js';
import { listSubschemas } from '../model/walk-schemas.js';
import { hashPlaces } from '../overlays/hash-places.js';
import { nameDescription } from '../pipeline/emit.js';
import { completeRun, type WholeRun } from '../pipeline/run.js';
import { findPlace } from './add-gap.js';
import { type Answer, answerFormNames, answerForms, listAnswerFlags, reportUnknownGaps } from './answer.js';
import { EditRefusal, type OpenEdit } from './description-edit.js';
import {
  type EditOptions,
  type EditRun,
  type EditTarget,
  planEdit,
  readEditable,
  readWithEdit,
  writeEdited,
} from './edit-description.js';
import { type EditedFile, readSourceTexts, type SourceTexts } from './source-texts.js';
import { describeAnswer, type FurtherEdit, writeAnswer, writeRequired } from './write-answer.js';

/** An answer with the id of its gap. */
export interface GivenAnswer {
  readonly id: string;
  readonly answer: Answer;
  /** Where a file states the answer. Errors about the answer then have this place. */
  readonly place?: Pick<Diagnostic, 'origin' | 'position'>;
}

/** Writes the answer to a gap into the description or an overlay. */
export async function answerGap(
  options: GenerateOptions,
  id: string,
  answer: Answer,
  edit: EditOptions = {},
): Promise<EditRun> {
  return answerGaps(options, [{ id, answer }], edit);
}

/**
 * Writes the answers to several gaps, one after the other. If an answer has an error, the others are still checked, and
 * nothing is written.
 */
export async function answerGaps(
  options: GenerateOptions,
  given: readonly GivenAnswer[],
  edit: EditOptions = {},
): Promise<EditRun> {
  const { run, target } = await readEditable(options, edit);
  if (!target) return run;
  return completeRun(run, async ({ document, api, diagnostics }) => {
    const whole = { ...run, document: diagnostics.stopIfAbsent(document), api: diagnostics.stopIfAbsent(api) };
    const texts = diagnostics.stopIfAbsent(readSourceTexts(whole.document, diagnostics));
    const edited = new Map<string, EditedFile>();
    // The findings without the errors of other answers.
    const described = new Diagnostics();
    described.include(diagnostics);
    let last: WholeRun = { ...whole, diagnostics: described };
    for (const { id, answer, place } of given) {
      const found = new Diagnostics();
      found.include(last.diagnostics);
      const own = { ...last, diagnostics: found };
      const step = await completeRun(own, async () => planAnswer(own, { id, answer, texts, target, edited }));
      const news = found.list.slice(last.diagnostics.list.length);
      diagnostics.include({
        list: news.map((finding) => (finding.severity === 'error' && place ? { ...finding, ...place } : finding)),
      });
      if (!step.files || !step.next) continue;
      for (const file of step.files) edited.set(file.file, file);
      last = { ...last, ...step.next };
    }
    diagnostics.stopOnErrors();
    reportOldRecord(whole);
    if (!edit.dryRun) await writeEdited([...edited.values()], whole);
    return { edited: [...edited.values()], after: target.after };
  });
}

/** The files that an answer edits, and the description with the answer. */
interface PlannedAnswer {
  readonly files: readonly EditedFile[];
  readonly next: Pick<WholeRun, 'document' | 'api' | 'diagnostics'>;
}

async function planAnswer(run: WholeRun, { id, edited, ...given }: AnsweringId): Promise<PlannedAnswer> {
  const { api, diagnostics } = run;
  const { answer } = given;
  const last = api.resolved.find((one) => one.id === id);
  // An interrupted run, which is complete now, can have given this answer.
  if (last?.answer === describeAnswer(answer) && last.source === answer.source) return { files: [], next: run };
  reportUnknownGaps(api, id === '' ? [] : [id], diagnostics);
  const gap = diagnostics.stopIfAbsent(api.gaps.find((one) => one.id === id));
  checkForm(gap, answer, diagnostics);
  return planEdits(run, { ...given, gap, edited, texts: readAfter(given.texts, edited) });
}

/** Returns the texts of files after edits that are not written yet. */
function readAfter(texts: SourceTexts, edited: ReadonlyMap<string, EditedFile>): SourceTexts {
  return {
    read: (file) => {
      const after = edited.get(file)?.after;
      return after ? normalizeReturns(decodeUtf8(after)?.text ?? '') : texts.read(file);
    },
    edit: (file, text) => {
      const known = edited.get(file);
      const isNew = known && !known.before;
      return isNew ? { ...known, after: encodeUtf8({ text, hasMark: false }) } : texts.edit(file, text);
    },
  };
}

// Earlier versions recorded in this file how to undo answers.
function reportOldRecord({ document, diagnostics, settings }: WholeRun): void {
  const path = join(document.folder, 'lacuna.answers.json');
  if (existsSync(path)) diagnostics.report('answers-unused', undefined, { path: relative(settings.folder, path) });
}

// Refuses an answer that states none of the forms that its kind of gap allows, or several of them. Any answer can also
// have a statement in words.
function checkForm({ id, kind, origin }: NotShown, answer: Answer, diagnostics: Diagnostics): void {
  const forms = answerForms[kind];
  const given = answerFormNames.filter((form) => answer[form] !== undefined && answer[form] !== false);
  const [first = 'text', ...others] = given.length > 1 ? given.filter((form) => form !== 'text') : given;
  const fits = given.length > 0 && others.length === 0 && forms.includes(first);
  // Only a text in a description can be replaced.
  if (!fits || (answer.replaces && first !== 'text'))
    diagnostics.stop('answer-form', origin, { id, kind, flags: listAnswerFlags(kind) });
}

interface Answering {
  readonly gap: NotShown;
  readonly answer: Answer;
  readonly texts: SourceTexts;
  readonly target: EditTarget;
  /** The files that earlier answers edit. */
  readonly edited: ReadonlyMap<string, EditedFile>;
}

type AnsweringId = Omit<Answering, 'gap'> & { readonly id: string };

// Reads the description again with the planned texts, so that an answer with errors is refused before anything is
// written.
async function planEdits(
  run: WholeRun,
  answering: Answering,
  further: readonly FurtherEdit[] = [],
): Promise<PlannedAnswer> {
  const { diagnostics, api } = run;
  const { gap, answer, texts, target, edited: before } = answering;
  const { entry, written } = run.document;
  const origins = gap.places.map((place) => findWritten(run.document, place));
  const resolved = { id: gap.id, from: hashPlaces({ kind: gap.kind, origins }, entry, written) };
  const write = (open: OpenEdit): void => {
    const required = gap.kind === 'presence' && answer.content !== undefined ? planPresence(run, answer.content) : [];
    writeAnswer(gap, answer, entry, open, [...further, ...required]);
  };
  const files = await planEdit(run, texts, target, write, resolved).catch((error: unknown) => {
    if (!(error instanceof EditRefusal)) throw error;
    const { message: why, reason: cause, origin = { file: entry, pointer: '' } } = error;
    const variant = cause.startsWith('--') ? 'answer' : 'place';
    return diagnostics.stop('answer-not-written', origin, { variant, id: gap.id, why, cause });
  });
  const all = new Map([...before.values(), ...files].map((file) => [file.file, file]));
  const { diagnostics: findings, api: after, document } = await readWithEdit(target, [...all.values()]);
  const [error] = [
    ...findings.list.filter(({ severity }) => severity === 'error'),
    ...listDropped(diagnostics, findings),
  ];
  // The answer does not cause a missing overlay.
  if (error?.code === 'overlay-not-read') diagnostics.include({ list: [error] });
  diagnostics.stopOnErrors();
  if (error || !after || !document) {
    const { message = 'unknown', hint = '' } = error ?? {};
    return diagnostics.stop('answer-does-not-fit', gap.origin, { id: gap.id, why: message, help: hint });
  }
  const kept = further.length > 0 || gap.kind !== 'parameter-name' ? [] : listKeptNames(gap, api, after);
  if (kept.length > 0) return planEdits(run, answering, kept);
  return { files, next: { document, api: after, diagnostics: findings } };
}

// Lists the findings about parameters that are dropped only after the answer, because another parameter already has
// their name.
function listDropped(before: Diagnostics, after: Diagnostics): readonly Diagnostic[] {
  const [old, now] = [before, after].map(({ list }) => list.filter(({ code }) => code === 'repeated-parameter'));
  return (now ?? []).slice(old?.length);
}

// Plans an `x-identifier` for a parameter whose identifier would change, so that the user's code stays valid.
function listKeptNames(gap: NotShown, before: Api, after: Api): FurtherEdit[] {
  const [old, now] = [listIdentifiers(before), listIdentifiers(after)];
  return gap.places.flatMap((origin) => {
    const name = old.get(formatOrigin(origin));
    return name === undefined || name === now.get(formatOrigin(origin))
      ? []
      : [{ origin, write: (file) => file.addMembers(origin.pointer, [['x-identifier', name]]) }];
  });
}

function listIdentifiers(api: Api): ReadonlyMap<string, string> {
  const { names } = nameDescription(api, new Diagnostics());
  const rows = listOperations(api).flatMap((operation) => [...(names.operations.get(operation)?.parameters ?? [])]);
  return new Map(rows.map(([parameter, name]) => [formatOrigin(parameter.origin), name]));
}

// The keywords whose schemas say what others depend on, not what each value has.
const conditions: ReadonlySet<string> = new Set([
  'contains',
  ...partRows.flatMap(({ keyword, applies }) => (applies === 'branch' || applies === 'test' ? [keyword] : [])),
]);

/**
 * Plans the lists `required` that answer a gap of kind `presence`. `content` lists the properties that can be absent, in
 * the form of `--at`. All other properties of schemas that only responses contain become required. Of a schema that
 * requests contain too, only the listed properties change, because others would become required in requests.
 */
function planPresence({ api, document }: WholeRun, content: JsonValue): readonly FurtherEdit[] {
  const { request, response } = collectUsed(api);
  const schemas = [...response].filter((schema): schema is KeywordSchema => schema.kind === 'keywords');
  const tests = schemas.flatMap((schema) =>
    listSubschemas(schema).flatMap(({ keyword, schema: part }) => (conditions.has(keyword) ? part : [])),
  );
  const conditional = listAppliedInPlace(tests, { alternatives: true });
  const byOrigin = new Map(schemas.map((schema) => [formatOrigin(schema.origin), schema]));
  const absent = new Map<string, Set<string>>();
  if (!Array.isArray(content)) throw new EditRefusal('the file contains no list of properties', '--file');
  for (const place of content.map(String)) {
    const found = findPlace(place, document);
    const [, holder = '', token] = /^(.*)\/properties(\/[^/]*)$/.exec(found?.pointer ?? '') ?? [];
    const schema = found && byOrigin.get(formatOrigin({ file: found.file, pointer: holder }));
    const [name = ''] = splitPointer(token ?? '');
    const property = schema?.properties?.find((one) => one.name === name);
    if (!schema || !property) throw new EditRefusal(`'${place}' is not a property in a response`, '--file');
    if (request.has(schema) && schema.required?.includes(name) && !isOnly('readOnly', property.schema))
      throw new EditRefusal(`requests require '${place}'; describe the response with a schema of its own`, '--file');
    const key = formatOrigin(schema.origin);
    absent.set(key, (absent.get(key) ?? new Set<string>()).add(name));
  }
  return [...byOrigin].flatMap(([key, schema]): FurtherEdit[] => {
    const { origin, properties = [], required = [] } = schema;
    const isFixed = request.has(schema) || conditional.has(schema);
    const promised = isFixed ? [] : properties.filter(({ schema: own }) => !isOnly('writeOnly', own));
    const all = new Set([...required, ...promised.map(({ name }) => name)]);
    for (const name of absent.get(key) ?? []) all.delete(name);
    const isSame = all.size === required.length && required.every((name) => all.has(name));
    return isSame ? [] : [{ origin, write: (file) => writeRequired(file, origin.pointer, all) }];
  });
}

function isOnly(member: 'readOnly' | 'writeOnly', schema: Schema): boolean {
  return [...listAppliedInPlace([schema])].some((one) => one.kind === 'keywords' && one[member] === true);
}
