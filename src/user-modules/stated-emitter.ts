import { isAbsolute, join, resolve } from 'node:path';
import { getMovablePath } from '../files/folder.js';
import type { JsonNode } from '../files/read-json.js';
import { isObject, type ObjectValue } from '../model/element.js';
import type { OwnEmitter } from './define-emitter.js';

/**
 * An emitter in a configuration: the specifier of a module that exports it, or the emitter itself. With options, it is
 * a pair.
 */
export type EmitterStatement = string | OwnEmitter | readonly [string | OwnEmitter, object];

/** An emitter of a run before it is loaded. */
export interface StatedEmitter {
  /** The absolute path of its module, or the specifier of a package. */
  readonly module?: string;
  /** The emitter itself, if a program passed it. */
  readonly value?: unknown;
  readonly options: unknown;
  readonly recorded: RecordedEmitter;
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

/** Returns a recorded emitter with `move` applied to the path of its module. */
export function moveEmitter(emitter: RecordedEmitter, move: (path: string) => string): RecordedEmitter {
  const { module } = emitter;
  return module !== undefined && /^\.{1,2}\//.test(module) ? { ...emitter, module: move(module) } : emitter;
}

/** Reads the emitters of a configuration. Emitters that are values are checked after they are loaded. */
export function readEmitters(node: JsonNode): readonly EmitterStatement[] {
  return node.items().map((item) => {
    const [first, options, third] = Array.isArray(item.value()) ? item.items() : [item];
    if (!first || third) return item.refuse('an emitter with options is a list of two: [emitter, options]');
    if (options) options.members();
    const emitter = readEmitter(first);
    return options ? [emitter, Object(options.value())] : emitter;
  });
}

function readEmitter(node: JsonNode): string | OwnEmitter {
  return node.convert((value) => (isEmitter(value) ? value : undefined)) ?? node.name();
}

/**
 * Reads each member of an emitter once, so that getters of the project run only here. Returns `undefined` for a value
 * that is no emitter.
 */
export function toOwnEmitter(value: unknown): OwnEmitter | undefined {
  if (!isEmitter(value)) return undefined;
  const { model, kind, description, needs, options } = value;
  return {
    model,
    kind,
    ...(description !== undefined && { description }),
    ...(needs && { needs }),
    ...(options && { options }),
    emit: (input) => value.emit(input),
  };
}

/** Returns whether a value has the members that every emitter has. */
function isEmitter(value: unknown): value is OwnEmitter {
  return isObject(value) && typeof value['kind'] === 'string' && typeof value['emit'] === 'function';
}

/** Lists the emitters that options state. Paths are relative to `folder`. */
export function listStated(
  statements: readonly EmitterStatement[],
  { folder, out }: { readonly folder: string; readonly out: string },
): readonly StatedEmitter[] {
  return statements.map((statement) => {
    const [emitter, options] = isPair(statement) ? statement : [statement];
    const recordedOptions = isObject(options) && Object.keys(options).length > 0 ? { options } : {};
    if (typeof emitter !== 'string') {
      const kind = String(Reflect.get(Object(emitter), 'kind'));
      return { value: emitter, options: options ?? {}, recorded: { kind, ...recordedOptions } };
    }
    const module = isPath(emitter) ? resolve(folder, emitter) : emitter;
    const recorded = { module: isPath(emitter) ? toRelative(out, module) : module, ...recordedOptions };
    return { module, options: options ?? {}, recorded };
  });
}

/** Lists the emitters that the manifest of an output folder records. */
export function listRecorded(recorded: readonly RecordedEmitter[], out: string): readonly StatedEmitter[] {
  return recorded.map((emitter) => {
    const { module, options = {} } = emitter;
    if (module === undefined) return { options, recorded: emitter };
    return { module: isPath(module) ? join(out, module) : module, options, recorded: emitter };
  });
}

function isPair(statement: EmitterStatement): statement is readonly [string | OwnEmitter, object] {
  return Array.isArray(statement);
}

/**
 * Returns whether a module is stated by a path. A path begins with `./`, `../` or the root, as in an import. Otherwise
 * it is the specifier of a package.
 */
export function isPath(module: string): boolean {
  return /^\.{1,2}\//.test(module) || isAbsolute(module);
}

function toRelative(out: string, path: string): string {
  const way = getMovablePath(out, path);
  return way.startsWith('.') ? way : `./${way}`;
}
