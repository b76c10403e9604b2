import { splitPointer } from '../../../diagnostics/origin.js';
import type { JsonValue } from '../../../model/element.js';
import { isObject } from '../../../model/is-object.js';

/** Returns the value at a pointer in objects. Returns `undefined` if there is none. */
export function readPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of splitPointer(pointer)) value = isObject(value) ? value[token] : undefined;
  return value;
}
