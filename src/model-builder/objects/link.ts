import { resolveReference } from '../../document/resolve.js';
import type { Link } from '../../model/api.js';
import { isJson } from '../../model/element.js';
import { type BuildContext, type Draft, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { checkTarget, readReferable } from '../reference.js';
import { readServer } from './server.js';

/** Reads a Link Object, or a reference to one, under its name (OpenAPI 3.2, 4.20). */
export function readLink(context: BuildContext, name: string, node: Node): Link | undefined {
  const read = (reader: ObjectReader<'Link Object'>): Link => readObject(reader, name);
  return readReferable(context, node, { kind: 'Link Object', memo: context.memos.links, name, read });
}

function readObject(reader: ObjectReader<'Link Object'>, name: string): Link {
  const { context } = reader;
  const server = reader.node('server');
  const link: Draft<Link> = {
    ...readElement(reader),
    name,
    ...omitUndefinedMembers({
      description: reader.text('description'),
      operationId: reader.text('operationId'),
      requestBody: reader.data('requestBody'),
      server: server && readServer(context, server),
    }),
    parameters: (reader.dataMap('parameters') ?? []).flatMap((row) =>
      isJson(row.value) ? [{ name: row.name, value: reader.context.readNumbers(row.origin, row.value) }] : [],
    ),
  };
  readOperation(reader, link);
  return link;
}

function readOperation(reader: ObjectReader<'Link Object'>, link: Draft<Link>): void {
  const { context } = reader;
  const reference = reader.text('operationRef');
  if (reference === undefined) return;
  const resolved = resolveReference(context.document, reader.origin, reference);
  const place = reader.at('operationRef');
  const target = checkTarget(context, resolved, { reference, place, expected: 'Operation Object' });
  if (target) link.operation = target.origin;
}
