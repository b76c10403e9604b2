import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Document } from '../document/document.js';
import type { Api } from '../model/api.js';
import { checkModel } from './check.js';
import { BuildContext, type Coverage, type Parts } from './context.js';
import { ItemRegistry } from './items/item-registry.js';
import { readHeader } from './objects/header.js';
import { readPathItem } from './objects/path-item.js';
import { readDescription } from './read.js';
import { SchemaGraph } from './schemas/schema-graph.js';
import { settleModel } from './settle.js';

const parts: Parts = {
  schemas: (context) => new SchemaGraph(context),
  items: (context) => new ItemRegistry(context),
  header: readHeader,
  pathItem: readPathItem,
};

/**
 * Builds the model of a description (OpenAPI 3.0, 3.1 and 3.2) in three phases: reads the objects, completes the model
 * with facts about the whole description, and checks the result. Reports all problems at once. The model is complete
 * only if there was no error. `coverage` records every object and keyword.
 */
export function buildApi(document: Document, diagnostics: Diagnostics, coverage?: Coverage): Api {
  const context = new BuildContext(document, diagnostics, coverage, parts);
  const api = readDescription(context);
  checkModel(context, settleModel(context, api));
  const { schemas, items, securitySchemes } = context;
  return {
    ...api,
    securitySchemes: [...securitySchemes.values()],
    schemas: schemas.list,
    items: items.list,
    resolved: items.resolved,
  };
}
