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
import { groupings } from '../scaffold/record.js';

/** Reads the options that a configuration can have too. Reports values that an option cannot have. */
export function readOptions(given: ReadonlyMap<string, string[]>, diagnostics: Diagnostics): ConfigurableOptions {
  const [spec, out, root, previous, handlers, style] = ['spec', 'out', 'root', 'previous', 'handlers', 'style'].map(
    (name) => given.get(name)?.[0],
  );
  return omitUndefined({
    spec,
    overlay: readModules(given.get('overlay')),
    emitters: readModules(given.get('emitter')),
    out,
    root,
    previous,
    previousOverlay: readModules(given.get('previous-overlay')),
    handlers,
    style,
    only: readKinds(given.get('only')?.[0], diagnostics),
    emit: readChoice('emit', outputChoices.emit, given, diagnostics),
    importExtension: readChoice('import-extension', outputChoices.importExtension, given, diagnostics),
    dates: readChoice('dates', outputChoices.dates, given, diagnostics),
    int64: readChoice('int64', outputChoices.int64, given, diagnostics),
    start: readChoice('start', outputChoices.start, given, diagnostics),
    per: readChoice('per', groupings, given, diagnostics),
    include: readSelection('include', given, diagnostics),
    exclude: readSelection('exclude', given, diagnostics),
    wireNames: readWireNames(given.get('wire-name'), diagnostics),
    limits: readNumbers('limit', limitNames, given, diagnostics),
    maxItems: readNumbers('max-items', itemCounts, given, diagnostics),
    agreedItems: given
      .get('agreed-items')?.[0]
      ?.split(',')
      .map((id) => id.trim()),
    checkCode: given.has('check-code') || undefined,
    strict: given.has('strict') || undefined,
    verify: given.has('verify') || undefined,
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
export function readChoice<T extends string>(
  flag: string,
  choices: readonly T[],
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): T | undefined {
  const value = given.get(flag)?.[0];
  return value === undefined ? undefined : findChoice(flag, value, choices, diagnostics);
}

function findChoice<T extends string>(
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
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): OperationSelection | undefined {
  const values = given.get(flag);
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
  given: ReadonlyMap<string, string[]>,
  diagnostics: Diagnostics,
): { [K in N]?: number } | undefined {
  const numbers: { [K in N]?: number } = {};
  for (const value of given.get(flag) ?? []) {
    const [, text = '', number = ''] = /^([A-Za-z-]+)=([0-9]{1,15})$/.exec(value) ?? [];
    const name = names.find((one) => one === text);
    if (name === undefined) diagnostics.report('bad-limit', undefined, { flag: `--${flag}`, value, names });
    else numbers[name] = Number(number);
  }
  return given.has(flag) ? numbers : undefined;
}
