import type { Document } from '../../document/document.js';
import { resolveReference } from '../../document/resolve.js';
import type { ObjectValue } from '../../model/is-object.js';
import type { Schema } from '../../model/schema.js';
import { withHolders } from '../../model/walk-schemas.js';
import type { LoggedReport } from '../logged-report.js';
import { findOtherKind } from '../target-kind.js';
import type { LastSchemas } from './schema-memory.js';

/** Returns whether schemas of a document can be kept. An identifier decides where references inside a schema lead. */
export function canKeep({ identifiers }: Document): boolean {
  return identifiers.uris.size === 0 && identifiers.anchors.size === 0;
}

/** Finds the objects and arrays of the last run whose text or place has changed. */
export function findChanged(document: Document, { values }: LastSchemas): ReadonlySet<unknown> {
  const changed = new Set<unknown>();
  const addChanged = (before: unknown, after: unknown): void => {
    if (before === after || typeof before !== 'object' || before === null) return;
    changed.add(before);
    const inside: { readonly [key: string]: unknown } = Object(after);
    for (const [key, member] of Object.entries(before)) addChanged(member, inside[key]);
  };
  for (const [file, value] of values) addChanged(value, document.files.get(file)?.value);
  return changed;
}

/**
 * Finds the schemas of the last run that a run has to read again: those whose text has changed, those that each run
 * reads again, and all schemas that lead to them.
 */
export function findOutdated(
  document: Document,
  { byPlace, readings, passing }: LastSchemas,
  changed: ReadonlySet<unknown>,
): ReadonlySet<Schema> {
  const outdated = new Set(passing);
  for (const object of changed) {
    const schema = byPlace.get(object);
    if (schema) outdated.add(schema);
  }
  for (const [schema, { indirect, requests }] of readings) {
    if (indirect === undefined) continue;
    const target = resolveReference(document, schema.origin, indirect);
    const isSame = target && findOtherKind(document, target, 'Schema Object') === undefined;
    if (!isSame || !requests.some(({ key }) => key === target.value)) outdated.add(schema);
  }
  return withHolders(
    outdated,
    readings.keys(),
    (schema) => readings.get(schema)?.requests.map((request) => request.schema) ?? [],
  );
}

/**
 * Returns the `$ref` of a schema, which was just read, if it is not the pointer of its target. Its file, or a reference
 * through which its pointer leads, then decides too.
 */
export function findIndirect(schema: Schema, { $ref }: ObjectValue): string | undefined {
  if (typeof $ref !== 'string' || schema.kind !== 'keywords') return undefined;
  const target = schema.ref?.origin;
  return target?.file === schema.origin.file && $ref === `#${target.pointer}` ? undefined : $ref;
}

/**
 * Returns whether a schema, which was just read, remains the same as long as its text and the schemas to which it leads
 * do.
 */
export function isLasting(schema: Schema, value: ObjectValue, reports: readonly LoggedReport[]): boolean {
  const { $ref, $dynamicRef, $recursiveRef, discriminator, 'x-not-shown': items } = value;
  // Other parts of the description decide what these mean.
  const isOpen = ($dynamicRef ?? $recursiveRef ?? discriminator ?? items) !== undefined;
  if (isOpen || schema.kind !== 'keywords' || ($ref !== undefined && schema.ref?.kind !== 'keywords')) return false;
  // Such a reference leads to something that is no schema of its own.
  return reports.every(({ code }) => code !== 'unexpected-reference');
}
