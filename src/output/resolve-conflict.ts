/**
 * Resolves the conflicts that a merge left in the text of a manifest: keeps the lines of both sides, the first of two lines
 * about one name, and the commas that JSON needs. Everything in it can be generated again.
 */
export function resolveConflict(text: string): string {
  if (!/^<{7}/m.test(text)) return text;
  const names = new Set<string>();
  let isBase = false;
  const lines = text.split('\n').filter((line) => {
    if (/^\|{7}/.test(line)) isBase = true;
    if (/^={7}$/.test(line)) isBase = false;
    if (isBase || /^(?:<{7}|={7}$|>{7})/.test(line)) return false;
    const name = /^\s*("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
    if (name === undefined) return true;
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
  return lines
    .map((line) => line.replace(/,\s*$/, ''))
    .map((line, index, all) => (needsComma(line, all[index + 1]) ? `${line},` : line))
    .join('\n');
}

function needsComma(line: string, next: string | undefined): boolean {
  return line.trim() !== '' && !/[[{]\s*$/.test(line) && next !== undefined && /^\s*["{[]/.test(next);
}
