import type { Operation } from '../../model/operation.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { readPathItem } from './path-item.js';
import { readPathTemplate } from './path-template.js';

/** Reads the Paths Object of the root (OpenAPI 3.2, 4.8), in the order of the description. */
export function readPaths(root: ObjectReader<'OpenAPI Object'>): Operation[] {
  const { context } = root;
  const node = root.node('paths');
  const reader = node && openObject(context, 'Paths Object', node);
  if (!reader) {
    if (!node && context.version === '3.0') root.reportAbsent('paths', 'operations');
    return [];
  }
  const shapes = new Map<string, string>();
  const operations = reader.members().flatMap((member) => {
    const path = readPathTemplate(context, member.name, member.origin);
    const shape = path.parts.map((part) => ('literal' in part ? part.literal : '{}')).join('');
    const first = shapes.get(shape);
    if (first !== undefined) context.report('same-path', member.origin, { path: member.name, first }, 'key');
    else shapes.set(shape, member.name);
    return readPathItem(context, member, { kind: 'path', path });
  });
  reader.close();
  return operations;
}

/** Reads the webhooks of the root, by their names. Webhooks are operations that the API calls. */
export function readWebhooks(root: ObjectReader<'OpenAPI Object'>): Operation[] {
  const members = root.map('webhooks') ?? [];
  return members.flatMap((member) =>
    readPathItem(root.context, member, { kind: 'webhook', path: { template: member.name, parts: [] } }),
  );
}
