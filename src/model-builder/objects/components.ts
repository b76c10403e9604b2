import { buildChildOrigin } from '../../diagnostics/origin.js';
import { isObject } from '../../model/is-object.js';
import type { Node } from '../node.js';
import { type ObjectReader, openObject } from '../object-reader.js';
import { readCallback } from './callback.js';
import { readExample } from './example.js';
import { readHeader } from './header.js';
import { readLink } from './link.js';
import { readMediaType } from './media-type.js';
import { readParameter } from './parameter.js';
import { readPathItem } from './path-item.js';
import { readRequestBody } from './request-body.js';
import { readResponse } from './response.js';
import { readSecurityScheme } from './security-scheme.js';

/**
 * Opens the components of the root, and reads those that other objects name: security schemes, and schemas, so that
 * they come first.
 */
export function openComponents(root: ObjectReader<'OpenAPI Object'>): ObjectReader<'Components Object'> | undefined {
  const { context } = root;
  const node = root.node('components');
  const reader = node && openObject(context, 'Components Object', node);
  if (!reader) return undefined;
  checkNames(reader);
  for (const member of reader.map('schemas') ?? []) context.schemas.at(member, { component: member.name });
  for (const { name, ...member } of reader.map('securitySchemes') ?? []) {
    const scheme = readSecurityScheme(context, name, member);
    if (scheme) context.securitySchemes.set(name, scheme);
  }
  return reader;
}

function checkNames(reader: ObjectReader<'Components Object'>): void {
  for (const [section, components] of Object.entries(reader.value)) {
    if (section.startsWith('x-') || !isObject(components)) continue;
    for (const name of Object.keys(components)) {
      if (/^[\w.-]+$/.test(name)) continue;
      reader.context.report('component-name', buildChildOrigin(reader.at(section), name), { name }, 'key');
    }
  }
}

/** Reads the other components (OpenAPI 3.2, 4.7), used or not, so that every mistake in them is reported. */
export function readComponents(reader: ObjectReader<'Components Object'>): void {
  const { context } = reader;
  const each = (
    nodes: readonly (Node & { readonly name: string })[] = [],
    read: (name: string, node: Node) => unknown,
  ) => {
    for (const { name, ...node } of nodes) read(name, node);
  };
  each(reader.map('parameters'), (_name, node) => readParameter(context, node));
  each(reader.map('requestBodies'), (_name, node) => readRequestBody(context, node));
  each(reader.map('responses'), (_name, node) => {
    const response = readResponse(context, node);
    if (response) context.componentResponses.push(response);
  });
  each(reader.map('headers'), (name, node) => readHeader(context, name, node));
  each(reader.map('examples'), (name, node) => readExample(context, name, node));
  each(reader.map('links'), (name, node) => readLink(context, name, node));
  each(reader.map('callbacks'), (name, node) => readCallback(context, name, node));
  each(reader.map('mediaTypes'), (name, node) => readMediaType(context, name, node));
  each(reader.map('pathItems'), (name, node) =>
    readPathItem(context, node, { kind: 'callback', path: { template: name, parts: [] } }),
  );
  reader.close();
}
