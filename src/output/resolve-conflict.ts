/**
 * The text of a manifest without conflicts. If the sides have different options, also the line of the second options,
 * from 1.
 */
type Resolution = { readonly text: string } | { readonly line: number };

/**
 * Resolves the conflicts that a merge left in the text of a manifest. Keeps the lines of both sides, but only the first
 * of two lines with the same name, and restores the commas. Everything can be generated again except the options. Only
 * the user knows which side has the right options.
 */
export function resolveConflict(text: string): Resolution {
  if (!/^<{7}/m.test(text)) return { text };
  const lines = listKeptLines(text);
  const options = lines.filter((line) => /^\s*"options"\s*:/.test(line));
  const second = options.find((line) => line !== options[0]);
  if (second !== undefined) return { line: text.split('\n').indexOf(second) + 1 };
  return { text: addCommas(lines) };
}

/**
 * Lists the lines of both sides of each conflict, without the common base and without a second line of the same name.
 */
function listKeptLines(text: string): string[] {
  const seen = new Set<string>();
  let isBase = false;
  return text.split('\n').filter((line) => {
    if (/^\|{7}/.test(line)) isBase = true;
    if (/^={7}$/.test(line)) isBase = false;
    if (isBase || /^(?:<{7}|={7}$|>{7})/.test(line)) return false;
    // The colon is optional, because an id in the list of open items counts as a name too.
    const name = /^\s*"(?:[^"\\]|\\.)*"\s*:?/.exec(line)?.[0].trim();
    const key = name === '"options":' ? line : name;
    if (key === undefined) return true;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function addCommas(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/,\s*$/, ''))
    .map((line, index, all) => (needsComma(line, all[index + 1]) ? `${line},` : line))
    .join('\n');
}

function needsComma(line: string, next: string | undefined): boolean {
  return line.trim() !== '' && !/[[{]\s*$/.test(line) && next !== undefined && /^\s*["{[]/.test(next);
}
