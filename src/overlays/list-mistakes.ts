import { isObject, type ObjectValue } from '../model/is-object.js';
import { normalizeJson } from '../model/print-json.js';

/** A mistake at a place of an overlay. */
interface Mistake {
  /** The names and indexes that lead to the place. If `kind` is `missing`, the last one is the missing field. */
  readonly path: readonly (string | number)[];
  readonly kind: 'version' | 'missing' | 'unknown' | 'type' | 'target' | 'no-actions' | 'repeated';
}

type JsonType = 'string' | 'boolean' | 'object' | 'array' | 'any';

/** The fields of an object and their types. `!` marks a required field, `+` a field that version 1.1 added. */
type Fields = Readonly<Record<string, `${JsonType}${'' | '!' | '+'}`>>;

const overlayFields: Fields = { overlay: 'string!', info: 'object!', extends: 'string', actions: 'array!' };
const infoFields: Fields = { title: 'string!', version: 'string!', description: 'string+' };
const actionFields: Fields = {
  target: 'string!',
  description: 'string',
  update: 'any',
  remove: 'boolean',
  copy: 'string+',
  'x-resolves': 'string',
  'x-resolves-from': 'string',
};

/** Lists what the Overlay Specification (1.0 or 1.1, section 4.4) does not allow in a parsed overlay. */
export function listMistakes(overlay: unknown): Mistake[] {
  if (!isObject(overlay)) return [{ path: [], kind: 'type' }];
  const { overlay: stated, info, actions } = overlay;
  const [, minor] = (typeof stated === 'string' && /^1\.([01])\.\d+$/.exec(stated)) || [];
  const mistakes = listFieldMistakes(overlay, overlayFields, minor, []);
  if (typeof stated === 'string' && minor === undefined) mistakes.push({ path: ['overlay'], kind: 'version' });
  if (isObject(info)) mistakes.push(...listFieldMistakes(info, infoFields, minor, ['info']));
  if (Array.isArray(actions)) mistakes.push(...listActionMistakes(actions, minor));
  return mistakes;
}

function listActionMistakes(actions: readonly unknown[], minor: string | undefined): Mistake[] {
  if (actions.length === 0) return [{ path: ['actions'], kind: 'no-actions' }];
  const texts = new Set<string>();
  return actions.flatMap((action, index): Mistake[] => {
    const path = ['actions', index];
    if (!isObject(action)) return [{ path, kind: 'type' }];
    const mistakes = listFieldMistakes(action, actionFields, minor, path);
    const { target } = action;
    if (typeof target === 'string' && !target.startsWith('$'))
      mistakes.push({ path: [...path, 'target'], kind: 'target' });
    const text = normalizeJson(action);
    if (texts.has(text)) mistakes.push({ path, kind: 'repeated' });
    texts.add(text);
    return mistakes;
  });
}

function listFieldMistakes(
  object: ObjectValue,
  fields: Fields,
  minor: string | undefined,
  path: Mistake['path'],
): Mistake[] {
  // An unknown version is reported and then read as the newest one.
  const known = new Map(Object.entries(fields).filter(([, type]) => minor !== '0' || !type.endsWith('+')));
  const missing = [...known].flatMap(([name, type]): Mistake[] =>
    type.endsWith('!') && !Object.hasOwn(object, name) ? [{ path: [...path, name], kind: 'missing' }] : [],
  );
  const wrong = Object.entries(object).flatMap(([name, value]): Mistake[] => {
    if (name.startsWith('x-') && !known.has(name)) return [];
    const type = known.get(name)?.replace(/[!+]$/, '');
    if (type === undefined) return [{ path: [...path, name], kind: 'unknown' }];
    return type === 'any' || type === getType(value) ? [] : [{ path: [...path, name], kind: 'type' }];
  });
  return [...missing, ...wrong];
}

function getType(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}
