import { isOnlyReference } from '../model/allowed-types.js';
import { followReference } from '../model/in-place.js';
import { normalizeJson } from '../model/print-json.js';
import { hasOpenValues, type KeywordSchema, type Schema } from '../model/schema.js';
import { findSchemaKeyword, isSchemaKeyword, nonAssertingMembers } from '../model/schema-keywords.js';
import { listSubschemas, type Subschema } from '../model/walk-schemas.js';
import { both, compareNames, type Detail, type Effect, narrower, neither, wider, withPath } from './change-details.js';
import { compareMembers, formatChange, listTexts } from './compare-keywords.js';
import { formatPart } from './part-labels.js';

/** A schema that allows every value. */
const anything: KeywordSchema = {
  kind: 'keywords',
  origin: { file: '', pointer: '' },
  notShown: [],
  source: [],
};

/** Compares schemas. Compares each pair once, so that circles end and shared schemas cost nothing. */
export class SchemaComparison {
  readonly #known = new Map<Schema, Map<Schema, readonly Detail[]>>();

  /** Compares two schemas where they are used. A component is only compared by name. An absent schema allows all. */
  compareUses(last: Schema = anything, now: Schema = anything): readonly Detail[] {
    if (last === now) return [];
    const [before, after] = [findName(last), findName(now)];
    const beside = compareBeside(last, now);
    if (before !== undefined && before === after) return beside;
    if (before !== undefined && after !== undefined)
      return [{ path: '', text: `type ${after}, was ${before}`, ...both }, ...beside];
    if (after !== undefined && isEmpty(last)) return [{ path: '', text: `type ${after} added`, ...narrower }];
    if (before !== undefined && isEmpty(now)) return [{ path: '', text: `type ${before} removed`, ...wider }];
    const [union, others] = [listAlternatives(last), listAlternatives(now)];
    if (union && others && (before ?? after) !== undefined) return compareAlternatives(union, others);
    return this.#compareTargets(last, now);
  }

