import { resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { standardInput } from '../document/document.js';
import { limitNames } from '../document/limits.js';
import { artifactKinds, listDefaultKinds, withNeededKinds } from '../emitters/index.js';
import { resolveFolder } from '../files/folder.js';
import type { JsonNode } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import { gapKinds, isObject, type ObjectValue } from '../model/element.js';
import { type OperationSelection, selectors, sortSelection } from '../model/operation-filter.js';
import { listStated, readEmitters, readRecordedEmitter } from '../user-modules/stated-emitter.js';
import {
  type ConfigurableOptions,
  type GapCount,
  getFlag,
  type OptionRow,
  type OptionValues,
  optionRows,
  optionTable,
  type RecordedOptions,
  recordedNames,
} from './option-table.js';

/** The value of a flag that removes what the last run recorded. */
export const noFiles = 'none';

/** What a maximum number of gaps applies to, in the order of the help. */
const gapCounts: readonly GapCount[] = ['all', ...gapKinds];

/** A flag whose value is read. */
interface FlagContext {
  /** Its name without `--`. */
  readonly flag: string;
  readonly choices: readonly string[];
  readonly diagnostics: Diagnostics;
}

export type JsonSchema = { readonly [keyword: string]: unknown };

const textSchema = { type: 'string', minLength: 1 };

function buildObjectSchema(names: readonly string[], schema: JsonSchema): JsonSchema {
  const properties = Object.fromEntries(names.map((name) => [name, schema]));
  return { type: 'object', additionalProperties: false, properties };
}

/** How the values of a type are written, read, compared and recorded. */
interface OptionType<V> {
  /** The name of a flag's value in the help. Absent if the flag has none. */
  readonly valueName?: string;
  readonly isRepeatable?: true;
  /** The allowed values or names. */
  readonly choices?: readonly string[];
  /** The value that an output has if no one states another. */
  readonly initial?: V;
  /** Reads a value of a configuration or of a program. `kinds` are the kinds of artifacts that it can choose. */
  read(node: JsonNode, choices: readonly string[], kinds: readonly ArtifactKind[]): V;
  /** Builds the JSON Schema of the value in a configuration. */
  buildSchema(choices: readonly string[]): JsonSchema;
  /** Reads the value of a manifest. By default, as `read`. */
  readRecorded?(node: JsonNode): unknown;
  /** Reads the values of a flag. Reports values that the option cannot have. */
  readFlag(texts: readonly string[], context: FlagContext): V | undefined;
  /** Returns a text that two values with the same meaning share. By default, as the flag is written. */
  compare?(value: V, folder: string): string;
  /** Replaces the paths in a value with the results of `move`. By default, there are none. */
  move?(value: V, move: (path: string) => string): unknown;
}

const path: OptionType<string> = {
  valueName: 'FILE',
  read: (node) => node.name(),
  buildSchema: () => textSchema,
  readFlag: ([text]) => text,
  compare: (value, folder) => resolveFolder(resolve(folder, value)),
  move: (value, move) => (value === noFiles ? value : move(value)),
};

export const optionTypes: { readonly [H in keyof OptionValues]: OptionType<OptionValues[H]> } = {
  // A URL stays as it is. The reader reports it with a hint.
  description: {
    ...path,
    move: (value, move) => (value === standardInput || /^[a-z][a-z0-9+.-]+:\/\//i.test(value) ? value : move(value)),
  },
  file: path,
  folder: { ...path, valueName: 'DIR' },
  files: {
    valueName: 'FILE',
    isRepeatable: true,
    initial: [],
    // A single path need not be in a list.
    read: (node) => (Array.isArray(node.value()) ? readNames(node) : [node.name()]),
    buildSchema: () => ({ anyOf: [textSchema, { type: 'array', items: textSchema }] }),
    readRecorded: readNames,
    readFlag: readModules,
    compare: (value, folder) =>
      [value]
        .flat()
        .map((one) => resolveFolder(resolve(folder, one)))
        .join(),
    move: (value, move) => [value].flat().map(move),
  },
  kinds: {
    valueName: 'KIND,KIND',
    choices: artifactKinds,
    initial: listDefaultKinds(),
    read: (node, _, kinds) => node.items().map((kind) => kind.choice(kinds)),
    buildSchema: (choices) => ({ type: 'array', items: { enum: choices } }),
    readRecorded: readNames,
    readFlag: ([text = ''], context) => readKinds(text, context.diagnostics),
    compare: (value) => [...withNeededKinds(value)].sort().join(),
  },
  emitters: {
    valueName: 'MODULE',
    isRepeatable: true,
    initial: [],
    read: readEmitters,
    buildSchema: () => {
      const pair = { type: 'array', items: [textSchema, { type: 'object' }] };
      return { type: 'array', items: { anyOf: [textSchema, pair] } };
    },
    readRecorded: (node) => node.items().map(readRecordedEmitter),
    readFlag: readModules,
    compare: (value, folder) =>
      listStated(value, { folder, out: folder })
        .map(({ module, recorded }) => formatOption([{ ...recorded, ...(module !== undefined && { module }) }]))
        .join(),
  },
  choice: {
    read: (node, choices) => node.choice(choices),
    buildSchema: (choices) => ({ enum: choices }),
    readFlag: ([text = ''], { flag, choices, diagnostics }) => findChoice(flag, text, choices, diagnostics),
  },
  selection: {
    valueName: 'NAME=LIST',
    isRepeatable: true,
    choices: selectors,
    initial: {},
    read: (node) => {
      node.only(selectors);
      return Object.fromEntries(
        node.members().map(([selector, list]) => [selector, list.items().map((one) => one.text())]),
      );
    },
    buildSchema: (choices) => buildObjectSchema(choices, { type: 'array', items: { type: 'string' } }),
    readFlag: readSelection,
    compare: (value) => formatOption(sortSelection(value)),
  },
  names: {
    valueName: 'ID=NAME',
    isRepeatable: true,
    initial: {},
    read: (node) =>
      Object.fromEntries(
        node.members().map(([id, name]) => {
          if (name.text() === '') name.refuse('a wire name cannot be empty');
          if (hasSeparator(name.text()))
            name.refuse('a wire name cannot contain control characters or separators of lines');
          return [id, name.text()];
        }),
      ),
    buildSchema: () => ({ type: 'object', additionalProperties: textSchema }),
    readFlag: readWireNames,
  },
  ids: {
    valueName: 'ID,ID',
    read: readNames,
    buildSchema: () => ({ type: 'array', items: textSchema }),
    readFlag: ([text = '']) => text.split(',').map((id) => id.trim()),
  },
  limits: buildNumbers(limitNames),
  counts: buildNumbers(gapCounts),
  switch: { read: (node) => node.boolean(), buildSchema: () => ({ type: 'boolean' }), readFlag: () => true },
};

function buildNumbers<N extends string>(names: readonly N[]): OptionType<{ [K in N]?: number }> {
  return {
    valueName: 'NAME=NUMBER',
    isRepeatable: true,
    choices: names,
    read: (node) => {
      node.only(names);
      const numbers: { [K in N]?: number } = {};
      for (const name of names) {
        const number = node.find(name)?.count();
        if (number !== undefined) numbers[name] = number;
      }
      return numbers;
    },
    buildSchema: (choices) => buildObjectSchema(choices, { type: 'integer', minimum: 0 }),
    readFlag: (texts, { flag, diagnostics }) => {
      const numbers: { [K in N]?: number } = {};
      for (const value of texts) {
        const [, text = '', number = ''] = /^([A-Za-z-]+)=([0-9]{1,15})$/.exec(value) ?? [];
        const name = names.find((one) => one === text);
        if (name === undefined) diagnostics.report('bad-limit', undefined, { flag: `--${flag}`, value, names });
        else numbers[name] = Number(number);
      }
      return numbers;
    },
  };
}

/** Returns the allowed values of an option, or of the items or names in its value. */
export function listChoices({ holds, choices }: OptionRow): readonly string[] {
  return choices ?? optionTypes[holds].choices ?? [];
}

/** Returns the value that an option has if no one states another, as a flag must not contradict it. */
export function getInitial({ holds, choices, default: stated, shapesOutput, ...row }: OptionRow): unknown {
  if (!shapesOutput || row.isForScaffold || row.keepsEmpty) return undefined;
  return choices?.[0] ?? optionTypes[holds].initial ?? stated;
}

/** Returns the default of an option as the help states it. */
export function describeDefault({ holds, choices, default: stated }: OptionRow): string | undefined {
  return choices?.[0] ?? stated ?? (holds === 'kinds' ? listDefaultKinds().join(',') : undefined);
}

/**
 * Reads the options of an object, which can also have the members `others`. `kinds` are the kinds of artifacts that it
 * can choose.
 */
export function readOptions(
  node: JsonNode,
  others: readonly string[],
  kinds: readonly ArtifactKind[] = artifactKinds,
): ConfigurableOptions {
  const options: ConfigurableOptions = {};
  node.only([...Object.keys(optionTable), ...others]);
  for (const [name, row] of Object.entries(optionTable)) {
    const member = node.find(name);
    if (member) Object.assign(options, { [name]: optionTypes[row.holds].read(member, listChoices(row), kinds) });
  }
  // An empty list is useful only beside emitters of the project.
  if (options.only?.length === 0 && options.emitters === undefined)
    node.get('only').refuse("'only' has no kinds, so nothing would be generated");
  return options;
}

/** Reads the options that flags state. Reports values that an option cannot have. */
export function readOptionFlags(
  getTexts: (flag: string) => readonly string[] | undefined,
  diagnostics: Diagnostics,
): ConfigurableOptions {
  const options: ConfigurableOptions = {};
  for (const [name, row] of Object.entries(optionTable)) {
    const flag = getFlag(name);
    const texts = getTexts(flag);
    const value = texts && optionTypes[row.holds].readFlag(texts, { flag, choices: listChoices(row), diagnostics });
    if (value !== undefined) Object.assign(options, { [name]: value });
  }
  return options;
}

/** Reads the options of a manifest. A choice that an older version did not know has its default. */
export function readRecordedOptions(node: JsonNode): RecordedOptions {
  node.only(recordedNames);
  for (const name of ['spec', 'only', 'importExtension']) node.get(name);
  const options: RecordedOptions = { ...defaultChoices, spec: '', only: [] };
  for (const name of recordedNames) {
    const row = optionTable[name];
    const { read, readRecorded } = optionTypes[row.holds];
    const member = node.find(name);
    const value = member && (readRecorded ? readRecorded(member) : read(member, listChoices(row), []));
    if (value !== undefined) Object.assign(options, { [name]: value });
  }
  return options;
}

/** The choices of an output if no one states others. */
export const defaultChoices: Pick<RecordedOptions, 'emit' | 'importExtension' | 'dates' | 'int64' | 'start'> = {
  emit: optionRows.emit.choices[0],
  importExtension: optionRows.importExtension.choices[0],
  dates: optionRows.dates.choices[0],
  int64: optionRows.int64.choices[0],
  start: optionRows.start.choices[0],
};

/** Returns options in the order and the form in which the manifest contains them. */
export function listRecorded(options: RecordedOptions): { readonly [name: string]: unknown } {
  const isUsual = (name: string, value: unknown): boolean =>
    name !== 'importExtension' && new Map(Object.entries(defaultChoices)).get(name) === value;
  return Object.fromEntries(
    recordedNames
      .map((name) => [name, options[name]] as const)
      .filter(([name, value]) => value !== undefined && !isUsual(name, value)),
  );
}

/** Replaces the paths in options, which are relative to one folder or absolute, with the results of `move`. */
export function movePaths<T extends object>(options: T, move: (path: string) => string): T {
  const moved = { ...options };
  for (const [name, row] of Object.entries(optionTable)) {
    const type: OptionType<unknown> = optionTypes[row.holds];
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined && type.move) Object.assign(moved, { [name]: type.move(value, move) });
  }
  return moved;
}

/** Lists the options about the output as texts. Two options with the same meaning have the same text. */
export function listComparable(options: object, folder: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, row] of Object.entries(optionTable)) {
    const type: OptionType<unknown> = optionTypes[row.holds];
    const value: unknown = Reflect.get(options, name);
    if (value !== undefined && row.shapesOutput) texts.set(name, type.compare?.(value, folder) ?? formatOption(value));
  }
  return texts;
}

