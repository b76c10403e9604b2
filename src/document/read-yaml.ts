import { createRequire } from 'node:module';
import type { CST, Document, Node, Scalar, YAMLError, YAMLMap } from 'yaml';
import type { Code, CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { LineIndex, normalizeReturns } from '../diagnostics/line-index.js';
import { buildChildOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject } from '../model/element.js';
import type { DocumentFile } from './document.js';
import type { Limits } from './limits.js';
import { isPlainNumber } from './number-text.js';

/** The value of a text. `undefined` if the text could not be read; this was reported. */
export type ParsedText = Pick<DocumentFile, 'value' | 'numbers'> | undefined;

/** Returns the offset of the first mark of a merge conflict in a text. */
export function findConflict(text: string): number | undefined {
  return /^<{7} /m.exec(text)?.index;
}

// One mistake causes many errors of the parser, of which only the first ones are useful.
const mostMistakes = 5;

/**
 * Parses a YAML text (YAML 1.2, core schema, with merge keys; timestamps are strings). Reports everything that JSON
 * cannot express.
 */
export function readYaml(text: string, file: string, parsing: Parsing): ParsedText {
  const { limits, diagnostics } = parsing;
  const lines = new LineIndex(text);
  const origin = { file, pointer: '' };
  const tokens = splitTokens(normalizeReturns(text), limits);
  if (!Array.isArray(tokens)) {
    const { code, limit, offset } = tokens;
    diagnostics.report(code, origin, { limit }, { position: lines.locate(offset) });
    return undefined;
  }
  const documents = buildDocuments(tokens, text.length);
  const mistakes = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
  const conflict = mistakes.length > 0 ? findConflict(text) : undefined;
  if (conflict !== undefined) {
    diagnostics.report('yaml-syntax', origin, { variant: 'conflict' }, { position: lines.locate(conflict) });
    return undefined;
  }
  for (const mistake of mistakes.slice(0, mostMistakes)) reportMistake(mistake, file, lines, diagnostics);
  if (mistakes.length > 0) return undefined;
  const [first, second] = documents.filter(({ contents }) => !isEmpty(contents));
  if (second) {
    diagnostics.report('several-documents', origin, {}, { position: lines.locate(second.range[0]) });
    return undefined;
  }
  return readYamlValue(first?.contents ?? null, file, lines, parsing);
}

type Contents = Document.Parsed['contents'];

/** An exceeded limit, and where it is exceeded. */
interface Exceeded {
  readonly code: 'yaml-token-limit' | 'depth-limit';
  readonly limit: number;
  readonly offset: number;
}

function splitTokens(text: string, { yamlTokens, depth }: Limits): CST.Token[] | Exceeded {
  const { CST: signs, Lexer, Parser } = loadYaml();
  // Tokens that the lexer inserts between parts of the text.
  const marks = new Set<string>([signs.DOCUMENT, signs.FLOW_END, signs.SCALAR]);
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  let end = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > yamlTokens) return { code: 'yaml-token-limit', limit: yamlTokens, offset: end };
    if (!marks.has(lexeme)) end += lexeme.length;
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The parser and the next steps use recursion for each open token. The first one is the document.
    const deepest = parser.stack[depth + 1];
    if (deepest && 'items' in deepest) return { code: 'depth-limit', limit: depth, offset: deepest.offset };
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function buildDocuments(tokens: readonly CST.Token[], end: number): Document.Parsed[] {
  // Repeated names are found later, because the parser's own search takes time quadratic in the members of an object.
  const options = { schema: 'core', resolveKnownTags: false, stringKeys: true, uniqueKeys: false } as const;
  const { Composer } = loadYaml();
  return [...new Composer(options).compose(tokens, true, end)];
}

function isEmpty(contents: Contents): boolean {
  return contents === null || (loadYaml().isScalar(contents) && contents.source === '' && contents.type === 'PLAIN');
}

function reportMistake(mistake: YAMLError, file: string, lines: LineIndex, diagnostics: Diagnostics): void {
  const origin = { file, pointer: '' };
  const place = { position: lines.locate(mistake.pos[0]) };
  const [, tag] = /^Unresolved tag: (.*)/.exec(mistake.message) ?? [];
  if (tag !== undefined) {
    diagnostics.report('unknown-tag', origin, { tag: tag.replace(/^tag:yaml\.org,2002:/, '!!') }, place);
  } else {
    diagnostics.report('yaml-syntax', origin, describeMistake(mistake), place);
  }
}

function describeMistake({ code, message }: YAMLError): CodeTable['yaml-syntax'] {
  switch (code) {
    case 'TAB_AS_INDENT':
      return { variant: 'tab' };
    case 'NON_STRING_KEY':
      return { variant: 'name' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return { variant: 'second-colon' };
    case 'RESOURCE_EXHAUSTION':
      return { variant: 'depth' };
    default:
      return { variant: 'parser', what: message.charAt(0).toLowerCase() + message.slice(1) };
  }
}

/** The number of values that the aliases of a description may still repeat. */
interface AliasBudget {
  left: number;
}

/** The state that the parsing of all files of a description shares. */
export interface Parsing {
  readonly limits: Limits;
  readonly budget: AliasBudget;
  readonly diagnostics: Diagnostics;
}

const load = createRequire(import.meta.url);

/** Loads the YAML parser. A run without YAML files does not load it. */
function loadYaml(): typeof import('yaml') {
  return load('yaml');
}

/** The target of an anchor. It has no value while the anchored node is being read. */
interface Anchored {
  value?: unknown;
  readonly pointer: string;
  /** The index of its first number in the list of numbers, and of the first one after it. */
  readonly from: number;
  to: number;
}

/**
 * Converts the nodes of one YAML document to a value. No two places share an object. Returns `undefined` if an error was
 * reported.
 */
function readYamlValue(contents: Node | null, file: string, lines: LineIndex, parsing: Parsing): ParsedText {
  const yaml = loadYaml();
  const anchors = new Map<string, Anchored>();
  /** The path to the node that is being read. Its length is the depth. */
  const path: (string | number)[] = [];
  /** The numbers that JavaScript writes in another way: their pointers and texts. */
  const numbers: (readonly [pointer: string, text: string])[] = [];
  let failed = false;

  const whole = read(contents);
  return failed ? undefined : { value: whole, numbers: new Map(numbers) };

  function read(node: unknown): unknown {
    const { isAlias, isMap, isScalar, isSeq } = yaml;
    if (isAlias(node)) return repeat(node.source, node);
    if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
    if (node.anchor === undefined) return readContent(node);
    const from = numbers.length;
    const anchored: Anchored = { pointer: here().pointer, from, to: from };
    anchors.set(node.anchor, anchored);
    anchored.value = readContent(node);
    anchored.to = numbers.length;
    return anchored.value;
  }

  function readContent(node: unknown): unknown {
    const { isMap, isScalar, isSeq } = yaml;
    if (isScalar(node)) return readScalar(node);
    if (isMap(node)) return readMap(node);
    return isSeq(node) ? node.items.map((item, index) => readMember(index, item)) : null;
  }

  function readMember(key: string | number, node: unknown): unknown {
    path.push(key);
    const value = read(node);
    path.pop();
    return value;
  }

  function readScalar(node: Scalar): unknown {
    const { value, source = '' } = node;
    if (typeof value !== 'number') return value;
    if (!Number.isFinite(value)) report('number-not-held', { text: source, held: String(value) }, node);
    else if (!isPlainNumber(source)) numbers.push([here().pointer, source]);
    return value;
  }

  function readMap(node: YAMLMap): unknown {
    const members = new Map<string, unknown>();
    const own = new Set<string>();
    for (const { key, value } of node.items) {
      if (!yaml.isScalar(key)) continue;
      const name = String(key.value);
      if (name === '<<' && key.type === 'PLAIN') {
        merge(value, members);
        continue;
      }
      if (own.has(name)) report('duplicate-key', { key: name }, key, name);
      own.add(name);
      members.set(name, readMember(name, value));
    }
    return Object.fromEntries(members);
  }

  // The object's own member takes precedence over a merged one, and an earlier merged one over a later one (merge key
  // of YAML 1.1).
  function merge(node: unknown, members: Map<string, unknown>): void {
    const value = read(node);
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isObject(source)) {
        report('yaml-syntax', { variant: 'merge-key' }, node);
        return;
      }
      for (const [name, member] of Object.entries(source)) if (!members.has(name)) members.set(name, member);
    }
  }

  function repeat(name: string, alias: Node): unknown {
    const anchored = anchors.get(name);
    if (anchored === undefined) report('unknown-alias', { name }, alias);
    else if (!('value' in anchored)) report('endless-alias', { name }, alias);
    const repeated = copy(anchored?.value, path.length, alias);
    if (anchored && parsing.budget.left >= 0) {
      const { pointer } = here();
      for (const [place, text] of numbers.slice(anchored.from, anchored.to))
        numbers.push([pointer + place.slice(anchored.pointer.length), text]);
    }
    return repeated;
  }

  function here(): Origin {
    return buildChildOrigin({ file: file, pointer: '' }, ...path);
  }

  function copy(value: unknown, depth: number, alias: Node): unknown {
    if (--parsing.budget.left < 0) {
      if (parsing.budget.left === -1) report('alias-limit', { limit: parsing.limits.aliases }, alias);
      return null;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= parsing.limits.depth) {
      report('depth-limit', { limit: parsing.limits.depth }, alias);
      parsing.budget.left = -1;
      return null;
    }
    const inside = (member: unknown): unknown => copy(member, depth + 1, alias);
    if (Array.isArray(value)) return value.map(inside);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inside(member)]));
  }

  function report<C extends Code>(code: C, parameters: CodeTable[C], node: unknown, key?: string): void {
    failed = true;
    const origin = key === undefined ? here() : buildChildOrigin(here(), key);
    const position = lines.locate((yaml.isNode(node) && node.range?.[0]) || 0);
    parsing.diagnostics.report(code, origin, parameters, { ...(key !== undefined && { at: 'key' }), position });
  }
}
