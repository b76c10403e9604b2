import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Expected } from '../diagnostics/codes/build-keywords.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import { formatKind, formatValue } from '../diagnostics/show-text.js';
import { readExactNumber } from '../document/number-text.js';
import { resolveReference } from '../document/resolve.js';
import { findNumberText } from '../document/written.js';
import { isJson, isObject, type JsonValue, type ObjectValue } from '../model/element.js';
import { getTitle, type Keywords, listFields, type ObjectKind, tabledObjects } from '../model/openapi-objects.js';
import { findSchemaKeyword, schemaKeywordNames } from '../model/schema-keywords.js';
import type { BuildContext, NamedNode, Node } from './context.js';
import { isForeign } from './gaps/check-extension.js';
import { isProductExtension, type ProductExtension } from './gaps/product-extensions.js';

const nothing: readonly string[] = [];

/**
 * Reads the members of one object of the description. Reports a member of the wrong type at its place. `close` reports
 * the keywords that no reader asked for, and records the object for the coverage of keywords.
 */
export class ObjectReader<Kind extends ObjectKind = ObjectKind> implements Node {
  readonly context: BuildContext;
  readonly kind: Kind;
  readonly origin: Origin;
  readonly value: ObjectValue;
  readonly #taken: string[] = [];
  #data: string[] | undefined;
  #hasMembers = false;

  constructor(context: BuildContext, kind: Kind, origin: Origin, value: ObjectValue) {
    this.context = context;
    this.kind = kind;
    this.origin = origin;
    this.value = value;
  }

  /** Returns the place of a member. */
  at(keyword: string): Origin {
    return buildChildOrigin(this.origin, keyword);
  }

  /** Returns whether a member is present, without reading it. */
  has(keyword: Keywords[Kind]): boolean {
    return this.value[keyword] !== undefined;
  }

  /** Returns a member unchanged. A member without a value (`keyword:` in YAML) is reported and counts as absent. */
  take(keyword: Keywords[Kind]): unknown {
    const value = this.value[keyword];
    if (value === undefined || !Object.hasOwn(this.value, keyword)) return undefined;
    this.#mark(keyword);
    if (value !== null) return value;
    this.context.report('empty-keyword', this.at(keyword), { keyword }, 'key');
    return undefined;
  }

  /** Returns an extension unchanged. One that belongs to another tool counts as absent, and `close` reports it. */
  extension(name: ProductExtension): unknown {
    const value = this.value[name];
    if (value === undefined || isForeign(name, value)) return undefined;
    this.#markData(name);
    return value;
  }

  /** Returns a string. A number or boolean is read as its text. */
  text(keyword: Keywords[Kind]): string | undefined {
    const value = this.take(keyword);
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return this.#readText({ keyword, value });
    const target = this.#follow(keyword, value);
    return typeof target?.value === 'string' ? target.value : this.reportKind(keyword, 'string', value);
  }

  /** Returns those of some strings that are present, by their keywords. */
  presentTexts<K extends Keywords[Kind]>(...keywords: readonly K[]): { readonly [N in K]?: string } {
    const found: { [N in K]?: string } = {};
    for (const keyword of keywords) {
      const value = this.text(keyword);
      if (value !== undefined) found[keyword] = value;
    }
    return found;
  }

  /** Returns a required string, or `reading` if it is absent. */
  textOr(keyword: Keywords[Kind], reading: string): string {
    const value = this.text(keyword);
    if (value !== undefined) return value;
    if (!this.has(keyword)) this.reportAbsent(keyword, reading === '' ? 'empty' : { variant: 'value', reading });
    return reading;
  }

  /** Returns a string that the object needs: without it, the object has no meaning. `allowed` lists its values. */
  neededText(keyword: Keywords[Kind], allowed?: readonly string[]): string | undefined {
    const value = this.text(keyword);
    if (value === undefined && !this.has(keyword)) this.reportMissing(keyword, allowed);
    return value;
  }

  /** Returns a boolean. The strings `true` and `false` are read as booleans. */
  flag(keyword: Keywords[Kind]): boolean | undefined {
    const value = this.take(keyword);
    if (value === undefined || typeof value === 'boolean') return value;
    if (value !== 'true' && value !== 'false') return this.reportKind(keyword, 'flag', value);
    return this.#readAs({ keyword, expected: 'flag', value }, value === 'true');
  }

