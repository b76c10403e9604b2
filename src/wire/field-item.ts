import { followReference } from '../model/follow-reference.js';
import type { KeywordSchema, Schema } from '../model/schema.js';
import { isBinary } from './media-format.js';
import type { ValueShape } from './plan.js';
import { buildShape, findItem, findOnlyPart, isNull, listAlternativesBesideNull, listShapes } from './value-shape.js';

/**
 * Returns the schema of one value of a form field that can be sent several times. For an array, that is the schema of
 * its items. With `hasFiles`, it is also the schema of a file if the field is one file or an array of files. Ignores
 * `null`. Returns `undefined` if the field is a single value.
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

// With several alternatives, no single schema describes the value.
function findOnlyMeaning(schema: KeywordSchema): Schema | undefined {
  const [first, ...others] = listAlternativesBesideNull(schema);
  return others.length > 0 ? undefined : (first ?? findOnlyPart(schema));
}

/** The alternatives of a part of a form that may be a file or another value. */
interface FileOrOther {
  readonly file: Schema;
  /** The schemas of the other values: objects, arrays and text. Never empty. */
  readonly others: readonly Schema[];
}

/** Splits the alternatives of a schema into a file and other values. Returns `undefined` unless there are both. */
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
