import type { Diagnostics } from '../../diagnostics/diagnostic.js';
import type { JsonValue } from '../../model/element.js';
import { followReference, listPartsInPlace } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { listSubschemas } from '../../model/walk-schemas.js';
import type { Names } from '../../naming/names.js';
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
import type { Conversions } from '../../views/conversions.js';
import type { SentDefaults } from '../../views/sent-defaults.js';
import type { OperationPlan } from '../../wire/plan.js';
import { buildShape, listShapes } from '../../wire/value-shape.js';
import { importRuntimeValue } from '../runtime-references.js';
import type { SchemaTypes } from '../types/contract.js';

const module = 'client/schemas';

/**
 * Prints the code that adds the defaults of required properties to a body before it is sent. Each named schema has a
 * function, and all functions are in one module.
 */
export class DefaultFillers {
  /** The module with the functions. It is empty if no schema has such a default. */
  readonly file: TsFile = new TsFile(module);
  readonly #names: Names;
  readonly #conversions: Conversions;
  readonly #diagnostics: Diagnostics;
  readonly #plan: SentDefaults;
  readonly #functions = new Set<string>();
  /** The functions that are still to be added. A chain of schemas can be too long for recursion. */
  readonly #waiting: { readonly name: string; readonly schema: Schema; readonly type: string }[] = [];
  readonly #reported = new Set<Schema>();

  constructor({ names, views, conversions }: SchemaTypes, diagnostics: Diagnostics) {
    this.#names = names;
    this.#conversions = conversions;
    this.#plan = views.sentDefaults;
    this.#diagnostics = diagnostics;
  }

  /** Returns whether a body of an operation has defaults to fill in. */
  isNeeded({ body }: OperationPlan): boolean {
    const schemas = (body?.alternatives ?? []).flatMap(({ mediaType }) => mediaType.schema ?? []);
    return schemas.some((schema) => this.#plan.hasDefaults(schema));
  }

  /** Returns the expression of a body with its defaults, or the body itself if there are none. */
  fill(schema: Schema, body: Code, isRequired: boolean): Code {
    if (!this.#plan.hasDefaults(schema)) return body;
    const members = this.#plainDefaults(schema)?.map(this.#encodeIn(schema));
    if (!members) {
      const call = this.#call(schema, body, new Set());
      for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#addFunction(next);
      return call;
    }
    const filled = members.map(([name, standard]) => {
      return code`${encodePropertyKey(name)}: ${body}${encodeMemberAccess(name)} ?? ${standard}`;
    });
    return code`${isRequired ? '' : code`${body} && `}{ ...${body}, ${joinCode(filled, ', ')} }`;
  }

  #encodeIn(schema: Schema): (member: readonly [string, JsonValue]) => readonly [string, string] {
    const plan = this.#conversions.planOf(schema);
    return ([name, value]) => [name, encodeWireJson(value, findMember(plan, name))];
  }

  // The defaults of an object can be written inline if only its own members have defaults and none of these members can
  // be `null`.
  #plainDefaults(schema: Schema): readonly (readonly [string, JsonValue])[] | undefined {
    if (schema.kind !== 'keywords') return undefined;
    const [shape, ...others] = listShapes(buildShape(schema));
    if (shape?.kind !== 'object' || others.length > 0) return undefined;
    const target = this.#targetOf(schema);
    const isNested = listSubschemas(target).some(({ schema: part }) => this.#plan.hasDefaults(part));
    const defaults = this.#plan.list(target);
    const isNullable = defaults.some(([name]) => {
      const property = shape.properties.find((each) => each.name === name)?.shape;
      return !property || listShapes(property).some((one) => one.kind !== 'primitive' || one.types.includes('null'));
    });
    return isNested || isNullable ? undefined : defaults;
  }

  // Follows references to the first schema that has defaults, or to the end of the chain.
  #targetOf(schema: KeywordSchema): KeywordSchema {
    const isEnd = (at: KeywordSchema): boolean => this.#plan.list(at).length > 0;
    const { schema: end, passed } = followReference(schema, (at) => (isEnd(at) ? undefined : at.ref));
    return end.kind === 'keywords' ? end : (passed.at(-1) ?? schema);
  }

