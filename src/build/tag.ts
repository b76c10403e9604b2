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
  return tags;
}
