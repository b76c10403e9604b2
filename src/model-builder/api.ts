import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { formatOrigin, splitPointer } from '../diagnostics/origin.js';
import type { Document } from '../document/document.js';
import { listExactNumbers } from '../document/written.js';
import type { Api, LongNumber } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import { findSchemaKeyword, isSchemaKeyword } from '../model/schema-keywords.js';
import { checkModel } from './check.js';
import { completeModel } from './complete.js';
import { BuildContext, type Coverage, type Parts } from './context.js';
import { GapRegistry } from './gaps/gap-registry.js';
import { readHeader } from './objects/header.js';
import { readPathItem } from './objects/path-item.js';
import { readDescription } from './read.js';
import { SchemaGraph } from './schemas/schema-graph.js';

const parts: Parts = {
  schemas: (context) => new SchemaGraph(context),
  gaps: (context) => new GapRegistry(context),
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
  checkModel(context, completeModel(context, api));
  const { schemas, gaps, securitySchemes } = context;
  return {
    ...api,
    securitySchemes: [...securitySchemes.values()],
    schemas: schemas.list,
    gaps: gaps.list,
    resolved: gaps.resolved,
    texts: [...context.texts.values()],
    numbers: listLongNumbers(document, schemas.list),
  };
}

// The innermost schema around a number decides its meaning, and whether code has all its digits.
function listLongNumbers(document: Document, schemas: readonly Schema[]): LongNumber[] {
  const numbers = listExactNumbers(document);
  if (numbers.length === 0) return [];
  const byPlace = new Map(schemas.map((schema) => [formatOrigin(schema.origin), schema]));
  return numbers.flatMap(({ origin, text }): LongNumber[] => {
    const { file, pointer } = origin;
    for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const schema = byPlace.get(formatOrigin({ file, pointer: pointer.slice(0, end) }));
      const [keyword = ''] = schema ? splitPointer(pointer.slice(end)) : [];
      const isInCode = isSchemaKeyword(keyword) && findSchemaKeyword(keyword).holds !== 'sample';
      if (schema) return isInCode && !isDefaultOmitted(schema, keyword) ? [{ origin, text, schema, keyword }] : [];
      if (end === 0) break;
    }
    return [];
  });
}

// A default can be read as text, and one that does not fit is ignored.
function isDefaultOmitted(schema: Schema, keyword: string): boolean {
  return (
    keyword === 'default' &&
    schema.kind === 'keywords' &&
    (schema.default === undefined || typeof schema.default === 'string')
  );
}
