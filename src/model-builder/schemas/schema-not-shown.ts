import type { ObjectValue } from '../../model/is-object.js';
import type { NotShownSchema } from '../../model/schema.js';
import type { BuildContext } from '../context.js';
import { readElement } from '../items/element.js';
import { readIdentifier } from '../items/extensions.js';
import type { Draft } from '../node.js';
import { ObjectReader } from '../object-reader.js';

/** Completes a schema whose shape is not shown. It has texts and items, but no keyword that constrains it. */
export function readNotShownSchema(context: BuildContext, value: ObjectValue, schema: Draft<NotShownSchema>): void {
  const { origin } = schema;
  const reader = new ObjectReader(context, 'Schema Object', origin, value);
  const title = reader.text('title');
  const description = reader.text('description');
  if (title !== undefined) schema.title = title;
  if (description !== undefined) schema.description = description;
  reader.data('$comment');
  const { notShown, source } = readElement(reader);
  schema.notShown = notShown;
  schema.source = source;
  const identifier = readIdentifier(reader);
  if (identifier !== undefined) schema.identifier = identifier;
  const beside = Object.keys(value).filter((keyword) => !texts.includes(keyword) && !keyword.startsWith('x-'));
  for (const keyword of beside) reader.ignore(keyword);
  const [first] = beside;
  if (first !== undefined) {
    const finding = { id: schema.item.id, keywords: beside.join("', '") };
    context.report('shape-beside-keywords', reader.at(first), finding, 'key');
  }
  reader.close();
}

const texts = ['title', 'description', '$comment'];
