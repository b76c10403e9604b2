import type { Api } from '../../model/api.js';
import type { GapKind } from '../../model/element.js';
import { type Code, code, encodePropertyKey, encodeString, type Reference } from '../../typescript/code.js';
import { describeGap } from '../../typescript/doc-comment.js';
import { TsFile } from '../../typescript/ts-file.js';
import { importRuntimeType, importRuntimeValue } from '../runtime-references.js';
import { notShownModule } from './contract.js';
import { type FieldsInput, findKnownFields } from './schema-types.js';

const runtime = 'runtime/not-shown';
const notShown: Reference = importRuntimeType('not-shown', 'NotShown');

/** Builds the module of the gaps: their ids by kind, and `assume`, `reveal` and `rest` for the ids of open gaps. */
export function buildNotShownModule(input: FieldsInput): TsFile {
  const { api } = input;
  const file = new TsFile(notShownModule);
  addGapTypes(file, api);
  addWireNames(file);
  addAssumeAndReveal(file);
  addRest(file, findKnownFields(input));
  file.addReexport(runtime, runtimeTypes, 'type');
  file.addReexport(runtime, runtimeClasses);
  return file;
}

const kindTypes: readonly (readonly [string, GapKind, string])[] = [
  ['ShapeGap', 'shape', 'The gaps of bodies and schemas without a documented shape.'],
  ['FieldsGap', 'fields', 'The gaps of objects that may have undocumented properties.'],
  ['ParametersGap', 'parameters', 'The gaps of operations that may have undocumented parameters.'],
  ['ParameterNameGap', 'parameter-name', 'The gaps of parameters without a documented name.'],
];

const runtimeTypes = ['ExtraQuery', 'FieldsNotShown', 'NotShown'];
const runtimeClasses = ['NotShownError'];

/** The names that the module exports. */
export const notShownNames: readonly string[] = [
  ...kindTypes.map(([name]) => name),
  ...['OpenGap', 'ResolvedGap', 'WireNames', 'CheckedWireNames', 'assume', 'reveal', 'rest'],
  ...runtimeTypes,
  ...runtimeClasses,
];

function addGapTypes(file: TsFile, api: Api): void {
  for (const [name, kind, doc] of kindTypes) {
    const gaps = api.gaps.filter((gap) => gap.kind === kind);
    const list = gaps.map((gap) => `- ${describeGap(gap)}`).join('\n');
    file.addTypeAlias({
      name,
      doc: list === '' ? doc : `${doc}\n\n${list}`,
      type: uniteIds(gaps.map(({ id }) => id)),
    });
  }
  const all = uniteIds(api.gaps.map(({ id }) => id));
  file.addTypeAlias({ name: 'OpenGap', doc: 'All gaps: facts that the documentation does not show.', type: all });
  const answers = api.resolved
    .map(({ id, answer, source, date }) => `- ${id}: ${answer} (${date ?? source})`)
    .join('\n');
  file.addTypeAlias({
    name: 'ResolvedGap',
    doc: `Gaps that have been answered. Code that still names one does not compile.${answers === '' ? '' : `\n\n${answers}`}`,
    type: uniteIds(api.resolved.map(({ id }) => id)),
  });
}

function uniteIds(ids: readonly string[]): Code {
  return ids.length === 0 ? code`never` : code`${ids.map((id) => `\n  | ${encodeString(id)}`)}`;
}

function addWireNames(file: TsFile): void {
  file.addTypeAlias({
    name: 'WireNames',
    doc: 'Names of parameters that the documentation does not show, by the id of their gap. Answered gaps are not allowed.',
    type: code`{ readonly [Id in ParameterNameGap]?: string | undefined } & { readonly [Id in ResolvedGap]?: never }`,
  });
  file.addTypeAlias({
    name: 'CheckedWireNames',
    doc: '`Given` with the type `never` for each key that is not an open gap, so that a variable with such a key does not compile.',
    typeParameters: [code`Given`],
    type: code`${importRuntimeType('not-shown', 'ExactWireNames')}<ParameterNameGap, Given>`,
  });
}

function addAssumeAndReveal(file: TsFile): void {
  const assumed = code`Id extends ParametersGap ? ${importRuntimeType('not-shown', 'ExtraQuery')} : Id extends FieldsGap ? object : unknown`;
  file.addFunction({
    name: 'assume',
    doc: 'Marks a value as known to you, although the documentation does not show it, so that you can send it. Does not compile once the gap is answered.',
    typeParameters: [code`Id extends ShapeGap | FieldsGap | ParametersGap`],
    parameters: [code`id: Id`, code`value: ${assumed}`],
    returns: code`${notShown}<Id>`,
    body: [code`return ${importRuntimeValue('not-shown', 'assumeValue')}(id, value);`],
  });
  file.addFunction({
    name: 'reveal',
    doc: 'Returns a value that the documentation does not show, checked by your guard. Throws a `NotShownError` if the guard returns false.',
    typeParameters: [code`Id extends ShapeGap | FieldsGap | ParametersGap`, code`Value`],
    parameters: [code`id: Id`, code`value: ${notShown}<NoInfer<Id>>`, code`guard: (value: unknown) => value is Value`],
    returns: code`Value`,
    body: [code`return ${importRuntimeValue('not-shown', 'revealValue')}(id, value, guard);`],
  });
}

function addRest(file: TsFile, known: ReadonlyMap<string, readonly string[]>): void {
  const rows = [...known].map(
    ([id, names]) => `  ${encodePropertyKey(id)}: [${names.map(encodeString).join(', ')}],\n`,
  );
  file.addConstant({
    name: 'knownFields',
    local: true,
    type: code`{ readonly [id: string]: readonly string[] }`,
    value: code`{${rows.length > 0 ? '\n' : ''}${rows.join('')}}`,
  });
  file.addFunction({
    name: 'rest',
    doc: 'Returns the properties of an object that the schema with the gap does not list. These include properties that only an extending schema lists.',
    typeParameters: [code`Holder extends ${importRuntimeType('not-shown', 'FieldsNotShown')}<FieldsGap>`],
    parameters: [code`id: ${importRuntimeType('not-shown', 'FurtherGap')}<Holder>`, code`value: Holder`],
    returns: code`{ [name: string]: unknown }`,
    body: [code`return ${importRuntimeValue('not-shown', 'restOf')}(id, value, knownFields[id] ?? []);`],
  });
}
