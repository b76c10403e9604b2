import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import { isOpaque } from '../document/places.js';
import type { Api } from '../model/api.js';
import type { Coverage } from '../model/coverage.js';
import type { Operation } from '../model/operation.js';
import { checkExtensions, indexOperations, listOperations } from './checks/check-api.js';
import { checkLookAlikes } from './checks/check-look-alikes.js';
import { checkSchemas } from './checks/check-schemas.js';
import { checkSources } from './checks/check-sources.js';
import { checkUnused } from './checks/check-unused.js';
import { BuildContext } from './context.js';
import { listTouched } from './items/item-operations.js';
import { present } from './node.js';
import { ObjectReader, openObject } from './object-reader.js';
import { openComponents, readComponents } from './objects/components.js';
import { checkDialect } from './objects/dialect.js';
import { readElement } from './objects/element.js';
import { readExternalDocs } from './objects/external-docs.js';
import { readHeader } from './objects/header.js';
import { readInfo } from './objects/info.js';
import { readPathItem } from './objects/path-item.js';
import { readPaths, readWebhooks } from './objects/paths.js';
import { readSecurity } from './objects/security-requirement.js';
import { readServers } from './objects/server.js';
import { readTags } from './objects/tag.js';
import { addImplicitNames } from './schemas/implicit-names.js';
import { addInheritance } from './schemas/inheritance.js';
import { schemaKeywords } from './schemas/schema-keywords.js';

/**
 * Builds the model of a description (OpenAPI 3.0, 3.1 and 3.2). All that is wrong is reported at once; the model is
 * whole only when no error was. `coverage` is told of every object and keyword, where an account is kept.
 */
export function buildApi(document: Document, diagnostics: Diagnostics, coverage?: Coverage): Api {
  const context = new BuildContext(document, diagnostics, coverage, { header: readHeader, pathItem: readPathItem });
  const origin = { file: document.entry, pointer: '' };
  const value = document.files.get(document.entry)?.value;
  const root =
    openObject(context, 'OpenAPI Object', { origin, value }) ?? new ObjectReader(context, 'OpenAPI Object', origin, {});
  // What a misspelt keyword may have meant is told by those that are asked for; of a schema only those present are.
  for (const keyword of ['$ref', ...schemaKeywords.keys()]) context.askedKeywords('Schema Object').add(keyword);
  return readRoot(root);
}

function checkRootSecurity(root: ObjectReader<'OpenAPI Object'>, operations: readonly Operation[]): void {
  const { context } = root;
  const { rootSecurity } = context;
  if (operations.length === 0 || rootSecurity.length === 0) return;
  if (!operations.some(({ security }) => security === rootSecurity))
    context.report('overridden', root.at('security'), { keyword: 'security' }, 'key');
}

function readRoot(root: ObjectReader<'OpenAPI Object'>): Api {
  const { context } = root;
  context.items.readResolved(root);
  const components = openComponents(root);
  context.rootSecurity = readSecurity(root) ?? [];
  context.rootServers = readServers(root) ?? [];
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
  context.finish();
  for (const { place, target } of context.document.references) if (isOpaque(place)) context.coverage?.reach(target);
  addImplicitNames(context.schemas.list);
  checkSchemas(context);
  context.items.closePlaces();
  const all = listOperations([...operations, ...webhooks]);
  indexOperations(context, all);
  context.check();
  checkExtensions(context, all);
  checkSources(context, all);
  checkLookAlikes(context, all);
  checkUnused(context);
  checkRootSecurity(root, all);
  addInheritance(context.schemas.list);
  context.items.setOperations(context.items.isEmpty ? new Map() : listTouched(all, tags));
  return {
    ...element,
    openapi,
    info,
    servers: context.rootServers,
    operations,
    webhooks,
    securitySchemes: [...context.securitySchemes.values()],
    tags,
    ...present({ externalDocs }),
    schemas: context.schemas.list,
    items: context.items.list,
    resolved: context.items.resolved,
  };
}
