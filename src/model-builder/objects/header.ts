import type { Header } from '../../model/api.js';
import { type BuildContext, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../items/element.js';
import { openObject } from '../object-reader.js';
import { followReference } from '../reference.js';
import { readExamples } from './example.js';
import { readContent } from './parameter-content.js';

/** Reads a Header Object, or a reference to one, under its name (OpenAPI 3.2, 4.21). */
export function readHeader(context: BuildContext, wireName: string, node: Node): Header | undefined {
  const target = followReference(context, node, 'Header Object');
  if (!target) return undefined;
  const header = context.memos.headers.read(target, () => readObject(context, target));
  return (
    header &&
    Object.assign(
      {},
      header,
      { wireName },
      omitUndefinedMembers({ description: target.description ?? header.description }),
    )
  );
}

function readObject(context: BuildContext, node: Node): Omit<Header, 'wireName'> | undefined {
  const reader = openObject(context, 'Header Object', node);
  if (!reader) return undefined;
  const { origin, notShown, source } = readElement(reader);
  const header = {
    origin,
    notShown,
    source,
    ...omitUndefinedMembers({ description: reader.text('description') }),
    required: reader.flag('required') ?? false,
    deprecated: reader.flag('deprecated') ?? false,
    content: readContent(reader, 'header'),
    examples: readExamples(reader),
  };
  reader.close();
  return header;
}
