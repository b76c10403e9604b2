import jsTokens from 'js-tokens';
import { bytes } from './signs.js';
import { type TokenList, tokenKinds } from './token-list.js';
import { TokenScanner } from './token-scanner.js';

/**
 * Scans the tokens of a JavaScript or TypeScript module in UTF-8. The two closing brackets of `Map<string, Set<Pet>>`
 * are two tokens, as they would be on two lines.
 */
export function scanTokens(source: Buffer, tokens: TokenList): void {
  tokens.clear();
  const isUsual = !source.includes(bytes.carriageReturn) && new TokenScanner(source, tokens).scan();
  if (!isUsual) scanAnyTokens(source.toString('utf8'), tokens);
}

/** Scans the tokens of any text with js-tokens, which takes several times as long. */
export function scanAnyTokens(text: string, tokens: TokenList): void {
  tokens.clear();
  let beginsLine = true;
  let start = 0;
  for (const { type, value } of jsTokens(text)) {
    const end = start + Buffer.byteLength(value);
    if (type === 'LineTerminatorSequence') beginsLine = true;
    else if (type !== 'WhiteSpace') {
      if (value === '>>' || value === '>>>')
        for (let at = start; at < end; at++) tokens.add(tokenKinds.punctuator, at, at + 1);
      else tokens.add(type === 'IdentifierName' && beginsLine ? tokenKinds.firstName : getKind(type), start, end);
      beginsLine = false;
    }
    start = end;
  }
}

function getKind(type: string): number {
  return kinds[type] ?? tokenKinds.other;
}

const kinds: { readonly [type: string]: number } = {
  Punctuator: tokenKinds.punctuator,
  IdentifierName: tokenKinds.name,
  StringLiteral: tokenKinds.string,
  NumericLiteral: tokenKinds.number,
  MultiLineComment: tokenKinds.comment,
  SingleLineComment: tokenKinds.comment,
};
