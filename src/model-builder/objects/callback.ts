import type { Callback } from '../../model/api.js';
import type { BuildContext, Draft, Node } from '../context.js';
import { readElement } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readReferable } from '../reference.js';

/**
 * Reads a Callback Object, or a reference to one, under its name (OpenAPI 3.2, 4.18). Its operations are read later,
 * because they may contain the same callback.
 */
export function readCallback(context: BuildContext, name: string, node: Node): Callback | undefined {
  const read = (reader: ObjectReader<'Callback Object'>): Callback => readObject(reader, name);
  return readReferable(context, node, { kind: 'Callback Object', memo: context.memos.callbacks, name, read });
}

function readObject(reader: ObjectReader<'Callback Object'>, name: string): Callback {
  const { context } = reader;
  const callback: Draft<Callback> = { ...readElement(reader), name, operations: [] };
  const members = reader.members();
  context.later(() => {
    callback.operations = members.flatMap((member) =>
      context.readPathItem(context, member, { kind: 'callback', path: { template: member.name, parts: [] } }),
    );
  });
  return callback;
}