  /** Returns a number. A string that contains a number is read as that number. */
  number(keyword: Keywords[Kind]): number | undefined {
    const value = this.exactNumber(keyword);
    return value === undefined ? undefined : Number(value);
  }

  /** Returns a number. If it is an integer with more digits than JavaScript numbers have, returns a `bigint`. */
  exactNumber(keyword: Keywords[Kind]): number | bigint | undefined {
    const value = this.take(keyword);
    if (value === undefined) return value;
    if (typeof value === 'number') return this.context.readNumber(this.at(keyword), value);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' || !Number.isFinite(Number(text))) return this.reportKind(keyword, 'number', value);
    return this.#readAs({ keyword, expected: 'number', value }, readExactNumber(text));
  }

  /** Returns a list of strings. A single string is read as a list of one. */
  texts(keyword: Keywords[Kind]): string[] | undefined {
    const value = this.take(keyword);
    if (value === undefined) return undefined;
    this.#markData(keyword);
    if (typeof value === 'string') return this.#readAs({ keyword, expected: 'strings', value }, [value]);
    if (!Array.isArray(value)) return this.reportKind(keyword, 'strings', value);
    const texts: string[] = [];
    value.forEach((entry: unknown, index) => {
      if (typeof entry === 'string') texts.push(entry);
      else if (typeof entry === 'number' || typeof entry === 'boolean')
        texts.push(this.#readText({ keyword, value: entry, index }));
      else this.reportKind(keyword, 'string', entry, index);
    });
    return texts;
  }

  /** Returns plain data, `null` included. */
  data(keyword: Keywords[Kind]): JsonValue | undefined {
    const value = this.value[keyword];
    if (value === undefined || !Object.hasOwn(this.value, keyword)) return undefined;
    this.#mark(keyword);
    this.#markData(keyword);
    return isJson(value) ? this.context.readNumbers(this.at(keyword), value) : undefined;
  }

  /** Returns a member with its place. */
  node(keyword: Keywords[Kind]): Node | undefined {
    const value = this.take(keyword);
    return value === undefined ? undefined : { origin: this.at(keyword), value };
  }

  /** Returns the entries of a list with their places. */
  list(keyword: Keywords[Kind]): Node[] | undefined {
    const node = this.#follow(keyword, this.take(keyword));
    if (node === undefined) return undefined;
    if (!Array.isArray(node.value)) return this.reportKind(keyword, 'list', node.value);
    return node.value.map((value: unknown, index) => ({ origin: buildChildOrigin(node.origin, index), value }));
  }

  /** Returns the entries of a map with their names and places. */
  map(keyword: Keywords[Kind]): NamedNode[] | undefined {
    return this.#listEntries(keyword, this.#follow(keyword, this.take(keyword), true));
  }

  /** Returns the entries of a map of plain data with their names and places. */
  dataMap(keyword: Keywords[Kind]): NamedNode[] | undefined {
    const value = this.data(keyword) ?? undefined;
    return this.#listEntries(keyword, value === undefined ? value : { origin: this.at(keyword), value });
  }

  #listEntries(keyword: string, node: Node | undefined): NamedNode[] | undefined {
    if (node === undefined) return undefined;
    const { origin, value } = node;
    if (!isObject(value)) return this.reportKind(keyword, 'object', value);
    return Object.entries(value).map(([name, entry]) => ({
      name,
      origin: buildChildOrigin(origin, name),
      value: entry,
    }));
  }

  /** Returns the members of an object whose names the author chooses, without extensions, with their places. */
  members(): NamedNode[] {
    const names = Object.keys(this.value).filter((name) => !name.startsWith('x-'));
    this.#hasMembers = true;
    return names.map((name) => ({ name, origin: this.at(name), value: this.value[name] }));
  }

  /** Marks a member as read. Its value has no meaning here. Other code reports this. */
  ignore(keyword: string): void {
    this.#mark(keyword);
  }

