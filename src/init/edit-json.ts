import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

/**
 * Sets a member of a JSON text, which can contain comments. Line breaks can only change in the object or list around
 * the member.
 */
export function withMember(text: string, path: JSONPath, value: unknown): string {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const insertSpaces = !indent.startsWith('\t');
  const formattingOptions = {
    insertSpaces,
    tabSize: insertSpaces ? indent.length : 1,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion: path.at(-1) === -1 }));
}
