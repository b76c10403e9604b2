import { followReference } from '../model/follow-reference.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { isBinary } from './media-format.js';
import type { ValueShape } from './plan.js';
import { buildShape, findItem, findOnlyPart, isNull, listAlternativesBesideNull, listShapes } from './value-shape.js';

/**
 * Returns the schema of one of several values of a field of a form: of the items of an array or, if there are files, of
 * a file where the field is one file or an array of files. `null` does not count. `undefined`: the field is one value.
 */
export function findFieldItem(schema: Schema, hasFiles: boolean): Schema | undefined {
  const { schema: end } = followReference(schema, (at) => (at.items ? undefined : findOnlyMeaning(at)));
  if (end.kind !== 'keywords') return undefined;
  if (end.items) {
    const isList = listShapes(buildShape(end)).every((one) => one.kind === 'array' || isNull(one));
    return isList ? end.items : undefined;
  }
  const alternatives = listAlternativesBesideNull(end);
  const items = alternatives.map((one) => findItem(one) ?? one);
  const isFiles = hasFiles && items.every(isBinary) && items.some((item, index) => item !== alternatives[index]);
  return isFiles && alternatives.length > 1 ? items[0] : undefined;
}

// None of several alternatives is the only one.
function findOnlyMeaning(schema: KeywordSchema): Schema | undefined {
  const [first, ...others] = listAlternativesBesideNull(schema);
  return others.length > 0 ? undefined : (first ?? findOnlyPart(schema));
}

/** What a part of a form may be: a file, or another value. */
interface FileOrOther {
  readonly file: Schema;
  /** Never empty; objects, arrays and text. */
  readonly others: readonly Schema[];
}

/** Splits the alternatives of a schema into files and others; returns `undefined` unless there are both. */
export function splitFile(schema: Schema): FileOrOther | undefined {
  const { schema: end } = followReference(schema, (at) =>
    listAlternativesBesideNull(at).length > 0 ? undefined : at.ref,
  );
  if (end.kind !== 'keywords') return undefined;
  const alternatives = listAlternativesBesideNull(end);
  const file = alternatives.find(isBinary);
  const others = alternatives.filter((one) => !isBinary(one));
  const isReadable = others.every((one) => listShapes(buildShape(one)).every(isStructureOrText));
  return file && others.length > 0 && isReadable ? { file, others } : undefined;
}

function isStructureOrText(shape: ValueShape): boolean {
  return shape.kind === 'primitive' ? shape.types.every((type) => type === 'string') : shape.kind !== 'any';
}