  /** Reports that a required member is missing, and how the object is read without it. */
  reportAbsent(keyword: Keywords[Kind], reading: AbsentReading | { variant: 'value'; reading: string }): void {
    const chosen = typeof reading === 'string' ? { variant: reading } : reading;
    this.context.report('absent-keyword', this.origin, { object: this.kind, keyword, ...chosen });
  }

  /** Reports that a member is missing, and that the object has no meaning without it. */
  reportMissing(keyword: Keywords[Kind], allowed?: readonly string[]): void {
    this.context.report('missing-keyword', this.origin, { object: this.kind, keyword, allowed });
  }

  /** Reports a value that is not one of the allowed values. */
  reportValue(keyword: Keywords[Kind], value: string, allowed: readonly string[]): void {
    const likely = findNearestName(value, allowed);
    this.context.report('wrong-value', this.at(keyword), { variant: 'keyword', keyword, value, allowed, likely });
  }

  /** Ends the reading. Reports keywords that no reader asked for, and keywords of other versions. */
  close(): void {
    const { context, kind, origin } = this;
    const versions = listKeywordVersions(kind);
    let count = 0;
    for (const keyword in this.value) {
      count++;
      this.#checkVersion(keyword, versions.get(keyword));
    }
    const taken = this.#taken;
    const isWhole = this.#hasMembers || count === taken.length;
    context.coverage?.visit(origin, kind, isWhole ? 'all' : taken, this.#data ?? nothing);
    if (count === taken.length) return;
    const keywords = Object.keys(this.value);
    const rest = this.#hasMembers ? keywords.filter((keyword) => keyword.startsWith('x-')) : keywords;
    for (const keyword of rest) if (!taken.includes(keyword)) this.#reportUnread(keyword);
  }

  #follow(keyword: string, value: unknown, isMap = false): Node | undefined {
    if (value === undefined) return undefined;
    const node = { origin: this.at(keyword), value };
    return isReference(value) ? followUnexpected(this.context, node, { variant: 'member', keyword }, isMap) : node;
  }

  #checkVersion(keyword: string, since: '3.1' | '3.2' | undefined): void {
    if (since === undefined || since <= this.context.version) return;
    const finding = { keyword, version: this.context.version, since };
    this.context.report('other-version-keyword', this.at(keyword), { variant: 'read-as-there', ...finding }, 'key');
  }

  #reportUnread(keyword: string): void {
    const { context, kind } = this;
    if (isProductExtension(keyword)) {
      if (isForeign(keyword, this.value[keyword])) context.addForeign(keyword, this.at(keyword));
      else context.report('extension-misplaced', this.at(keyword), { extension: keyword, object: kind }, 'key');
    } else if (!keyword.startsWith('x-')) {
      const nearest = findNearestName(keyword, listKeywordVersions(kind).keys());
      const likely = nearest === keyword ? undefined : nearest;
      context.report('unknown-keyword', this.at(keyword), { keyword, object: kind, likely }, 'key');
    }
  }

  #mark(keyword: string): void {
    if (!this.#taken.includes(keyword)) this.#taken.push(keyword);
  }

  #markData(keyword: string): void {
    this.#data ??= [];
    this.#data.push(keyword);
    this.#mark(keyword);
  }

  /** Reports a member, or an entry of its list, of a wrong type. */
  reportKind(keyword: string, expected: Expected, value: unknown, index?: number): undefined {
    const finding = { keyword, expected, found: formatKind(value) };
    this.context.report('wrong-kind', this.#placeOf(keyword, index), { variant: 'member', ...finding });
    return undefined;
  }

  // A number has the text that the author wrote, such as `1.0`.
  #readText({ keyword, value, index }: Omit<UnexpectedValue, 'expected'> & { value: number | boolean }): string {
    const { context } = this;
    const place = this.#placeOf(keyword, index);
    const text = (typeof value === 'number' && findNumberText(context.document, place, value)) || String(value);
    context.texts.set(formatOrigin(place), { origin: place, text });
    context.report('read-as', place, { keyword, expected: 'string', found: text, variant: 'text' });
    return text;
  }

  #readAs<T extends number | bigint | boolean | string[]>(
    { keyword, expected, value, index }: UnexpectedValue,
    reading: T,
  ): T {
    const finding = { keyword, expected, found: formatValue(value) };
    const chosen = Array.isArray(reading)
      ? ({ variant: 'list' } as const)
      : ({ variant: 'value', reading: String(reading) } as const);
    this.context.report('read-as', this.#placeOf(keyword, index), { ...finding, ...chosen });
    return reading;
  }

  #placeOf(keyword: string, index: number | undefined): Origin {
    return index === undefined ? this.at(keyword) : buildChildOrigin(this.at(keyword), index);
  }
}

