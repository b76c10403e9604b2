import { formatOrigin } from '../diagnostics/origin.js';
import type { Api } from './api.js';
import type { JsonObject, JsonValue } from './element.js';
import { printJson } from './print-json.js';
import type { Schema } from './schema.js';
import { listSubschemas } from './walk-schemas.js';

// A schema nested deeper than this is printed separately. Otherwise the output is hard to read, and the stack may
// overflow.
const deepest = 16;
const widest = 110;

/**
 * Prints the model as JSON. The same input always results in the same text. Components, and schemas used in several
 * places, are printed once under `schemas` and are referred to by their place, `{ "schema": "file#pointer" }`.
 * Parameters, responses, media types, callbacks, path items and servers are printed in full once and as `see` after
 * that. Gaps are printed by their id. Empty lists are left out.
 */
export function printModel(api: Api): string {
  return `${printJson(new ModelPrinter(api).printApi(), widest)}\n`;
}

class ModelPrinter {
  readonly #api: Api;
  readonly #schemas: ReadonlySet<unknown>;
  readonly #gaps: ReadonlyMap<unknown, string>;
  readonly #securitySchemes: ReadonlyMap<unknown, string>;
  /** The schemas that are printed under `schemas`; grows while printing. */
  readonly #apart: Set<Schema>;
  readonly #printed = new Set<string>();

  constructor(api: Api) {
    this.#api = api;
    this.#schemas = new Set(api.schemas);
    this.#gaps = new Map(api.gaps.map((gap) => [gap, gap.id]));
    this.#securitySchemes = new Map(api.securitySchemes.map((scheme) => [scheme, scheme.name]));
    this.#apart = findShared(api);
  }

  printApi(): JsonObject {
    const { schemas: _schemas, gaps, securitySchemes, ...rest } = this.#api;
    const printed: { [key: string]: JsonValue } = { ...this.#printMembers(rest, 0) };
    printed['securitySchemes'] = securitySchemes.map((scheme) => this.#printMembers(scheme, 0));
    printed['gaps'] = gaps.map((gap) => this.#printMembers(gap, 0));
    const apart: { [place: string]: JsonValue } = {};
    for (const schema of this.#apart) apart[formatOrigin(schema.origin)] = this.#printMembers(schema, 0);
    printed['schemas'] = apart;
    return printed;
  }

  #print(value: unknown, depth: number): JsonValue {
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number' || typeof value === 'bigint') return value;
    if (typeof value !== 'object' || value === null) return null;
    if (Array.isArray(value)) return value.map((entry: unknown) => this.#print(entry, depth));
    const place = printOrigin(value);
    if (place !== undefined) return place;
    const gap = this.#gaps.get(value);
    if (gap !== undefined) return { gap };
    const scheme = this.#securitySchemes.get(value);
    if (scheme !== undefined) return { securityScheme: scheme };
    if (this.#isSchema(value)) return this.#printSchema(value, depth);
    // The base that child schemas extend is their parent without its discriminator.
    if ('baseOf' in value && this.#isSchema(value.baseOf)) return { baseOf: formatOrigin(value.baseOf.origin) };
    return this.#printOnce(value, depth);
  }

  #printSchema(schema: Schema, depth: number): JsonValue {
    if (depth >= deepest) this.#apart.add(schema);
    if (this.#apart.has(schema)) return { schema: formatOrigin(schema.origin) };
    return this.#printMembers(schema, depth + 1);
  }

  #printOnce(value: object, depth: number): JsonValue {
    if (!('origin' in value) || !isPart(value)) return this.#printMembers(value, depth);
    const place = this.#print(value.origin, depth);
    const name = 'status' in value ? { status: this.#print(value.status, depth) } : {};
    const key = JSON.stringify([place, name, 'mediaType' in value]);
    if (this.#printed.has(key)) return { ...name, see: place };
    this.#printed.add(key);
    return this.#printMembers(value, depth);
  }

  #printMembers(value: object, depth: number): JsonObject {
    const printed: { [key: string]: JsonValue } = {};
    if ('kind' in value) printed['kind'] = this.#print(value.kind, depth);
    const isSchema = this.#isSchema(value);
    for (const [key, member] of Object.entries(value)) {
      if (key === 'kind' || member === undefined) continue;
      if (data.has(key) || (isSchema && key === 'examples')) printed[key] = member;
      else if (!Array.isArray(member) || member.length > 0) printed[key] = this.#print(member, depth);
    }
    return printed;
  }

  #isSchema(value: unknown): value is Schema {
    return this.#schemas.has(value);
  }
}

/** The members that are plain data of the description, printed as they are. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'value', 'written']);

function findShared(api: Api): Set<Schema> {
  const shared = new Set<Schema>();
  const used = new Set<Schema>();
  for (const schema of api.schemas) {
    if (schema.component !== undefined) shared.add(schema);
    for (const { schema: target } of listSubschemas(schema)) {
      if (used.has(target)) shared.add(target);
      used.add(target);
    }
  }
  return shared;
}

function printOrigin(value: object): string | undefined {
  if (!('file' in value && 'pointer' in value) || Object.keys(value).length !== 2) return undefined;
  return formatOrigin({ file: String(value.file), pointer: String(value.pointer) });
}

// Recognises parameters, responses, media types, callbacks and path items. A path item has no member that only path
// items have.
function isPart(value: object): boolean {
  if (['location', 'status', 'mediaType', 'operations', 'variables'].some((member) => member in value)) return true;
  return Object.keys(value).every((key) => pathItemMembers.has(key));
}

const pathItemMembers: ReadonlySet<string> = new Set(['origin', 'notShown', 'source', 'summary', 'description']);