  #call(schema: Schema, value: Code, open: ReadonlySet<Schema>): Code {
    const named = this.#names.schemas.get(schema);
    if (!named) return this.#expression(schema, value, open);
    const name = `fill${named.types.request}`;
    if (!this.#functions.has(name)) this.#waiting.push({ name, schema, type: named.types.request });
    this.#functions.add(name);
    return code`${importValue(module, name)}(${value})`;
  }

  #addFunction({
    name,
    schema,
    type,
  }: {
    readonly name: string;
    readonly schema: Schema;
    readonly type: string;
  }): void {
    this.file.addFunction({
      name,
      doc: `Returns a \`${type}\` in which required members have their defaults.`,
      parameters: [code`value: unknown`],
      returns: code`unknown`,
      body: [code`return ${this.#expression(schema, code`value`, new Set())};`],
    });
  }

  #expression(schema: Schema, value: Code, open: ReadonlySet<Schema>): Code {
    if (schema.kind !== 'keywords' || open.has(schema)) return value;
    const inside = new Set([...open, schema]);
    let filled = value;
    for (const part of listPartsInPlace(schema)) {
      if (this.#plan.hasDefaults(part)) filled = this.#call(part, filled, inside);
    }
    filled = this.#alternatives(schema, filled, inside);
    filled = this.#members(schema, filled, inside);
    const { items, additionalProperties, properties = [] } = schema;
    if (items && this.#plan.hasDefaults(items)) {
      filled = code`${importRuntimeValue('write/defaults', 'fillItems')}(${filled}, ${this.#lambda(items, inside)})`;
    }
    if (additionalProperties && this.#plan.hasDefaults(additionalProperties)) {
      const listed = properties.map(({ name }) => encodeString(name)).join(', ');
      const fill = this.#lambda(additionalProperties, inside);
      filled = code`${importRuntimeValue('write/defaults', 'fillOthers')}(${filled}, [${listed}], ${fill})`;
    }
    return filled;
  }

  #members(schema: KeywordSchema, value: Code, open: ReadonlySet<Schema>): Code {
    const defaults = this.#plan.list(schema).map(this.#encodeIn(schema));
    const members = (schema.properties ?? []).filter((property) => this.#plan.hasDefaults(property.schema));
    if (defaults.length + members.length === 0) return value;
    const standard = defaults.map(([name, text]) => `${encodePropertyKey(name)}: ${text}`).join(', ');
    const fills = members.map(
      ({ name, schema: property }) => code`${encodePropertyKey(name)}: ${this.#lambda(property, open)}`,
    );
    const rest = fills.length === 0 ? '' : code`, { ${joinCode(fills, ', ')} }`;
    return code`${importRuntimeValue('write/defaults', 'fillMembers')}(${value}, {${standard === '' ? '' : ` ${standard} `}}${rest})`;
  }

  #lambda(schema: Schema, open: ReadonlySet<Schema>): Code {
    return code`(value: unknown) => ${this.#call(schema, code`value`, open)}`;
  }

  #alternatives(schema: KeywordSchema, value: Code, open: ReadonlySet<Schema>): Code {
    const alternatives = this.#plan.listAlternatives(schema);
    if (!alternatives && !this.#reported.has(schema)) {
      this.#reported.add(schema);
      this.#diagnostics.report('reduced-emission', schema.origin, { variant: 'default-in-alternatives' });
    }
    const fills = new Map<string, Code[]>();
    let filled = value;
    for (const { schema: part, tag } of alternatives ?? []) {
      if (!tag) filled = this.#call(part, filled, open);
      const rows =
        tag?.values.map((each) => code`${encodePropertyKey(String(each))}: ${this.#lambda(part, open)}`) ?? [];
      if (tag) fills.set(tag.property, [...(fills.get(tag.property) ?? []), ...rows]);
    }
    for (const [property, rows] of fills) {
      const fill = importRuntimeValue('write/defaults', 'fillTagged');
      filled = code`${fill}(${filled}, ${encodeString(property)}, { ${joinCode(rows, ', ')} })`;
    }
    return filled;
  }
}
