import { childOrigin } from '../diagnostics/origin.js';
import type { Tag } from '../model/api.js';
import { readElement } from './element.js';
import { readExternalDocs } from './external-docs.js';
import { present } from './node.js';
import { type ObjectReader, openObject } from './object-reader.js';

/** Reads the Tag Objects of the root (OpenAPI 3.2, 4.22). */
export function readTags(root: ObjectReader<'OpenAPI Object'>): Tag[] {
  const tags: Tag[] = [];
  for (const node of root.list('tags') ?? []) {
    const reader = openObject(root.context, 'Tag Object', node);
    const name = reader?.neededText('name');
    if (!reader || name === undefined) continue;
    const tag: Tag = {
      ...readElement(reader),
      name,
      ...present({
        summary: reader.text('summary'),
        description: reader.text('description'),
        externalDocs: readExternalDocs(reader),
        parent: reader.text('parent'),
        kind: reader.text('kind'),
      }),
    };
    reader.close();
    if (tags.some((other) => other.name === name)) {
      const finding = { keyword: 'tags', value: name };
      root.context.report('repeated-value', node.origin, finding);
    } else tags.push(tag);
  }
  return tags.map((tag) => checkParent(root, tag, tags));
}

// "The named tag MUST exist …, and circular references between parent and child tags MUST NOT be used."
function checkParent(root: ObjectReader<'OpenAPI Object'>, tag: Tag, tags: readonly Tag[]): Tag {
  const { parent, ...alone } = tag;
  if (parent === undefined) return tag;
  const above = new Set<string>();
  for (let name: string | undefined = parent; name !== undefined && !above.has(name); ) {
    above.add(name);
    name = tags.find((one) => one.name === name)?.parent;
  }
  if (tags.some(({ name }) => name === parent) && !above.has(tag.name)) return tag;
  const why = above.has(tag.name) ? 'the parents lead back to this tag' : `there is no tag '${parent}'`;
  root.context.report('no-effect', childOrigin(tag.origin, 'parent'), { keyword: 'parent', why });
  return alone;
}
