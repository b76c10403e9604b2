import type { Header } from '../../model/api.js';
import type { BuildContext, Node } from '../context.js';
import { readElement } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readReferable } from '../reference.js';
import { readExamples } from './example.js';
import { readContent } from './parameter-content.js';

/** Reads a Header Object, or a reference to one, under its name (OpenAPI 3.2, 4.21). */
export function readHeader(context: BuildContext, wireName: string, node: Node): Header | undefined {
  const { headers: memo } = context.memos;
  const header = readReferable(context, node, { kind: 'Header Object', memo, overridden: ['description'], read });
  return header && { ...header, wireName };
}

function read(reader: ObjectReader<'Header Object'>): Omit<Header, 'wireName'> {
  const { origin, notShown, source } = readElement(reader);
  return {
    origin,
    notShown,
    source,
    ...reader.presentTexts('description'),
    required: reader.flag('required') ?? false,
    deprecated: reader.flag('deprecated') ?? false,
    content: readContent(reader, 'header'),
    examples: readExamples(reader),
  };
}
