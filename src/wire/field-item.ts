import type { Schema } from '../model/schema.js';
import { isBinary } from './media-format.js';
import type { ValueShape } from './plan.js';
import { alternativesBesideNull, alternativesOf, isNull, itemOf, shapeOf } from './value-shape.js';

/**
 * Gives the schema of what a field of a form may hold several of, `null` aside, for which no text stands: the items of an
 * array or, where files are, a file that is one or an array; `undefined` for what is one value.
 */
export function fieldItemOf(schema: Schema, hasFiles: boolean): Schema | undefined {
  for (let at: Schema | undefined = schema, steps = 0; at?.kind === 'keywords' && steps < 40; steps += 1) {
    if (at.items) {
      const isList = alternativesOf(shapeOf(at)).every((one) => one.kind === 'array' || isNull(one));
      return isList ? at.items : undefined;
    }
    const alternatives: readonly Schema[] = alternativesBesideNull(at);
    const items = alternatives.map((one) => itemOf(one) ?? one);
    const isFiles = hasFiles && items.every(isBinary) && items.some((item, index) => item !== alternatives[index]);
    if (alternatives.length > 1) return isFiles ? items[0] : undefined;
    at = alternatives[0] ?? at.ref ?? (at.allOf?.length === 1 ? at.allOf[0] : undefined);
  }
  return undefined;
}

/** What a part of a form may be: a file, or a value that stands in its place. */
export interface FileOrOther {
  readonly file: Schema;
  /** Never empty; objects, arrays and text. */
  readonly others: readonly Schema[];
}

/** Parts the alternatives of a schema into those of a file and the others; `undefined` where there are not both. */
export function splitFile(schema: Schema): FileOrOther | undefined {
  for (let at: Schema | undefined = schema, steps = 0; at?.kind === 'keywords' && steps < 40; at = at.ref, steps += 1) {
    const alternatives = alternativesBesideNull(at);
    const file = alternatives.find(isBinary);
    const others = alternatives.filter((one) => !isBinary(one));
    const isReadable = others.every((one) => alternativesOf(shapeOf(one)).every(isStructureOrText));
    if (alternatives.length > 0) return file && others.length > 0 && isReadable ? { file, others } : undefined;
  }
  return undefined;
}

function isStructureOrText(shape: ValueShape): boolean {
  return shape.kind === 'primitive' ? shape.types.every((type) => type === 'string') : shape.kind !== 'any';
}
