/** A manifest without conflicts, or the line (from 1) of the second of two sets of options. */
type Resolution = { readonly text: string } | { readonly line: number };

/**
 * Resolves the conflicts that a merge left in the text of a manifest: keeps the lines of both sides, the first of two lines
 * about one name, and the commas that JSON needs. All of it can be generated again, except options: only the user knows
 * which of two sets counts.
 */
export function resolveConflict(text: string): Resolution {
  if (!/^<{7}/m.test(text)) return { text };
  const lines = listKeptLines(text);
  const options = lines.filter((line) => /^\s*"options"\s*:/.test(line));
  const second = options.find((line) => line !== options[0]);
  if (second !== undefined) return { line: text.split('\n').indexOf(second) + 1 };
  return { text: addCommas(lines) };
}

/** Lists the lines of both sides of each conflict, without the base and without a second line about one name. */
function listKeptLines(text: string): string[] {
  const seen = new Set<string>();
  let isBase = false;
  return text.split('\n').filter((line) => {
    if (/^\|{7}/.test(line)) isBase = true;
    if (/^={7}$/.test(line)) isBase = false;
    if (isBase || /^(?:<{7}|={7}$|>{7})/.test(line)) return false;
    const name = /^\s*"(?:[^"\\]|\\.)*"\s*:?/.exec(line)?.[0].trim(); // The id of an item may be the name of a member.
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
