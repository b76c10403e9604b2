import type { CST, Document, YAMLError } from 'yaml';
import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { LineIndex, normalizeReturns } from '../diagnostics/line-index.js';
import { findConflict, type ParsedText } from './read-json.js';
import { loadYaml, type Parsing, YamlValues } from './yaml-values.js';

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
  const tokens = splitTokens(normalizeReturns(text), limits.yamlTokens);
  if (!Array.isArray(tokens)) {
    diagnostics.report(
      'yaml-token-limit',
      origin,
      { limit: limits.yamlTokens },
      { position: lines.locate(tokens.end) },
    );
    return undefined;
  }
  const tooDeep = findTooDeep(tokens, limits.depth);
  if (tooDeep !== undefined) {
    diagnostics.report('depth-limit', origin, { limit: limits.depth }, { position: lines.locate(tooDeep) });
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
  return new YamlValues(file, lines, parsing).read(first?.contents ?? null);
}

type Contents = Document.Parsed['contents'];

function splitTokens(text: string, limit: number): CST.Token[] | { readonly end: number } {
  const { CST: signs, Lexer, Parser } = loadYaml();
  // Tokens that the lexer inserts between parts of the text.
  const marks = new Set<string>([signs.DOCUMENT, signs.FLOW_END, signs.SCALAR]);
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  let end = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > limit) return { end };
    if (!marks.has(lexeme)) end += lexeme.length;
    for (const token of parser.next(lexeme)) tokens.push(token);
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

// The next steps use recursion, and the regular expressions of the parser fail if the stack is nearly full.
function findTooDeep(tokens: readonly CST.Token[], limit: number): number | undefined {
  const open = tokens.flatMap((token) =>
    token.type === 'document' && token.value ? [{ token: token.value, depth: 1 }] : [],
  );
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    const { token, depth } = top;
    if (!('items' in token)) continue;
    if (depth > limit) return token.offset;
    for (const { key, value } of token.items) {
      if (key) open.push({ token: key, depth: depth + 1 });
      if (value) open.push({ token: value, depth: depth + 1 });
    }
  }
  return undefined;
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
