import type { Origin } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Header, MediaType, Operation, Parameter } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';

/** Items of schemas whose texts Redoc shows at no place of their own, and the place whose text is shown instead. */
export interface HiddenItems {
  readonly origin: Origin;
  readonly items: readonly NotShown[];
}

/**
 * Lists the items that Redoc would hide: it shows no text of the schema of a whole body, of the members of `allOf`, of
 * the objects in a list, and of what stands behind a reference, a parameter or a header that has a text of its own.
 */
export function listHiddenItems(api: Api): HiddenItems[] {
  if (api.items.length === 0) return [];
  const found: HiddenItems[] = [];
  const add = (origin: Origin, items: readonly NotShown[]): void => {
    if (items.length > 0) found.push({ origin, items });
  };
  for (const schema of api.schemas) add(schema.origin, itemsBelow(schema, new Set()));
  for (const operation of listOperations(api)) {
    for (const parameter of operation.parameters) add(parameter.origin, itemsBehind(parameter));
    const { requestBody, responses } = operation;
    if (requestBody) add(requestBody.origin, requestBody.content.flatMap(itemsOfBody));
    for (const response of responses) {
      add(response.origin, response.content.flatMap(itemsOfBody));
      for (const header of response.headers) add(header.origin, itemsBehind(header));
    }
  }
  return found;
}

function listOperations({ operations, webhooks }: Api): Operation[] {
  const all = [...operations, ...webhooks];
  for (const { callbacks } of all) all.push(...callbacks.flatMap((callback) => callback.operations));
  return all;
}

function itemsOfBody({ schema }: MediaType): NotShown[] {
  return schema && isStructure(schema) ? itemsOfAll(schema, new Set()) : [];
}

function itemsBehind({ description, notShown, content }: Parameter | Header): NotShown[] {
  const hasText = description !== undefined || notShown.length > 0;
  return hasText && content.by === 'style' ? itemsOfAll(content.schema, new Set()) : [];
}

function itemsOfAll(schema: Schema, seen: Set<Schema>): NotShown[] {
  if (seen.has(schema)) return [];
  const below = itemsBelow(schema, seen);
  const target = schema.kind === 'keywords' && schema.ref ? itemsOfAll(schema.ref, seen) : [];
  return [...schema.notShown, ...target, ...below];
}

function itemsBelow(schema: Schema, seen: Set<Schema>): NotShown[] {
  if (schema.kind !== 'keywords') return [];
  seen.add(schema);
  const { allOf = [], items, ref, description, notShown } = schema;
  const hidden = [...allOf, ...(items && isStructure(items) ? [items] : [])];
  const below = hidden.flatMap((one) => itemsOfAll(one, seen));
  const hasText = description !== undefined || notShown.length > 0 || below.length > 0;
  return ref && hasText ? [...below, ...itemsOfAll(ref, seen)] : below;
}

// What Redoc unfolds instead of printing it as one value.
function isStructure(schema: Schema): boolean {
  const seen = new Set<Schema>();
  let target = schema;
  while (target.kind === 'keywords' && target.ref && !seen.has(target)) {
    seen.add(target);
    target = target.ref;
  }
  if (target.kind !== 'keywords') return false;
  const { types = [], properties, allOf, anyOf, oneOf } = target;
  const isUnfolded = types.includes('object') || types.includes('array');
  return isUnfolded || (properties ?? allOf ?? anyOf ?? oneOf) !== undefined;
}