/** A value of an unexpected type. `index` is set for an entry of a list. */
interface UnexpectedValue {
  readonly keyword: string;
  readonly expected: Expected;
  readonly value: unknown;
  readonly index?: number;
}

/** The ways to read an object without a keyword that it should have. */
type AbsentReading = Exclude<CodeTable['absent-keyword']['variant'], 'value'>;

/** Opens an object for reading. Reports any other value and returns `undefined`. */
export function openObject<Kind extends ObjectKind>(
  context: BuildContext,
  kind: Kind,
  node: Node,
): ObjectReader<Kind> | undefined {
  const target =
    isReference(node.value) && kind !== 'Path Item Object'
      ? followUnexpected(context, node, { variant: 'object', object: kind })
      : node;
  if (!target) return undefined;
  const { origin, value } = target;
  if (isObject(value)) return new ObjectReader(context, kind, origin, value);
  context.report('wrong-kind', origin, { variant: 'object', object: kind, found: formatKind(value) });
  return undefined;
}

/** Reads an object, if there is one, and ends its reading. */
export function readObject<Kind extends ObjectKind, T>(
  context: BuildContext,
  kind: Kind,
  node: Node | undefined,
  read: (reader: ObjectReader<Kind>) => T,
): T | undefined {
  const reader = node && openObject(context, kind, node);
  const object = reader && read(reader);
  reader?.close();
  return object;
}

type Since = '3.1' | '3.2';

/** The version that added each keyword of an object; `undefined` for the keywords of 3.0. */
const versions: ReadonlyMap<ObjectKind, ReadonlyMap<string, Since | undefined>> = new Map([
  ...tabledObjects.map((object) => [getTitle(object), listVersions(listFields(object))] as const),
  ['Schema Object', listVersions(schemaKeywordNames.map((name) => ({ name, ...findSchemaKeyword(name) })))],
]);

// Leaves out `*`, the sign for names that the author chooses.
function listVersions(
  fields: readonly { readonly name: string; readonly since?: Since }[],
): Map<string, Since | undefined> {
  return new Map(fields.filter(({ name }) => name !== '*').map(({ name, since }) => [name, since]));
}

/** Returns the keywords of an object, each with the version that added it; `undefined` for the keywords of 3.0. */
export function listKeywordVersions(kind: ObjectKind): ReadonlyMap<string, Since | undefined> {
  return versions.get(kind) ?? new Map();
}

/** Returns whether a value is an object with `$ref`. */
export function isReference(value: unknown): value is { readonly $ref: string } {
  return isObject(value) && typeof value['$ref'] === 'string';
}

/**
 * Follows references at places where the specification allows none. Published descriptions use them for operations,
 * whole maps and strings, and their meaning is clear. Returns the value at the end, or `undefined` if there is none.
 */
function followUnexpected(
  context: BuildContext,
  node: Node,
  subject: CodeTable['endless-reference'],
  isMap = false,
): Node | undefined {
  const seen = new Map<unknown, Origin>();
  let at: Node | undefined = node;
  while (at && isReference(at.value)) {
    const { origin, value }: Node & { value: { $ref: string } } = { origin: at.origin, value: at.value };
    if (seen.has(value)) {
      context.reportEndless([...seen.values()], node.origin, subject);
      return undefined;
    }
    seen.set(value, origin);
    const finding = { ...subject, reference: value.$ref, isMap };
    context.report('unexpected-reference', buildChildOrigin(origin, '$ref'), finding, 'key');
    context.coverage?.visit(origin, 'Reference Object', ['$ref'], []);
    at = resolveReference(context.document, origin, value.$ref);
  }
  if (at && typeof at.value === 'string') context.coverage?.reach(at.origin);
  return at;
}
