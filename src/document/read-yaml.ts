import type { CST, Document, YAMLError } from 'yaml';
import type { CodeTable } from '../diagnostics/catalogue.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { LineIndex, normalizeReturns } from '../diagnostics/line-index.js';
import type { Limits } from './limits.js';
import { findConflict, type ParsedText } from './read-json.js';
import { loadYaml, type Parsing, readYamlValue } from './yaml-values.js';

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
