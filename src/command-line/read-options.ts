import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { limitNames } from '../document/limits.js';
import { artifactKinds } from '../emitters/index.js';
import type { ArtifactKind } from '../model/artifact.js';
import { type OperationSelection, selectors } from '../model/operation-filter.js';
import { omitUndefined } from '../options/omit-undefined.js';
import { itemCounts, noFiles } from '../options/option-table.js';
import type { ConfigurableOptions } from '../options/options.js';
import { hasSeparator, outputChoices } from '../output/recorded-options.js';
import { groupings } from '../user-code/record.js';

/** The values of the flags of a call. */
interface GivenFlags {
  has(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): readonly string[] | undefined;
}

/** Reads the options that a configuration can have too. Reports values that an option cannot have. */
export function readOptions(flags: GivenFlags, diagnostics: Diagnostics): ConfigurableOptions {
  const [spec, out, root, previous, handlers, style] = ['spec', 'out', 'root', 'previous', 'handlers', 'style'].map(
    (name) => flags.text(name),
  );
  return omitUndefined({
    spec,
    overlay: readModules(flags.texts('overlay')),
    emitters: readModules(flags.texts('emitter')),
    out,
    root,
    previous,
    previousOverlay: readModules(flags.texts('previous-overlay')),
    handlers,
    style,
    only: readKinds(flags.text('only'), diagnostics),
    emit: readChoice('emit', outputChoices.emit, flags, diagnostics),
    importExtension: readChoice('import-extension', outputChoices.importExtension, flags, diagnostics),
    dates: readChoice('dates', outputChoices.dates, flags, diagnostics),
    int64: readChoice('int64', outputChoices.int64, flags, diagnostics),
    start: readChoice('start', outputChoices.start, flags, diagnostics),
    per: readChoice('per', groupings, flags, diagnostics),
    include: readSelection('include', flags, diagnostics),
    exclude: readSelection('exclude', flags, diagnostics),
    wireNames: readWireNames(flags.texts('wire-name'), diagnostics),
    limits: readNumbers('limit', limitNames, flags, diagnostics),
    maxItems: readNumbers('max-items', itemCounts, flags, diagnostics),
    agreedItems: flags
      .text('agreed-items')
      ?.split(',')
      .map((id) => id.trim()),
    checkCode: flags.has('check-code') || undefined,
    strict: flags.has('strict') || undefined,
    verify: flags.has('verify') || undefined,
  });
}

// An empty list removes the emitters that the last run recorded.
function readModules(paths: readonly string[] | undefined): readonly string[] | undefined {
  return paths?.join() === noFiles ? [] : paths;
}

/** Reads a list of kinds of artifacts. Returns `undefined` if it is absent. Reports names that are not kinds. */
export function readKinds(list: string | undefined, diagnostics: Diagnostics): ArtifactKind[] | undefined {
  return list?.split(',').flatMap((value) => findChoice('only', value.trim(), artifactKinds, diagnostics) ?? []);
}

/** Reads a flag whose value must be one of `choices`. Returns `undefined` if it is absent. Reports any other value. */
function readChoice<T extends string>(
  flag: string,
  choices: readonly T[],
  flags: GivenFlags,
  diagnostics: Diagnostics,
): T | undefined {
  const value = flags.text(flag);
  return value === undefined ? undefined : findChoice(flag, value, choices, diagnostics);
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

function readSelection(
  flag: 'include' | 'exclude',
  flags: GivenFlags,
  diagnostics: Diagnostics,
): OperationSelection | undefined {
  const values = flags.texts(flag);
  if (!values) return undefined;
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

function readWireNames(
  list: readonly string[] | undefined,
  diagnostics: Diagnostics,
): Readonly<Record<string, string>> | undefined {
  // An empty object removes the names that the last run recorded.
  if (list?.join() === 'none') return {};
  const names = list?.map((value) => value.split(/=(.*)/s));
  for (const [id = '', name = ''] of names ?? []) {
    if (name === '') diagnostics.report('bad-wire-name', undefined, { variant: 'absent', id });
    else if (hasSeparator(name)) diagnostics.report('bad-wire-name', undefined, { variant: 'separator', id, name });
  }
  return names && Object.fromEntries(names);
}

function readNumbers<N extends string>(
  flag: string,
  names: readonly N[],
  flags: GivenFlags,
  diagnostics: Diagnostics,
): { [K in N]?: number } | undefined {
  const numbers: { [K in N]?: number } = {};
  for (const value of flags.texts(flag) ?? []) {
    const [, text = '', number = ''] = /^([A-Za-z-]+)=([0-9]{1,15})$/.exec(value) ?? [];
    const name = names.find((one) => one === text);
    if (name === undefined) diagnostics.report('bad-limit', undefined, { flag: `--${flag}`, value, names });
    else numbers[name] = Number(number);
  }
  return flags.has(flag) ? numbers : undefined;
}
