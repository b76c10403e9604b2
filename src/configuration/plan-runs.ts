import { dirname, relative, resolve } from 'node:path';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { type ConfigurableOptions, getFlag, optionTable } from './option-table.js';
import { getInitial, listComparable, movePaths } from './option-types.js';
import type { GenerateOptions } from './options.js';
import type { ConfiguredDescription, ReadConfiguration } from './read-configuration.js';

/** A description to read, with all options of the run. */
export interface PlannedRun {
  /** Its name, if the configuration has several descriptions. */
  readonly name?: string;
  readonly options: GenerateOptions & Pick<ConfigurableOptions, 'handlers' | 'per'>;
}

/** What the command line asks for. Paths are relative to `folder`. */
interface Request {
  readonly folder: string;
  /** The names of descriptions in the configuration. If it is empty, all of them are read. */
  readonly names: readonly string[];
  readonly options: ConfigurableOptions;
  /** The command. For `check`, `only` chooses among the configured kinds. */
  readonly command?: string;
}

/**
 * Combines the flags with the configuration. Flags about the run have precedence. A flag about the output that
 * contradicts the configuration is an error, because the next run without the flag would undo it.
 */
export function planRuns(
  request: Request,
  configuration: ReadConfiguration | undefined,
  diagnostics: Diagnostics,
): readonly PlannedRun[] {
  const { folder, names, options: flags } = request;
  if (configuration === undefined) {
    for (const argument of names) diagnostics.report('unexpected-argument', undefined, { argument });
    return [{ options: { ...flags, folder } }];
  }
  const chosen = chooseDescriptions(names, configuration, diagnostics);
  return chosen.map((description) => {
    const { name, options, pointers } = description;
    reportContradictions(description, request, configuration, diagnostics);
    reportExtension(description, request, configuration, diagnostics);
    const own = {
      folder: dirname(configuration.path),
      ignoreRecord: true,
      locateOption: createLocateOption(configuration, pointers),
      configurationFiles: configuration.files,
      sharesAgreedGaps:
        name !== undefined &&
        (flags.agreedGaps === undefined ? pointers['agreedGaps'] === '/agreedGaps' : chosen.length > 1),
    };
    const { only, ...others } = resolvePaths(flags, folder);
    const kinds = only && (request.command === 'check' ? { compared: only } : { only });
    return { ...(name !== undefined && { name }), options: { ...options, ...others, ...kinds, ...own } };
  });
}

// Finds where a configuration states an option.
function createLocateOption(
  { path, locate }: ReadConfiguration,
  pointers: ConfiguredDescription['pointers'],
): NonNullable<GenerateOptions['locateOption']> {
  return (option, member) => {
    const pointer = pointers[option];
    if (pointer === undefined) return undefined;
    const position = locate(member === undefined ? pointer : `${pointer}/${member}`);
    return position && { path, position };
  };
}

// Paths in flags are relative to the current folder, paths in the configuration to its own folder. `spec`, `overlay`,
// `out` and `emitters` are removed from the flags: if the flags and the configuration both state one, its value is the
// same.
function resolvePaths(
  { spec, overlay, out, emitters, ...flags }: ConfigurableOptions,
  folder: string,
): ConfigurableOptions {
  return movePaths(flags, (path) => resolve(folder, path));
}

function chooseDescriptions(
  names: readonly string[],
  { descriptions }: ReadConfiguration,
  diagnostics: Diagnostics,
): readonly ConfiguredDescription[] {
  const known = descriptions.flatMap(({ name }) => name ?? []);
  for (const name of names) {
    if (!known.includes(name))
      diagnostics.report('unknown-description', undefined, { name, known, likely: findNearestName(name, known) });
  }
  return names.length === 0
    ? descriptions
    : descriptions.filter(({ name }) => name !== undefined && names.includes(name));
}

function reportContradictions(
  { options, pointers }: ConfiguredDescription,
  { folder, options: flags, command }: Request,
  configuration: ReadConfiguration,
  diagnostics: Diagnostics,
): void {
  const effective = { ...defaultOptions, ...options };
  const [given, configured] = [listComparable(flags, folder), listComparable(effective, dirname(configuration.path))];
  const file = relative(folder, configuration.path);
  for (const [option, value] of given) {
    if (!configured.has(option) || configured.get(option) === value) continue;
    if (command === 'check' && option === 'only' && isPart(value, configured.get(option))) continue;
    const pointer = pointers[option];
    const position = pointer === undefined ? undefined : configuration.locate(pointer);
    const [flag, has] = [`--${getFlag(option)}`, formatValue(effective, option)];
    const member = { [option]: Reflect.get(flags, option) };
    const change = file.endsWith('.json')
      ? JSON.stringify(member).slice(1, -1)
      : `${option}: ${formatValue(flags, option)}`;
    const finding = { flag, configured: has, change, path: position ? undefined : file };
    diagnostics.report('flag-contradicts', position && { file, pointer: '' }, finding, position && { position });
  }
}

// Reported here, before any description is generated. A run alone would report it only for its own description.
function reportExtension(
  { options, pointers }: ConfiguredDescription,
  { folder }: Request,
  configuration: ReadConfiguration,
  diagnostics: Diagnostics,
): void {
  if (options.emit !== 'js' || options.importExtension !== 'ts') return;
  const position = configuration.locate(pointers['importExtension'] ?? '');
  const place = position && { file: relative(folder, configuration.path), pointer: '' };
  diagnostics.report('emit-js-imports-ts', place, { variant: 'stated' }, position && { position });
}

const defaultOptions: ConfigurableOptions = Object.fromEntries(
  Object.entries(optionTable).flatMap(([name, row]) => {
    const initial = getInitial(row);
    return initial === undefined ? [] : [[name, initial]];
  }),
);

// Returns whether a list of kinds contains no other kinds than `all`.
function isPart(kinds: string, all = ''): boolean {
  return kinds.split(',').every((kind) => all.split(',').includes(kind));
}

// Formats the value of an option as code.
function formatValue(options: ConfigurableOptions, option: string): string {
  return JSON.stringify(Reflect.get(options, option))
    .replaceAll('"', "'")
    .replaceAll(/([,:])/g, '$1 ');
}

/**
 * The configuration of a watch. If it is gone, a run would use the defaults, and so write another output. This can
 * happen at a switch of branches.
 */
export class WatchedConfiguration {
  #path: string | undefined;

  /** Reports if an earlier plan had a configuration and this one has none. */
  check(runs: readonly PlannedRun[], folder: string, diagnostics: Diagnostics): void {
    const path = runs[0]?.options.configurationFiles?.[0];
    if (runs.length > 0 && path === undefined && this.#path !== undefined)
      diagnostics.report('configuration-not-found', undefined, {
        variant: 'gone',
        path: relative(folder, this.#path),
      });
    this.#path = path ?? this.#path;
  }
}
