const longest = 1000;

// Control characters, invisible characters, bidirectional controls, lone surrogates, line breaks other than LF.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Encodes a text of the input as one line for a terminal. Invisible characters and control characters become their
 * codes.
 */
export function formatText(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0x09) return ' ';
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/**
 * Encodes control characters in printed lines for a terminal. All other characters stay, so that a printed patch can be
 * applied.
 */
export function formatLines(text: string): string {
  return text.replace(/\r(?!\n)|(?![\r\n\t])\p{Cc}/gu, formatText);
}

/** Like `formatText`, but cuts very long words in the middle and a very long text at its end. */
export function formatSentence(text: string): string {
  const words = text.replaceAll(/\S{121,}/g, (word) => `${word.slice(0, 80)}…${word.slice(-30)}`);
  return formatText(words.length > longest ? `${words.slice(0, longest)}…` : words);
}

/** The most characters of a line that people read. A longer word, such as a path, stays whole. */
export const lineWidth = 160;

/**
 * Breaks a text between words into lines of at most `width` characters. Every line but the first one begins with
 * `indent` spaces. `used` counts the characters before the text on its first line.
 */
export function wrapText(text: string, indent: number, used: number = indent, width: number = lineWidth): string {
  const lines = [''];
  let room = width - used;
  for (const [index, word] of text.split(' ').entries()) {
    const line = lines[lines.length - 1] ?? '';
    const longer = index === 0 ? word : `${line} ${word}`;
    if (longer.length > room && line !== '') {
      lines.push(word);
      room = width - indent;
    } else lines[lines.length - 1] = longer;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/**
 * Formats a text as one argument of a command that people paste into a shell:
 *
 * - in double quotes, which all shells and Windows support
 * - in single quotes if a shell would expand a character inside double quotes
 * - in `$'…'` (POSIX.1-2024, section 2.2.4) if it contains an invisible character, because a terminal does not show it
 */
export function formatArgument(text: string): string {
  if (/^[\w./@:%+,~-]+$/.test(text)) return text.startsWith('~') ? `'${text}'` : text;
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return `$'${text.replace(/[\p{C}\p{Zl}\p{Zp}\\'!]/gu, encodeOctal)}'`;
  return /["$`!\\]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}

function encodeOctal(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** Formats the kind of a value of the description, such as `a string`. */
export function formatKind(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return `a ${typeof value === 'bigint' ? 'number' : typeof value}`;
}

/** Formats a value of the description for a message. A short value is formatted as JSON, any other one as its kind. */
export function formatValue(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  const text = typeof value === 'object' && value !== null ? '' : JSON.stringify(value);
  return text !== '' && text.length <= 60 ? text : formatKind(value);
}

/** Formats the name of an OpenAPI object with its article, such as `a Schema Object`. Any other text stays the same. */
export function formatObject(kind: string): string {
  if (!kind.endsWith(' Object')) return kind;
  return /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** Formats an error that the user's code threw: the first line of its message. */
export function formatThrown(error: unknown): string {
  try {
    const text = String(error instanceof Error ? error.message : error);
    return text.split('\n')[0] ?? '';
  } catch {
    return 'the code threw a value that is not an error';
  }
}

/** Formats a number of things: `1 file`, `2 files`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
