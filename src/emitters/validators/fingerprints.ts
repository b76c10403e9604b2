import { formatOrigin } from '../../diagnostics/origin.js';
import { listComponents } from '../../model/components.js';
import type { Schema } from '../../model/schema.js';
import { listMembers } from '../../model/schema-keywords.js';
import type { FingerprintNumbers } from './function-memory.js';

/**
 * Numbers schemas by their content, so that two runs can compare them. If a schema has the same number in two runs, it
 * and all schemas to which it leads have the same members, except documentation, and the same description by `describe`.
 */
export class Fingerprints {
  readonly #describe: (schema: Schema) => string;
  readonly #last: FingerprintNumbers;
  readonly #schemas: ReadonlySet<unknown>;
  /** The schemas that are not printed as a part of others, because a reference leads to them. */
  readonly #apart: ReadonlySet<unknown>;
  readonly #texts = new Map<string, number>();
  readonly #numbers = new Map<Schema, number>();
  #next: number;

  constructor(schemas: ReadonlySet<Schema>, describe: (schema: Schema) => string, last: FingerprintNumbers) {
    this.#describe = describe;
    this.#last = last;
    this.#next = last.next;
    this.#schemas = schemas;
    this.#apart = listApart(schemas);
  }

  /** The numbers for the next run. */
  get numbers(): FingerprintNumbers {
    return { texts: this.#texts, next: this.#next };
  }

  /** Returns the number of a schema. */
  of(schema: Schema): number {
    const known = this.#numbers.get(schema);
    if (known !== undefined) return known;
    const printed = new Map<Schema, Printed>();
    const listUnknown = (each: Schema): readonly Schema[] => {
      const one = this.#printSchema(each);
      printed.set(each, one);
      return one.leads.filter((lead) => !this.#numbers.has(lead));
    };
    for (const { nodes } of listComponents([schema], listUnknown)) {
      const inside = new Set(nodes);
      const parts = nodes.flatMap((node) => {
        const { text = '', leads = [] } = printed.get(node) ?? {};
        return [text, ...leads.map((lead) => (inside.has(lead) ? '' : String(this.#numbers.get(lead))))];
      });
      const whole = this.#numberOf(parts.join('\n'));
      for (const [index, node] of nodes.entries())
        this.#numbers.set(node, nodes.length === 1 ? whole : this.#numberOf(`${whole} ${index}`));
    }
    return this.#numbers.get(schema) ?? -1;
  }

  #numberOf(text: string): number {
    const number = this.#texts.get(text) ?? this.#last.texts.get(text) ?? this.#next++;
    this.#texts.set(text, number);
    return number;
  }

  #printSchema(schema: Schema): Printed {
    const leads: Schema[] = [];
    return { text: this.#printMembers(schema, leads), leads };
  }

  #print(value: unknown, leads: Schema[]): string {
    if (typeof value === 'string') return `${value.length}:${value}`;
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    if (typeof value !== 'object' || value === null) return String(value);
    if (this.#isApart(value)) {
      leads.push(value);
      return `#${formatOrigin(value.origin)}`;
    }
    let text = '';
    if (Array.isArray(value)) {
      for (const each of value) text += `${this.#print(each, leads)},`;
      return `[${text}]`;
    }
    if (this.#isSchema(value)) return this.#printMembers(value, leads);
    for (const [key, member] of Object.entries(value)) text += `${key}=${this.#print(member, leads)},`;
    return `{${text}}`;
  }

  // This runs for every schema of the description.
  #printMembers(schema: Schema, leads: Schema[]): string {
    let text = `{${this.#describe(schema)}${formatOrigin(schema.origin)},`;
    for (const key in schema) {
      if (key === 'origin' || documentation.has(key)) continue;
      const member: unknown = Reflect.get(schema, key);
      if (key !== 'notShown' || schema.notShown.length > 0) text += `${key}=${this.#print(member, leads)},`;
    }
    return `${text}}`;
  }

  #isSchema(value: unknown): value is Schema {
    return this.#schemas.has(value);
  }

  #isApart(value: unknown): value is Schema {
    return this.#apart.has(value);
  }
}

// The members that no check reads. A default can be one that is filled in.
const documentation: ReadonlySet<string> = new Set([
  ...listMembers(({ role }) => role === 'documentation').filter(
    (member) => !['default', 'contentSchema'].includes(member),
  ),
  'source',
]);

interface Printed {
  readonly text: string;
  readonly leads: readonly Schema[];
}

function listApart(schemas: ReadonlySet<Schema>): Set<Schema> {
  const apart = new Set<Schema>();
  for (const schema of schemas) {
    if (schema.component !== undefined) apart.add(schema);
    if (schema.baseOf) apart.add(schema.baseOf).add(schema);
    if (schema.kind !== 'keywords') continue;
    const { ref, dynamicRef, discriminator } = schema;
    if (ref) apart.add(ref);
    if (dynamicRef) apart.add(dynamicRef.initial);
    if (!discriminator) continue;
    const { mapping, defaultMapping, inheritance } = discriminator;
    for (const each of mapping) apart.add(each.schema);
    if (defaultMapping) apart.add(defaultMapping);
    if (inheritance) apart.add(inheritance.base);
    for (const each of inheritance?.children ?? []) apart.add(each.schema);
  }
  return apart;
}
