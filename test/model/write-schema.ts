import type { KeywordSchema } from '../../src/model/schema.js';
import type { Draft } from '../../src/model-builder/context.js';

/** A schema of the model that a test builds. Its keywords can be set later, so that it can be part of a circle. */
export type WrittenSchema = Draft<KeywordSchema>;

/** Creates a schema of the model. The title distinguishes it in failures. */
export function writeSchema(title: string, keywords: Partial<KeywordSchema> = {}): WrittenSchema {
  const origin = { file: 'openapi.yaml', pointer: `/components/schemas/${title}` };
  return { kind: 'keywords', origin, notShown: [], source: [], title, ...keywords };
}
