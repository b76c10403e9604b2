import type { Diagnostics } from '../diagnostics/diagnostic.js';
import type { Folder } from '../files/folder.js';
import { decodeText } from '../files/hash-text.js';
import { formatPlace, readJson } from '../files/read-json.js';

/** The file that records what was fetched. It is in the folder where `lacuna fetch` runs. */
export const pinsName = 'lacuna.fetch.json';

/** The source of a fetched file. */
export interface Pin {
  readonly url: string;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** The pins by path below the folder, with `/` as separator. */
export type Pins = ReadonlyMap<string, Pin>;

/** Reads the pins of a folder. If they cannot be read, reports this and returns `undefined`. */
export function readPins(folder: Folder, diagnostics: Diagnostics): Pins | undefined {
  const found = folder.find(pinsName);
  if (found.state === 'absent') return new Map();
  const text = found.state === 'file' ? decodeText(found.bytes) : '';
  const reading = readJson(text, (root) => {
    root.only(['files']);
    const files = root.unique().get('files').files();
    return new Map(
      files.map(([path, row]) => [path, { url: row.get('url').text(), sha256: row.get('sha256').text() }]),
    );
  });
  if ('value' in reading) return reading.value;
  const place = formatPlace(pinsName, reading.mistake);
  diagnostics.report('broken-pins', undefined, { place, why: reading.mistake.what });
  return undefined;
}

/** Prints pins, one per line, sorted by path. */
export function printPins(pins: Pins): string {
  const rows = [...pins].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(
    ([path, { url, sha256 }]) => `    ${JSON.stringify(path)}: ${JSON.stringify({ url, sha256 })}`,
  );
  return `{\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}
