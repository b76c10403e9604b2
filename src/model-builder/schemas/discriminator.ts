import { formatKind } from '../../diagnostics/show-value.js';
import { resolveMapping } from '../../document/resolve.js';
import type { DiscriminatorMapping, Schema } from '../../model/schema.js';
import type { Node } from '../node.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { findOtherKind } from '../target-kind.js';
import type { SchemaDraft, SchemaReader } from './schema-draft.js';

/**
 * Reads the Discriminator Object of a schema (OpenAPI 3.2, 4.25). The implicit names are added after all schemas are
 * read.
 */
export function readDiscriminator(schema: SchemaDraft, parent: SchemaReader): void {
  const { context } = parent;
  const node = parent.node('discriminator');
  if (!node) return;
  if (typeof node.value === 'string') {
    context.report('read-as', node.origin, { variant: 'discriminator', found: formatKind(node.value) });
    schema.discriminator = { origin: node.origin, propertyName: node.value, mapping: [] };
    return;
  }
  const reader = openObject(context, 'Discriminator Object', node);
  if (!reader) return;
  const propertyName = reader.neededText('propertyName');
  const mapping: DiscriminatorMapping[] = [];
  for (const row of reader.dataMap('mapping') ?? []) {
    const target = readTarget(reader, row);
    if (target) mapping.push({ value: row.name, schema: target, explicit: true });
  }
  const defaultNode = reader.node('defaultMapping');
  const defaultMapping = defaultNode && readTarget(reader, defaultNode);
  reader.close();
  if (propertyName !== undefined)
    schema.discriminator = { origin: reader.origin, propertyName, mapping, ...(defaultMapping && { defaultMapping }) };
}

function readTarget(reader: ObjectReader<'Discriminator Object'>, { origin, value }: Node): Schema | undefined {
  const { context } = reader;
  if (typeof value !== 'string') {
    context.report('wrong-kind', origin, { variant: 'mapping', found: formatKind(value) });
    return undefined;
  }
  const target = resolveMapping(context.document, reader.origin, value);
  if (!target) return undefined;
  const found = findOtherKind(context.document, target, 'Schema Object');
  if (found === undefined) return context.schemas.at(target);
  context.report('wrong-reference-target', origin, {
    reference: value,
    expected: 'Schema Object',
    found,
  });
  return undefined;
}
