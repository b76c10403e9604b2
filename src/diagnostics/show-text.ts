const longest = 1000;

// Control characters, invisible ones and marks of direction, halves of surrogate pairs, breaks that are no LF.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes text of the input safe to print on a terminal, in one line: what would be invisible or act is shown by its code. */
export function showText(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x09) return ' ';
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** Like `showText`; words longer than anybody reads are cut in their middle, the whole at its end. */
export function showSentence(text: string): string {
  const words = text.replaceAll(/\S{121,}/g, (word) => `${word.slice(0, 80)}…${word.slice(-30)}`);
  return showText(words.length > longest ? `${words.slice(0, longest)}…` : words);
}
