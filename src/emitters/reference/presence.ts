import { collectUsed } from '../../changes/uses.js';
import type { Api } from '../../model/api.js';
import type { NotShown } from '../../model/not-shown.js';
import type { Response } from '../../model/operation.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { collectSchemas } from '../../model/walk-schemas.js';

/** Finds the item that asks which fields of responses are always present, if it is open. */
export function findPresence({ notShown }: Api): NotShown | undefined {
  return notShown.find(({ kind }) => kind === 'presence');
}

/** Lists the schemas that occur only in responses and whose required fields may be missing (`presence`). */
export function listUnpromised(api: Api): readonly KeywordSchema[] {
  if (!findPresence(api)) return [];
  const { request, response } = collectUsed(api);
  return api.schemas.filter(
    (schema): schema is KeywordSchema =>
      schema.kind === 'keywords' && (schema.required ?? []).length > 0 && response.has(schema) && !request.has(schema),
  );
}

/** Returns whether a response contains one of these schemas. */
export function hasAnyOf({ content }: Response, schemas: ReadonlySet<Schema>): boolean {
  const whole = content.flatMap(({ schema, itemSchema }) => [schema, itemSchema].filter((one) => one !== undefined));
  return [...collectSchemas(whole)].some((schema) => schemas.has(schema));
}
