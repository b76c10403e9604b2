import { buildChildOrigin, formatOrigin } from '../../diagnostics/origin.js';
import type { Tag } from '../../model/api.js';
import { readElement } from '../items/element.js';
import { omitUndefinedMembers } from '../node.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { readExternalDocs } from './external-docs.js';

/** Reads the Tag Objects of the root (OpenAPI 3.2, 4.22). */
export function readTags(root: ObjectReader<'OpenAPI Object'>): Tag[] {
  const tags = new Map<string, Tag>();
  const omitted = new Set(root.context.document.omitted.map(formatOrigin));
  for (const node of root.list('tags') ?? []) {
    if (omitted.has(formatOrigin(node.origin))) {
      root.context.coverage?.reach(node.origin);
      continue;
    }
    const reader = openObject(root.context, 'Tag Object', node);
    const name = reader?.neededText('name');
    if (!reader || name === undefined) continue;
    const tag: Tag = {
      ...readElement(reader),
      name,
      ...omitUndefinedMembers({
        summary: reader.text('summary'),
        description: reader.text('description'),
        externalDocs: readExternalDocs(reader),
        parent: reader.text('parent'),
        kind: reader.text('kind'),
      }),
    };
    reader.close();
    if (tags.has(name)) {
      const finding = { keyword: 'tags', value: name };
      root.context.report('repeated-value', node.origin, finding);
    } else tags.set(name, tag);
  }
  const circular = findCircular(tags);
  return [...tags.values()].map((tag) => checkParent(root, tag, tags, circular));
}

// Visits each tag once, so that no chain of parents is followed repeatedly.
function findCircular(tags: ReadonlyMap<string, Tag>): ReadonlySet<string> {
  const circular = new Set<string>();
  const seen = new Set<string>();
  for (const start of tags.keys()) {
    const path: string[] = [];
    let name: string | undefined = start;
    while (name !== undefined && !seen.has(name)) {
      seen.add(name);
      path.push(name);
      name = tags.get(name)?.parent;
    }
    const from = name === undefined ? -1 : path.indexOf(name);
    if (from >= 0) for (const each of path.slice(from)) circular.add(each);
  }
  return circular;
}

// OpenAPI 3.2, 4.22.1: "The named tag MUST exist …, and circular references between parent and child tags MUST NOT be
// used."
function checkParent(
  root: ObjectReader<'OpenAPI Object'>,
  tag: Tag,
  tags: ReadonlyMap<string, Tag>,
  circular: ReadonlySet<string>,
): Tag {
  const { parent, ...alone } = tag;
  const isCircular = circular.has(tag.name);
  if (parent === undefined || (tags.has(parent) && !isCircular)) return tag;
  const finding = isCircular
    ? ({ variant: 'circular-parents' } as const)
    : ({ variant: 'unknown-tag', parent } as const);
  root.context.report('no-effect', buildChildOrigin(tag.origin, 'parent'), finding);
  return alone;
}
