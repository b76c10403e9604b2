import { followReference } from '../model/follow-reference.js';
import type { Encoding, MediaType } from '../model/operation.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { isBinary, isPositional, readFormat, splitContentTypes } from './media-format.js';
import type { PartPlan, PartsPlan } from './plan.js';

/**
 * Plans how parts without names are written: the first ones by position, all others in the same way. Returns
 * `undefined` if the parts have names.
 */
export function planParts(mediaType: MediaType): PartsPlan | undefined {
  if (!isPositional(mediaType)) return undefined;
  const { schema, itemSchema, prefixEncoding, itemEncoding } = mediaType;
  const whole = schema && findItems(schema);
  return {
    first: (whole?.prefixItems ?? []).map((part, index) => planPart(part, prefixEncoding[index])),
    rest: planPart(whole?.items ?? itemSchema, itemEncoding),
    firstContentTypes: prefixEncoding.map(({ contentType }) => splitContentTypes(contentType) ?? []),
  };
}

function planPart(schema: Schema | undefined, encoding: Encoding | undefined): PartPlan {
  const contentTypes = splitContentTypes(encoding?.contentType);
  const isFile = contentTypes
    ? contentTypes.every((one) => readFormat(one, schema).format === 'bytes')
    : schema !== undefined && isBinary(schema);
  return { ...(schema && { schema }), contentTypes: contentTypes ?? [], isFile };
}

function findItems(schema: Schema): KeywordSchema | undefined {
  const { schema: end } = followReference(schema, (at) => (at.items || at.prefixItems ? undefined : at.ref));
  return end.kind === 'keywords' ? end : undefined;
}
