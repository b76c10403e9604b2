import { buildChildOrigin, type Origin } from '../../diagnostics/origin.js';
import { isObject } from '../../model/is-object.js';
import { getTitle, listFields, type ObjectKind } from '../../model/openapi-objects.js';
import type { BuildContext } from '../context.js';

// Schemas are absent, because an unused schema still has a type. Security schemes are absent, because a client can
// still be asked for their credentials.
const sections: ReadonlyMap<string, ObjectKind> = new Map(
  listFields('components').flatMap(({ name, object }) =>
    object && object !== 'schema' && object !== 'securityScheme' ? [[name, getTitle(object)]] : [],
  ),
);
const component = /^\/components\/([^/]+)\/[^/]+/;

/** Reports components that no part of the artifacts uses. Schemas and security schemes are not checked. */
export function checkUnused(context: BuildContext): void {
  const { document } = context;
  const root = document.files.get(document.entry)?.value;
  const components = isObject(root) ? root['components'] : undefined;
  if (!isObject(components)) return;
  const used = findUsed(context);
  const place = { file: document.entry, pointer: '/components' };
  for (const [section, object] of sections) {
    const members = components[section];
    if (!isObject(members)) continue;
    for (const name of Object.keys(members)) {
      const origin = buildChildOrigin(place, section, name);
      if (!used.has(origin.pointer)) context.report('unused-component', origin, { name, object }, 'key');
    }
  }
}

/**
 * Returns the pointers of the components that are used, directly or not. `''` means everything outside the components.
 */
function findUsed({ document }: BuildContext): ReadonlySet<string> {
  const holderOf = ({ file, pointer }: Origin): string => {
    if (file !== document.entry || !pointer.startsWith('/components/')) return '';
    const [place = '', section = ''] = component.exec(pointer) ?? [];
    return sections.has(section) ? place : '';
  };
  const targets = new Map<string, Set<string>>();
  for (const { at, target } of document.references) {
    const holder = holderOf(at);
    const known = targets.get(holder) ?? new Set();
    targets.set(holder, known.add(holderOf(target)));
  }
  const used = new Set(['']);
  for (const place of used) for (const target of targets.get(place) ?? []) used.add(target);
  return used;
}
