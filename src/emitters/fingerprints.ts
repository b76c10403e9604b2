import { hash } from 'node:crypto';
import { formatOrigin } from '../diagnostics/origin.js';
import { listComponents } from '../model/components.js';
import type { Schema } from '../model/schema.js';
import { textMembers } from '../model/schema-keywords.js';
import type { SchemaParts } from '../model/schema-parts.js';
import type { FingerprintMemory, SchemaPrint, ValuePrint } from './fingerprint-memory.js';
import { listApart } from './list-apart.js';

/** The hashes of the texts that a part of the output contains, by the place of the schema that has the texts. */
export type Texts = ReadonlyMap<string, string>;

/**
 * Hashes elements of the model, so that two runs can compare them. If an element has the same fingerprint in two runs,
 * it has the same members, and so have all schemas to which it leads. These schemas also have the same description by
 * `describe`. A schema inside another one that is already hashed has the fingerprint of that one and a number, so that
 * each schema is printed once.
 *
 * The texts of schemas (`textMembers`) are not a part of fingerprints, because few parts of the output contain them.
 * They have hashes of their own: one per schema that is not printed as a part of another one.
 */
export class Fingerprints {
  readonly #describe: (schema: Schema) => string;
  readonly #schemas: ReadonlyMap<unknown, unknown>;
  /** The schemas that are not printed as a part of others, because a reference leads to them. */
  readonly #apart: ReadonlySet<unknown>;
  readonly #known = new Map<Schema, string>();
  /** The schema as a part of which a schema was printed. */
  readonly #wholes = new Map<Schema, Schema>();
  readonly #texts = new Map<string, { readonly schema: Schema; readonly hash: string }>();
  readonly #last: ReadonlyMap<Schema, SchemaPrint>;
  readonly #prints = new Map<Schema, SchemaPrint>();
  readonly #lastValues: ReadonlyMap<object, ValuePrint>;
  readonly #values = new Map<object, ValuePrint>();

  constructor(schemas: SchemaParts, describe: (schema: Schema) => string, memory: FingerprintMemory = {}) {
    this.#describe = describe;
    this.#schemas = schemas;
    this.#apart = listApart(schemas.keys());
    this.#last = memory.prints ?? new Map();
    this.#lastValues = memory.values ?? new Map();
    memory.prints = this.#prints;
    memory.values = this.#values;
  }

  /** Returns the fingerprint of a value of the model, such as an operation. Examples make no difference. */
  ofValue(value: unknown): string {
    const leads: Schema[] = [];
    let text = this.#printValue(value, leads);
    for (const schema of leads) text += ` ${this.of(schema)}`;
    return hashText(text);
  }

  /**
   * Returns the hashes of the texts of schemas. The texts of a schema inside another one are hashed together with those
   * of the other one.
   */
  hashTexts(schemas: Iterable<Schema>): Texts {
    const texts = new Map<string, string>();
    for (const schema of schemas) {
      this.of(schema);
      const { place, texts: hash } = this.#printOf(this.#wholes.get(schema) ?? schema);
      texts.set(place, hash);
    }
    return texts;
  }

  /** Returns the schemas with these texts. Returns `undefined` if a text has changed. */
  findSchemas(texts: Texts): readonly Schema[] | undefined {
    const schemas: Schema[] = [];
    for (const [place, hash] of texts) {
      const known = this.#texts.get(place);
      if (known?.hash !== hash) return undefined;
      schemas.push(known.schema);
    }
    return schemas;
  }

  /** Returns the fingerprint of a schema. */
  of(schema: Schema): string {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const listUnknown = (each: Schema): readonly Schema[] =>
      this.#printOf(each).leads.filter((lead) => !this.#known.has(lead));
    for (const { nodes } of listComponents([schema], listUnknown)) {
      const inside = new Set(nodes);
      let text = '';
      for (const node of nodes) {
        const { content, parts, leads } = this.#printOf(node);
        text += content;
        for (const part of parts) text += `${this.#describe(part)}\n`;
        for (const lead of leads) text += inside.has(lead) ? '\n' : `${this.#known.get(lead)}\n`;
      }
      const whole = hashText(text);
      let count = 0;
      for (const node of nodes) count = this.#record(node, whole, count);
    }
    return this.#known.get(schema) ?? '';
  }