  // Many references may lead to one schema that is not a component. Only the first one lists its changes.
  #compareTargets(last: Schema, now: Schema): readonly Detail[] {
    const [before, after] = [followWrappers(last), followWrappers(now)];
    const known = after === now ? undefined : this.#known.get(after)?.get(before);
    if (!known || known.length === 0) return known ?? this.compareContents(before, after);
    const [narrows, widens] = [known.some((one) => one.narrows), known.some((one) => one.widens)];
    return [{ path: '', text: 'changed in the same way as above', narrows, widens }];
  }

  /** Compares the keywords of two schemas, and the schemas inside them. */
  compareContents(last: Schema, now: Schema): readonly Detail[] {
    const known = this.#known.get(now) ?? new Map<Schema, readonly Detail[]>();
    this.#known.set(now, known);
    const found = known.get(last);
    if (found) return found;
    known.set(last, []);
    const details = this.#compareKinds(last, now);
    known.set(last, details);
    return details;
  }

  #compareKinds(last: Schema, now: Schema): readonly Detail[] {
    const [before, after] = [toKeywords(last), toKeywords(now)];
    if (before && after)
      return [
        ...compareMembers(before, after),
        ...compareValues(before, after),
        ...this.#compareFields(before, after),
        ...this.#compareParts(before, after),
        ...compareMappings(before, after),
        ...listTexts(before, after),
      ];
    if (last.kind === now.kind) return listTexts(last, now);
    if (last.kind === 'not-shown' || now.kind === 'not-shown')
      return [{ path: '', text: now.kind === 'not-shown' ? 'no longer shown' : 'now shown', ...neither }];
    return [{ path: '', text: after ? 'now allowed' : 'no longer allowed', narrows: !after, widens: !before }];
  }

  #compareFields(last: KeywordSchema, now: KeywordSchema): Detail[] {
    const [before, after] = [indexFields(last), indexFields(now)];
    const [was, is] = [new Set(last.required), new Set(now.required)];
    const isClosed = last.additionalProperties?.kind === 'boolean' && !last.additionalProperties.value;
    return [...new Set([...before.keys(), ...after.keys(), ...was, ...is])].flatMap((name) => {
      const [old, field] = [before.get(name), after.get(name)];
      const more = { narrows: is.has(name) && !was.has(name), widens: was.has(name) && !is.has(name) };
      const about = (text: string, effect: Effect): Detail[] => [
        { path: '', text: `field ${name} ${text}`, ...effect },
      ];
      const state = is.has(name) ? 'required' : 'optional';
      const details =
        old && !field
          ? about('removed', both)
          : field && !old
            ? about(`added${is.has(name) ? ', required' : ''}`, { ...more, widens: isClosed })
            : [
                ...(more.narrows || more.widens ? about(`is now ${state}`, more) : []),
                ...(old && field ? withPath(`field ${name}`, this.compareUses(old, field)) : []),
              ];
      return omitUnused(details, old ?? field, field ?? old);
    });
  }

  #compareParts(last: KeywordSchema, now: KeywordSchema): Detail[] {
    const [before, after] = [indexParts(last), indexParts(now)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): readonly Detail[] => {
      const [old, part] = [before.get(key), after.get(key)];
      const { keyword } = part ?? old ?? {};
      if (keyword === undefined || !isSchemaKeyword(keyword)) return [];
      const { applies } = findSchemaKeyword(keyword);
      const isStill = applies === 'alternative' && keyword in last && keyword in now;
      if (applies === 'alternative' && !(old && part)) {
        const effect = { narrows: isStill === (old !== undefined), widens: isStill !== (old !== undefined) };
        return [{ path: '', text: `${key} ${old ? 'removed' : 'added'}`, ...effect }];
      }
      const details = withPath(keyword === '$ref' ? '' : key, this.compareUses(old?.schema, part?.schema));
      // The value must not match the schema, or the match decides which other schemas apply.
      return applies === 'test' ? details.map((detail) => (detail.isText ? detail : { ...detail, ...both })) : details;
    });
  }
}

// A component is compared at its own section, so here only what a reference has beside it counts.
function compareBeside(last: Schema, now: Schema): Detail[] {
  const [before, after] = [last, now].map((schema) => (schema.component === undefined ? schema : anything));
  return before && after ? [...compareMembers(before, after), ...listTexts(before, after)] : [];
}

function toKeywords(schema: Schema): KeywordSchema | undefined {
  if (schema.kind === 'boolean') return schema.value ? anything : undefined;
  return schema.kind === 'keywords' ? schema : undefined;
}

function isEmpty(schema: Schema): boolean {
  const keywords = toKeywords(schema);
  return keywords !== undefined && Object.keys(keywords).every((member) => nonAssertingMembers.has(member));
}

// `allOf` with one reference is a common form of a reference with texts beside it.
function findTarget(schema: KeywordSchema): Schema | undefined {
  if (isOnlyReference(schema)) return schema.ref;
  const [only, ...others] = schema.allOf ?? [];
  const isAlone = Object.keys(schema).every((member) => member === 'allOf' || nonAssertingMembers.has(member));
  return others.length === 0 && isAlone ? only : undefined;
}

function followWrappers(schema: Schema): Schema {
  return followReference(schema, findTarget).schema;
}

/** Returns the name of the component to which a schema only refers. */
function findName(schema: Schema): string | undefined {
  const end = followReference(schema, (at) => (at.component === undefined ? findTarget(at) : undefined)).schema;
  return end.component ?? end.baseOf?.component;
}

/** Lists the names of the schemas of which a value must match one, if a schema says nothing else. */
function listAlternatives(schema: Schema): Map<string, string> | undefined {
  const name = findName(schema);
  if (name !== undefined) return new Map([[name, '']]);
  if (schema.kind !== 'keywords') return undefined;
  const all = schema.anyOf ?? schema.oneOf;
  const isAlone = Object.keys(schema).every(
    (member) => nonAssertingMembers.has(member) || member === 'anyOf' || member === 'oneOf',
  );
  return all && isAlone ? new Map(all.map((one) => [describeMember(one), ''])) : undefined;
}