/** Formats the value of an option as its flag accepts it: `types,client`, `tags=Pets ids=getPet,listPets`. */
export function formatOption(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (isObject(one) ? formatEmitter(one) : String(one))).join();
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${String(one)}`)
    .join(' ');
}

// Formats an emitter as the manifest records it.
function formatEmitter({ module, kind, options }: ObjectValue): string {
  return `${String(module ?? kind)}${options === undefined ? '' : ` ${JSON.stringify(options)}`}`;
}

function readNames(list: JsonNode): readonly string[] {
  return list.items().map((one) => one.name());
}

// An empty list removes what the last run recorded.
function readModules(texts: readonly string[]): readonly string[] {
  return texts.join() === noFiles ? [] : texts;
}

/** Reads a list of kinds of artifacts. Reports names that are not kinds. */
export function readKinds(list: string, diagnostics: Diagnostics): ArtifactKind[] {
  return list.split(',').flatMap((value) => findChoice('only', value.trim(), artifactKinds, diagnostics) ?? []);
}

/** Finds a value among `choices`. Reports any other value. */
export function findChoice<T extends string>(
  flag: string,
  value: string,
  choices: readonly T[],
  diagnostics: Diagnostics,
): T | undefined {
  const choice = choices.find((known) => known === value);
  if (choice === undefined) {
    const likely = findNearestName(value, choices);
    diagnostics.report('unknown-choice', undefined, { flag: `--${flag}`, value, choices, likely });
  }
  return choice;
}

function readSelection(values: readonly string[], { flag, diagnostics }: FlagContext): OperationSelection {
  // An empty selection removes the one that the last run recorded.
  if (values.join() === noFiles) return {};
  const lists = new Map<string, readonly string[]>();
  for (const value of values) {
    const [name = '', list = ''] = value.split(/=(.*)/s);
    const selector = findChoice(flag, name, selectors, diagnostics);
    if (selector && list === '')
      diagnostics.report('selection-without-value', undefined, { flag: `--${flag}`, selector });
    else if (selector)
      lists.set(selector, [...(lists.get(selector) ?? []), ...list.split(',').map((one) => one.trim())]);
  }
  return Object.fromEntries(lists);
}

function readWireNames(list: readonly string[], { diagnostics }: FlagContext): Readonly<Record<string, string>> {
  // An empty object removes the names that the last run recorded.
  if (list.join() === noFiles) return {};
  const names = list.map((value) => value.split(/=(.*)/s));
  for (const [id = '', name = ''] of names) {
    if (name === '') diagnostics.report('bad-wire-name', undefined, { variant: 'absent', id });
    else if (hasSeparator(name)) diagnostics.report('bad-wire-name', undefined, { variant: 'separator', id, name });
  }
  return Object.fromEntries(names);
}

// Finds a control character, such as CR or LF, or another separator of lines.
function hasSeparator(name: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}
