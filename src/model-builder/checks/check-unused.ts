import { childOrigin, type Origin } from '../../diagnostics/origin.js';
import { isObject } from '../../model/is-object.js';
import type { BuildContext } from '../context.js';
import type { ObjectKind } from '../object-kinds.js';

const sectionKinds: { readonly [section: string]: ObjectKind } = {
  parameters: 'Parameter Object',
  requestBodies: 'Request Body Object',
  responses: 'Response Object',
  headers: 'Header Object',
  examples: 'Example Object',
  links: 'Link Object',
  callbacks: 'Callback Object',
  mediaTypes: 'Media Type Object',
  pathItems: 'Path Item Object',
};
const component = /^\/components\/([^/]+)\/[^/]+/;

/** Notes the components, schemas and security schemes aside, to which nothing leads that the artifacts are made of. */
export function checkUnused(context: BuildContext): void {
  const { document } = context;
  const root = document.files.get(document.entry)?.value;
  const components = isObject(root) ? root['components'] : undefined;
  if (!isObject(components)) return;
  const used = findUsed(context);
  const place = { file: document.entry, pointer: '/components' };
  for (const [section, object] of Object.entries(sectionKinds)) {
    const members = components[section];
    if (!isObject(members)) continue;
    for (const name of Object.keys(members)) {
      const origin = childOrigin(place, section, name);
      if (!used.has(origin.pointer)) context.report('unused-component', origin, { name, object }, 'key');
    }
  }
}

/** Gives the pointers of the components that are led to, directly or through other ones; `''` stands for all the rest. */
function findUsed({ document }: BuildContext): ReadonlySet<string> {
  const holderOf = ({ file, pointer }: Origin): string => {
    const [place = '', section = ''] = (file === document.entry && component.exec(pointer)) || [];
    return Object.hasOwn(sectionKinds, section) ? place : '';
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
