import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildFilePlace, type FilePlace } from '../diagnostics/file-place.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { encodePointerToken } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import type { Api } from '../model/api.js';
import { listOperations } from '../model/list-operations.js';
import type { Operation, Parameter } from '../model/operation.js';
import { isToken } from '../model-builder/token.js';
import type { Settings } from '../options/settle-options.js';

/**
 * Finds the stated wire names whose items are open. Reports names of answered items, because they have no effect.
 * Reports as errors the ids that no parameter has, names that no header or cookie can have, and names that another
 * parameter of the operation has.
 */
export function findWireNames(
  api: Api,
  { folder }: Document,
  { recorded, locateOption }: Pick<Settings, 'recorded'> & Partial<Pick<Settings, 'locateOption'>>,
  diagnostics: Diagnostics,
): Readonly<Record<string, string>> {
  const { items, resolved } = api;
  const open = items.filter(({ kind }) => kind === 'parameter-name').map(({ id }) => id);
  const stated = Object.entries(recorded.wireNames ?? {});
  const locate = (id: string): FilePlace => buildFilePlace(locateOption?.('wireNames', encodePointerToken(id)), folder);
  for (const [id] of stated.filter(([each]) => !open.includes(each))) {
    const [origin, at] = locate(id);
    const isAnswered = resolved.some((item) => item.id === id);
    const kind = items.find((item) => item.id === id)?.kind;
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
    wireName.shown ? wireName.value : names.get(wireName.item.id);
  const stated = parameters.filter(({ wireName }) => !wireName.shown);
  for (const parameter of [...parameters.filter(({ wireName }) => wireName.shown), ...stated]) {
    const { location, wireName } = parameter;
    const name = nameOf(parameter);
    if (name === undefined) continue;
    const key = `${location} ${location === 'header' ? name.toLowerCase() : name}`;
    const owner = owners.get(key);
    owners.set(key, parameter);
    if (wireName.shown) continue;
    const { id } = wireName.item;
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