function compareAlternatives(last: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): Detail[] {
  return compareNames('type', last, now, { removed: () => narrower, added: () => wider, became: () => both });
}

function compareValues(last: KeywordSchema, now: KeywordSchema): Detail[] {
  const list = ({ enum: values, const: only }: KeywordSchema): Map<string, string> | undefined => {
    const all = only === undefined ? values : [only];
    return all && new Map(all.map((value) => [normalizeJson(value), '']));
  };
  const [before, after] = [list(last), list(now)];
  if (before && after)
    return compareNames('value', before, after, {
      removed: () => narrower,
      added: () => ({ narrows: false, widens: !hasOpenValues(last) }),
      became: () => both,
    });
  const only = [...(before ?? after ?? [])].map(([value]) => value).join(', ');
  if (after) return [{ path: '', text: `limited to the values ${only}`, ...narrower }];
  return before ? [{ path: '', text: `no longer limited to the values ${only}`, ...wider }] : [];
}

function compareMappings({ discriminator: last }: KeywordSchema, { discriminator: now }: KeywordSchema): Detail[] {
  if (last?.propertyName !== now?.propertyName)
    return [{ path: '', text: formatChange('discriminator', last?.propertyName, now?.propertyName), ...both }];
  const list = (one: typeof last): Map<string, string> =>
    new Map((one?.mapping ?? []).map(({ value, schema }) => [value, findName(schema) ?? 'another schema']));
  return compareNames('discriminator value', list(last), list(now), {
    removed: () => narrower,
    added: () => wider,
    became: () => both,
  });
}

function indexFields({ properties = [] }: KeywordSchema): Map<string, Schema> {
  return new Map(properties.map(({ name, schema }) => [name, schema]));
}

// Requests have no `readOnly` fields, and responses no `writeOnly` fields.
function omitUnused(details: readonly Detail[], last: Schema | undefined, now: Schema | undefined): readonly Detail[] {
  const is = (flag: 'readOnly' | 'writeOnly', one: Schema | undefined): boolean => {
    if (one === undefined) return false;
    const { passed, schema } = followReference(one);
    return [...passed, schema].some((at) => at.kind === 'keywords' && at[flag] === true);
  };
  const [isRead, isWritten] = [
    is('readOnly', last) && is('readOnly', now),
    is('writeOnly', last) && is('writeOnly', now),
  ];
  if (!isRead && !isWritten) return details;
  return details.map((detail) => ({
    ...detail,
    narrows: detail.narrows && !isRead,
    widens: detail.widens && !isWritten,
  }));
}

/** Indexes the parts by a label. The members of a list that has no order are named, so that their order may change. */
function indexParts(schema: KeywordSchema): Map<string, Subschema> {
  const found = new Map<string, Subschema>();
  const counts = new Map<string, number>();
  for (const part of listSubschemas(schema)) {
    if (part.keyword === 'properties' || !isSchemaKeyword(part.keyword)) continue;
    const { applies, holds } = findSchemaKeyword(part.keyword);
    const isNamed = part.keyword === '$ref' || (holds === 'schema[]' && applies !== 'inside');
    const label = isNamed
      ? formatPart(part.keyword === '$ref' ? { ...part, keyword: 'allOf' } : part)
      : formatPart(part);
    const name = isNamed ? `${label} ${describeMember(part.schema)}` : label;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    found.set(count === 1 ? name : `${name} ${count}`, part);
  }
  return found;
}

function describeMember(schema: Schema): string {
  const name = findName(schema);
  if (name !== undefined || schema.kind !== 'keywords') return name ?? 'schema';
  if (schema.const !== undefined) return normalizeJson(schema.const);
  return schema.types?.join(' or ') ?? 'schema';
}