  // Records what was printed as a part of a schema. `before` is the number of schemas with the same fingerprint so far.
  #record(node: Schema, whole: string, before: number): number {
    const { place, parts, texts } = this.#printOf(node);
    this.#texts.set(place, { schema: node, hash: texts });
    let count = before;
    for (const each of parts) {
      if (!this.#known.has(each)) {
        this.#known.set(each, count === 0 ? whole : `${whole} ${count}`);
        this.#wholes.set(each, node);
      }
      count++;
    }
    return count;
  }

  #printOf(schema: Schema): SchemaPrint {
    const known = this.#prints.get(schema);
    if (known) return known;
    const last = this.#last.get(schema);
    const print = last && this.#isValid(last) ? last : this.#printSchema(schema);
    this.#prints.set(schema, print);
    return print;
  }

  // References elsewhere decide which schemas are apart.
  #isValid({ parts, leads }: SchemaPrint): boolean {
    return (
      parts.every((part, index) => index === 0 || !this.#apart.has(part)) && leads.every((lead) => this.#isApart(lead))
    );
  }

  #printSchema(schema: Schema): SchemaPrint {
    const lists: SchemaLists = { leads: [], parts: [], texts: '', outer: undefined };
    const content = hashText(this.#printMembers(schema, lists));
    const { leads, parts, texts } = lists;
    return { place: formatPlace(schema), content, texts: texts === '' ? '' : hashText(texts), leads, parts };
  }

  // Prints a value inside a schema. `lists` receives the schemas that it contains and those to which it leads.
  #print(value: unknown, lists: SchemaLists): string {
    if (typeof value !== 'object' || value === null) return printPrimitive(value);
    if (this.#isApart(value)) {
      lists.leads.push(value);
      return `#${formatOrigin(value.origin)}`;
    }
    return this.#isSchema(value) ? this.#printMembers(value, lists) : this.#printObject(value, lists);
  }

  // Prints a value outside schemas, such as a header. `leads` receives the schemas that it contains. Several operations
  // and several runs can have the same object.
  #printValue(value: unknown, leads: Schema[]): string {
    if (typeof value !== 'object' || value === null) return printPrimitive(value);
    if (this.#isSchema(value)) {
      leads.push(value);
      return '#';
    }
    const known = this.#values.get(value) ?? this.#lastValues.get(value);
    if (known) {
      this.#values.set(value, known);
      for (const lead of known.leads) leads.push(lead);
      return known.text;
    }
    const start = leads.length;
    const text = this.#printObject(value, leads);
    if (text.length < leastShared) return text;
    const hash = `@${hashText(text)}`;
    this.#values.set(value, { text: hash, leads: leads.slice(start) });
    return hash;
  }

  #printObject(value: object, lists: SchemaLists | Schema[]): string {
    if (value instanceof Map) return this.#printObject([...value], lists);
    let text = '';
    const print = (each: unknown): string =>
      Array.isArray(lists) ? this.#printValue(each, lists) : this.#print(each, lists);
    if (Array.isArray(value)) {
      for (const each of value) text += `${print(each)},`;
      return `[${text}]`;
    }
    const isElement = Array.isArray(lists) && 'origin' in value;
    for (const key in value) if (!isElement || key !== 'examples') text += `${key}=${print(Reflect.get(value, key))},`;
    return `{${text}}`;
  }

  // This runs for every schema that the last run did not have.
  #printMembers(schema: Schema, lists: SchemaLists): string {
    const number = lists.parts.push(schema);
    const { outer } = lists;
    lists.outer = schema;
    let text = `{${printPlace(schema, outer)},`;
    for (const key in schema) {
      if (key === 'origin') continue;
      const member: unknown = Reflect.get(schema, key);
      if (textMembers.has(key)) lists.texts += `${number} ${key}=${this.#print(member, lists)},`;
      else if (!Array.isArray(member) || member.length > 0) text += `${key}=${this.#print(member, lists)},`;
      else if (!isNormallyEmpty.has(key)) text += `${key}=,`;
    }
    lists.outer = outer;
    return `${text}}`;
  }

  #isSchema(value: unknown): value is Schema {
    return this.#schemas.has(value);
  }

  #isApart(value: unknown): value is Schema {
    return this.#apart.has(value);
  }
}

// The members of every schema that are usually empty lists.
const isNormallyEmpty: ReadonlySet<string> = new Set(['notShown', 'source']);

// The place of a schema usually begins with that of the schema that contains it.
function printPlace({ origin }: Schema, outer: Schema | undefined): string {
  if (outer?.origin.file !== origin.file || !origin.pointer.startsWith(outer.origin.pointer))
    return formatOrigin(origin);
  return origin.pointer.slice(outer.origin.pointer.length);
}

// The base that child schemas extend has the place of their parent.
function formatPlace({ origin, baseOf }: Schema): string {
  return baseOf ? `${formatOrigin(origin)} base` : formatOrigin(origin);
}

function printPrimitive(value: unknown): string {
  if (typeof value === 'string') return `${value.length}:${value}`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function hashText(text: string): string {
  return hash('sha256', text, 'base64');
}

// A shorter text takes less time to print again than to remember.
const leastShared = 200;

interface SchemaLists {
  /** The schemas that are not printed as a part of this one. */
  readonly leads: Schema[];
  /** The schema itself and the schemas that are printed as a part of it. */
  readonly parts: Schema[];
  /** The texts of `parts`, each with the number of its schema. */
  texts: string;
  /** The schema whose members are being printed. */
  outer: Schema | undefined;
}
