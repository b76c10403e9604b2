import jsTokens from 'js-tokens';
import { bytes } from './signs.js';
import { type TokenKind, type TokenReceiver, TokenScanner } from './token-scanner.js';

/**
 * Scans a JavaScript or TypeScript module in UTF-8, as far as its tokens are usual. Returns whether it reached the end.
 * If it did not, only `scanAnyTokens` can say which tokens the module has. The two closing brackets of
 * `Map<string, Set<Pet>>` are two tokens, as they would be on two lines.
 */
export function scanTokens(source: Buffer, receiver: TokenReceiver): boolean {
  return !source.includes(bytes.carriageReturn) && new TokenScanner(source, receiver).scan();
}

/** Scans any text with js-tokens, which takes several times as long. */
export function scanAnyTokens(text: string, receiver: TokenReceiver): void {
  let beginsLine = true;
  let start = 0;
  for (const { type, value } of jsTokens(text)) {
    const end = start + Buffer.byteLength(value);
    if (type === 'LineTerminatorSequence') beginsLine = true;
    else if (type !== 'WhiteSpace') {
      if (type === 'MultiLineComment' || type === 'SingleLineComment') receiver.addComment(start, end);
      else if (value === '>>' || value === '>>>')
        for (let at = start; at < end; at++) receiver.addToken('punctuator', at, at + 1, beginsLine);
      else receiver.addToken(kinds[type] ?? 'other', start, end, beginsLine);
      beginsLine = false;
    }
    start = end;
  }
}

const kinds: { readonly [type: string]: TokenKind } = {
  Punctuator: 'punctuator',
  IdentifierName: 'name',
  StringLiteral: 'string',
  NumericLiteral: 'number',
};
