import { omitUndefinedMembers } from '../node.js';
import { openObject } from '../object-reader.js';
import type { SchemaDraft, SchemaReader } from '../schemas/schema-draft.js';

/** Reads the XML Object of a schema (OpenAPI 3.2, 4.26). */
export function readXml(schema: SchemaDraft, parent: SchemaReader): void {
  const node = parent.node('xml');
  const reader = node && openObject(parent.context, 'XML Object', node);
  if (!reader) return;
  schema.xml = omitUndefinedMembers({
    name: reader.text('name'),
    namespace: reader.text('namespace'),
    prefix: reader.text('prefix'),
    attribute: reader.flag('attribute'),
    wrapped: reader.flag('wrapped'),
    nodeType: reader.text('nodeType'),
  });
  reader.close();
}
