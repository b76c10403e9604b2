/**
 * Formats a text as one argument of a command that people paste into a shell. Double quotes are for all shells and
 * Windows, single quotes for characters that shells expand in double quotes, and `$'…'` (POSIX.1-2024, 2.2.4) for
 * invisible ones, which terminals do not show.
 */
export function formatArgument(text: string): string {
  if (/^[\w./@:%+,~-]+$/.test(text)) return text.startsWith('~') ? `'${text}'` : text;
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return `$'${text.replace(/[\p{C}\p{Zl}\p{Zp}\\'!]/gu, encodeOctal)}'`;
  return /["$`!\\]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}

function encodeOctal(character: string): string {
  return Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
