import type { Encoding, MediaType } from '../model/operation.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { formatOf, isBinary, isPositional, splitContentTypes } from './media-format.js';
import type { PartPlan, PartsPlan } from './plan.js';

/** Decides how parts without names are written: by their position first, then all alike; `undefined` where they have names. */
export function planParts(mediaType: MediaType): PartsPlan | undefined {
  if (!isPositional(mediaType)) return undefined;
  const { schema, itemSchema, prefixEncoding, itemEncoding } = mediaType;
  const whole = followReferences(schema);
  return {
    first: (whole?.prefixItems ?? []).map((part, index) => planPart(part, prefixEncoding[index])),
    rest: planPart(whole?.items ?? itemSchema, itemEncoding),
    firstContentTypes: prefixEncoding.map(({ contentType }) => splitContentTypes(contentType) ?? []),
  };
}

function planPart(schema: Schema | undefined, encoding: Encoding | undefined): PartPlan {
  const contentTypes = splitContentTypes(encoding?.contentType);
  const isFile = contentTypes
    ? contentTypes.every((one) => formatOf(one, schema).format === 'bytes')
    : schema !== undefined && isBinary(schema);
  return { ...(schema && { schema }), contentTypes: contentTypes ?? [], isFile };
}

function followReferences(schema: Schema | undefined): KeywordSchema | undefined {
  let at = schema;
  for (let steps = 0; at?.kind === 'keywords' && at.ref && !at.items && !at.prefixItems && steps < 40; steps += 1)
    at = at.ref;
  return at?.kind === 'keywords' ? at : undefined;
}
