import { isOpaque } from '../document/places.js';
import type { Api } from '../model/api.js';
import type { BuildContext } from './context.js';
import { readElement } from './items/element.js';
import { omitUndefinedMembers } from './node.js';
import { ObjectReader, openObject } from './object-reader.js';
import { openComponents, readComponents } from './objects/components.js';
import { checkDialect } from './objects/dialect.js';
import { readExternalDocs } from './objects/external-docs.js';
import { readInfo } from './objects/info.js';
import { readPaths, readWebhooks } from './objects/paths.js';
import { readSecurity } from './objects/security-requirement.js';
import { readServers } from './objects/server.js';
import { readTags } from './objects/tag.js';

/** The model after reading. Its schemas and items are in the context. */
export type ReadApi = Omit<Api, 'schemas' | 'items' | 'resolved' | 'securitySchemes' | 'texts' | 'numbers'>;

/** Reads the whole description. Each object is read separately and is not compared with other objects. */
export function readDescription(context: BuildContext): ReadApi {
  const { document } = context;
  const origin = { file: document.entry, pointer: '' };
  const value = document.files.get(document.entry)?.value;
  const root =
    openObject(context, 'OpenAPI Object', { origin, value }) ?? new ObjectReader(context, 'OpenAPI Object', origin, {});
  const api = readRoot(root);
  context.finish();
  for (const { place, target } of document.references) if (isOpaque(place)) context.coverage?.reach(target);
  return api;
}

const none: readonly never[] = [];

function readRoot(root: ObjectReader<'OpenAPI Object'>): ReadApi {
  const { context } = root;
  context.items.readResolved(root);
  const components = openComponents(root);
  context.rootSecurity = readSecurity(root) ?? none;
  context.rootServers = readServers(root) ?? none;
  const element = readElement(root);
  const openapi = root.text('openapi') ?? context.version;
  const info = readInfo(root);
  const tags = readTags(root);
  const operations = readPaths(root);
  const webhooks = readWebhooks(root);
  if (components) readComponents(components);
  checkDialect(context, root.text('jsonSchemaDialect'), root.at('jsonSchemaDialect'));
  root.text('$self');
  const externalDocs = readExternalDocs(root);
  root.close();
  const { rootServers: servers } = context;
  return { ...element, openapi, info, servers, operations, webhooks, tags, ...omitUndefinedMembers({ externalDocs }) };
}
