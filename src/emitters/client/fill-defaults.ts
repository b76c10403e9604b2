import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { JsonValue } from '../../model/element.js';
import { followReference, listPartsInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listSubschemas } from '../../model/walk-schemas.js';
import {
  type Code,
  code,
  encodeMemberAccess,
  encodePropertyKey,
  encodeString,
  importValue,
  joinCode,
} from '../../typescript/code.js';
import { encodeWireJson, findMember } from '../../typescript/encode-wire.js';
import { TsFile } from '../../typescript/ts-file.js';
import { buildShape, listShapes } from '../../wire/value-shape.js';
import { importRuntimeValue } from '../runtime-references.js';
import type { SchemaTypes } from '../types/contract.js';

const module = 'client/schemas';

/** A function that adds the defaults of a named schema. */
interface FillFunction {
  readonly name: string;
  readonly schema: Schema;
  readonly type: string;
}

/**
 * Prints the code that adds the defaults of required properties to a body before it is sent. Each named schema has a
 * function, and all functions are in one module.
 */
export interface DefaultFillers {
  /** The module with the functions. It is empty if no schema has such a default. */
  readonly file: TsFile;
  /** Returns the expression of a body with its defaults, or the body itself if there are none. */
  fill(schema: Schema, body: Code, isRequired: boolean): Code;
}

/** Creates the fillers of a client. */
export function createDefaultFillers(
  { names, views, conversions }: SchemaTypes,
  diagnostics: Diagnostics,
): DefaultFillers {
  const file = new TsFile(module);
  const plan = views.sentDefaults;
  const functions = new Set<string>();
  /** The functions that are still to be added. A chain of schemas can be too long for recursion. */
  const waiting: FillFunction[] = [];
  const reported = new Set<Schema>();

  return { file, fill };

  function fill(schema: Schema, body: Code, isRequired: boolean): Code {
    if (!plan.hasDefaults(schema)) return body;
    const members = plainDefaults(schema)?.map(encodeIn(schema));
    if (!members) {
      const called = call(schema, body, new Set());
      for (let next = waiting.pop(); next; next = waiting.pop()) addFunction(next);
      return called;
    }
    const filled = members.map(([name, standard]) => {
      return code`${encodePropertyKey(name)}: ${body}${encodeMemberAccess(name)} ?? ${standard}`;
    });
    return code`${isRequired ? '' : code`${body} && `}{ ...${body}, ${joinCode(filled, ', ')} }`;
  }

  function encodeIn(schema: Schema): (member: readonly [string, JsonValue]) => readonly [string, string] {
    const plan = conversions.planOf(schema);
    return ([name, value]) => [name, encodeWireJson(value, findMember(plan, name))];
  }

  // The defaults of an object can be written inline if only its own members have defaults and none of these members can
  // be `null`.
  function plainDefaults(schema: Schema): readonly (readonly [string, JsonValue])[] | undefined {
    if (schema.kind !== 'keywords') return undefined;
    const [shape, ...others] = listShapes(buildShape(schema));
    if (shape?.kind !== 'object' || others.length > 0) return undefined;
    const target = targetOf(schema);
    const isNested = listSubschemas(target).some(({ schema: part }) => plan.hasDefaults(part));
    const defaults = plan.list(target);
    const isNullable = defaults.some(([name]) => {
      const property = shape.properties.get(name)?.();
      return !property || listShapes(property).some((one) => one.kind !== 'primitive' || one.types.includes('null'));
    });
    return isNested || isNullable ? undefined : defaults;
  }

  // Follows references to the first schema that has defaults, or to the end of the chain.
  function targetOf(schema: KeywordSchema): KeywordSchema {
    const isEnd = (at: KeywordSchema): boolean => plan.list(at).length > 0;
    const { schema: end, passed } = followReference(schema, (at) => (isEnd(at) ? undefined : at.ref));
    return end.kind === 'keywords' ? end : (passed.at(-1) ?? schema);
  }

  function call(schema: Schema, value: Code, open: ReadonlySet<Schema>): Code {
    const named = names.schemas.get(schema);
    if (!named) return expression(schema, value, open);
    const name = `fill${named.types.request}`;
    if (!functions.has(name)) waiting.push({ name, schema, type: named.types.request });
    functions.add(name);
    return code`${importValue(module, name)}(${value})`;
  }

  function addFunction({ name, schema, type }: FillFunction): void {
    file.addFunction({
      name,
      doc: `Returns a \`${type}\` in which required members have their defaults.`,
      parameters: [code`value: unknown`],
      returns: code`unknown`,
      body: [code`return ${expression(schema, code`value`, new Set())};`],
    });
  }

  function expression(schema: Schema, value: Code, open: ReadonlySet<Schema>): Code {
    if (schema.kind !== 'keywords' || open.has(schema)) return value;
    const inside = new Set([...open, schema]);
    let filled = value;
    for (const part of listPartsInPlace(schema)) {
      if (plan.hasDefaults(part)) filled = call(part, filled, inside);
    }
    filled = alternatives(schema, filled, inside);
    filled = members(schema, filled, inside);
    const { items, additionalProperties, properties = [] } = schema;
    if (items && plan.hasDefaults(items)) {
      filled = code`${importRuntimeValue('write/defaults', 'fillItems')}(${filled}, ${lambda(items, inside)})`;
    }
    if (additionalProperties && plan.hasDefaults(additionalProperties)) {
      const listed = properties.map(({ name }) => encodeString(name)).join(', ');
      const fill = lambda(additionalProperties, inside);
      filled = code`${importRuntimeValue('write/defaults', 'fillOthers')}(${filled}, [${listed}], ${fill})`;
    }
    return filled;
  }

  function members(schema: KeywordSchema, value: Code, open: ReadonlySet<Schema>): Code {
    const defaults = plan.list(schema).map(encodeIn(schema));
    const members = (schema.properties ?? []).filter((property) => plan.hasDefaults(property.schema));
    if (defaults.length + members.length === 0) return value;
    const standard = defaults.map(([name, text]) => `${encodePropertyKey(name)}: ${text}`).join(', ');
    const fills = members.map(
      ({ name, schema: property }) => code`${encodePropertyKey(name)}: ${lambda(property, open)}`,
    );
    const rest = fills.length === 0 ? '' : code`, { ${joinCode(fills, ', ')} }`;
    return code`${importRuntimeValue('write/defaults', 'fillMembers')}(${value}, {${standard === '' ? '' : ` ${standard} `}}${rest})`;
  }

  function lambda(schema: Schema, open: ReadonlySet<Schema>): Code {
    return code`(value: unknown) => ${call(schema, code`value`, open)}`;
  }

  function alternatives(schema: KeywordSchema, value: Code, open: ReadonlySet<Schema>): Code {
    const alternatives = plan.listAlternatives(schema);
    if (!alternatives && !reported.has(schema)) {
      reported.add(schema);
      diagnostics.report('reduced-emission', schema.origin, { variant: 'default-in-alternatives' });
    }
    const fills = new Map<string, Code[]>();
    let filled = value;
    for (const { schema: part, tag } of alternatives ?? []) {
      if (!tag) filled = call(part, filled, open);
      const rows = tag?.values.map((each) => code`${encodePropertyKey(String(each))}: ${lambda(part, open)}`) ?? [];
      if (tag) fills.set(tag.property, [...(fills.get(tag.property) ?? []), ...rows]);
    }
    for (const [property, rows] of fills) {
      const fill = importRuntimeValue('write/defaults', 'fillTagged');
      filled = code`${fill}(${filled}, ${encodeString(property)}, { ${joinCode(rows, ', ')} })`;
    }
    return filled;
  }
}
