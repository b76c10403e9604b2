import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { isObject, lookUp, type SchemaObject } from './json-schema.js';

/** Changes a description where its findings say that lacuna reads it differently from other programs. */
export function applyReadings(description: SchemaObject, diagnostics: readonly Diagnostic[]): void {
  for (const { code, origin, message } of diagnostics) {
    const pointer = origin?.pointer ?? '';
    if (code === 'type-against-alternative') omit(lookUp(description, `#${up(pointer, 1)}`), 'type');
    if (code === 'old-keyword' && message.startsWith("'$recursiveRef'")) refer(description, up(pointer, 1));
  }
}

function up(pointer: string, levels: number): string {
  return pointer.split('/').slice(0, -levels).join('/');
}

function omit(schema: unknown, keyword: string): void {
  if (isObject(schema)) Reflect.deleteProperty(schema, keyword);
}

function refer(description: SchemaObject, pointer: string): void {
  for (let around = pointer; around !== ''; around = up(around, 1)) {
    const schema = lookUp(description, `#${around}`);
    if (!isObject(schema) || schema['$recursiveAnchor'] !== true) continue;
    const from = lookUp(description, `#${pointer}`);
    omit(from, '$recursiveRef');
    if (isObject(from)) Reflect.set(from, '$ref', `#${around}`);
    return;
  }
}
