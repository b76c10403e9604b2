import type { Callback } from '../../model/api.js';
import type { BuildContext, Draft, Node } from '../context.js';
import { readElement } from '../items/element.js';
import { openObject } from '../object-reader.js';
import { followReference } from '../reference.js';

/**
 * Reads a Callback Object, or a reference to one, under its name (OpenAPI 3.2, 4.18). Its operations are read later,
 * because they may contain the same callback.
 */
export function readCallback(context: BuildContext, name: string, node: Node): Callback | undefined {
  const target = followReference(context, node, 'Callback Object');
  if (!target) return undefined;
  return context.memos.callbacks.read(target, () => readObject(context, name, target), name);
}

function readObject(context: BuildContext, name: string, node: Node): Callback | undefined {
  const reader = openObject(context, 'Callback Object', node);
  if (!reader) return undefined;
  const callback: Draft<Callback> = { ...readElement(reader), name, operations: [] };
  const members = reader.members();
  reader.close();
  context.later(() => {
    callback.operations = members.flatMap((member) =>
      context.readPathItem(context, member, { kind: 'callback', path: { template: member.name, parts: [] } }),
    );
  });
  return callback;
}
