import type { JsonNode } from '../files/read-json.js';
import type { ArtifactKind } from '../model/artifact.js';
import { isObject, type ObjectValue } from '../model/is-object.js';
import { type OperationFilter, type OperationSelection, selectors } from '../model/operation-filter.js';

/** The values of each option that allows only certain values. The first one is the default. */
export const outputChoices = {
  emit: ['ts', 'js'],
  importExtension: ['js', 'ts'],
  dates: ['string', 'Date'],
  int64: ['number', 'bigint'],
  start: ['redoc', 'article'],
} as const;

/** The options that shape the output. The manifest records them. */
export interface RecordedOptions extends OperationFilter {
  /** The path of the description relative to the output folder, with `/` as separator. */
  readonly spec: string;
  /** The paths of the overlays relative to the output folder. Absent if there are none. */
  readonly overlay?: readonly string[];
  /** The kinds of artifacts, in the order of the registry. */
  readonly only: readonly ArtifactKind[];
  readonly emit: (typeof outputChoices.emit)[number];
  readonly importExtension: (typeof outputChoices.importExtension)[number];
  readonly dates: (typeof outputChoices.dates)[number];
  readonly int64: (typeof outputChoices.int64)[number];
  readonly start: (typeof outputChoices.start)[number];
  /** The path of the style of the reference, relative to the output folder. Absent if there is none. */
  readonly style?: string;
  /** The path of the earlier description, relative to the output folder. Absent if there is none. */
  readonly previous?: string;
  /** The paths of its overlays, relative to the output folder. Absent if they are those of the run. */
  readonly previousOverlay?: readonly string[];
  /** The wire names by the id of the item that asks for each. Absent if there are none. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** The emitters of the project; absent if there are none. */
  readonly emitters?: readonly RecordedEmitter[];
}

/** Replaces the paths in options, which are relative to the output folder, with the results of `move`. */
export function movePaths(options: RecordedOptions, move: (path: string) => string): RecordedOptions {
  const { spec, overlay, style, previous, previousOverlay, emitters } = options;
  const moveModule = (module: string): string => (/^\.{1,2}\//.test(module) ? move(module) : module);
  return {
    ...options,
    spec: spec === '-' ? spec : move(spec),
    ...(overlay && { overlay: overlay.map(move) }),
    ...(style !== undefined && { style: move(style) }),
    ...(previous !== undefined && { previous: move(previous) }),
    ...(previousOverlay && { previousOverlay: previousOverlay.map(move) }),
    ...(emitters && {
      emitters: emitters.map((one) => ({
        ...one,
        ...(one.module !== undefined && { module: moveModule(one.module) }),
      })),
    }),
  };
}

/** What the manifest records of an emitter of the project. */
export interface RecordedEmitter {
  /**
   * Its module: a path relative to the output folder, or the specifier of a package. Absent if a program passed the
   * emitter as a value.
   */
  readonly module?: string;
  /** The kind of an emitter that has no module. */
  readonly kind?: string;
  readonly options?: ObjectValue;
}

/** Reads what the manifest records of an emitter. */
export function readRecordedEmitter(node: JsonNode): RecordedEmitter {
  node.only(['module', 'kind', 'options']);
  const [module, kind] = [node.find('module')?.name(), node.find('kind')?.name()];
  const options = node.find('options')?.value();
  return {
    ...(module !== undefined && { module }),
    ...(kind !== undefined && { kind }),
    ...(isObject(options) && { options }),
  };
}

/** Reads the wire names of items. */
export function readWireNames(node: JsonNode): Readonly<Record<string, string>> {
  return Object.fromEntries(
    node.members().map(([id, name]) => {
      if (name.text() === '') name.refuse('a wire name cannot be empty');
      if (hasSeparator(name.text()))
        name.refuse('a wire name cannot contain control characters or separators of lines');
      return [id, name.text()];
    }),
  );
}

/** Returns whether a wire name contains a control character, such as CR or LF, or another separator of lines. */
export function hasSeparator(name: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}

/** Reads which operations a filter selects. */
export function readSelection(node: JsonNode): OperationSelection {
  node.only(selectors);
  return Object.fromEntries(
    node.members().map(([selector, list]) => [selector, list.items().map((one) => one.text())]),
  );
}
