import { formatKind } from '../../diagnostics/show-text.js';
import type { Example } from '../../model/api.js';
import { isJson, isObject } from '../../model/element.js';
import { type BuildContext, type Node, omitUndefinedMembers } from '../context.js';
import { readElement } from '../gaps/element.js';
import type { ObjectReader } from '../object-reader.js';
import { readReferable } from '../reference.js';

/** Reads `example` and `examples` of an object. The one under `example` has an empty name. */
export function readExamples(
  parent: ObjectReader<'Parameter Object'> | ObjectReader<'Header Object'> | ObjectReader<'Media Type Object'>,
): Example[] {
  const { context } = parent;
  const value = parent.data('example');
  const single: Example[] =
    value === undefined ? [] : [{ origin: parent.at('example'), notShown: [], source: [], name: '', value }];
  const written = parent.value['examples'];
  if (Array.isArray(written)) {
    const finding = { keyword: 'examples', expected: 'object', found: formatKind(written) } as const;
    context.report('read-as', parent.at('examples'), { variant: 'documentation', ...finding });
    parent.data('examples');
    return single;
  }
  const named = parent.map('examples') ?? [];
  return [...single, ...named.flatMap((node) => readExample(context, node.name, node) ?? [])];
}

/** Reads an Example Object under its name (OpenAPI 3.2, 4.19). */
export function readExample(context: BuildContext, name: string, node: Node): Example | undefined {
  // A value instead of an Example Object is a common mistake, and examples are only documentation.
  if (!isObject(node.value)) {
    context.report('read-as', node.origin, { variant: 'example', name });
    return {
      origin: node.origin,
      notShown: [],
      source: [],
      name,
      ...omitUndefinedMembers({ value: isJson(node.value) ? context.readNumbers(node.origin, node.value) : undefined }),
    };
  }
  const kind = 'Example Object';
  const { examples: memo } = context.memos;
  const example = readReferable(context, node, { kind, memo, overridden: ['summary', 'description'], read });
  return example && { ...example, name };
}

function read(reader: ObjectReader<'Example Object'>): Omit<Example, 'name'> {
  const value = reader.data('value');
  const dataValue = reader.data('dataValue');
  const { origin, notShown, source } = readElement(reader);
  return {
    origin,
    notShown,
    source,
    ...reader.presentTexts('summary', 'description'),
    ...omitUndefinedMembers({ value: dataValue ?? value }),
    ...reader.presentTexts('serializedValue', 'externalValue'),
  };
}
