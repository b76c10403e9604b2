import { type Api, listOperations } from '../model/api.js';
import type { Schema } from '../model/schema.js';
import { collectSchemas, type Direction, listMessageSchemas } from '../model/walk-schemas.js';

/** The schemas in requests, and the schemas in responses. */
export type UsedSchemas = { readonly [D in Direction]: ReadonlySet<Schema> };

/** Whether callers send a value, and whether they receive it. */
export type Uses = { readonly [D in Direction]: boolean };

/** Collects the schemas of requests and those of responses. */
export function collectUsed(api: Api): UsedSchemas {
  const direct: { readonly [D in Direction]: Schema[] } = { request: [], response: [] };
  for (const operation of listOperations(api)) {
    for (const { direction, schema } of listMessageSchemas(operation)) {
      // A webhook sends what a caller of the API receives.
      const isRequest = (direction === 'request') === (operation.kind === 'path');
      direct[isRequest ? 'request' : 'response'].push(schema);
    }
  }
  return { request: collectSchemas(direct.request), response: collectSchemas(direct.response) };
}

/** Returns a function that returns in which directions either of two schemas is used. */
export function createFindUses(...used: readonly UsedSchemas[]): (last: Schema, now: Schema) => Uses {
  const index = (direction: Direction): ReadonlySet<Schema> =>
    new Set(used.flatMap((one) => [...one[direction]].flatMap((schema) => [schema, schema.baseOf ?? schema])));
  const [request, response] = [index('request'), index('response')];
  return (last, now) => ({
    request: request.has(last) || request.has(now),
    response: response.has(last) || response.has(now),
  });
}
