import { dirname, join, resolve } from 'node:path';
import { encodePointerToken } from '../diagnostics/origin.js';
import { printFragment } from '../document/bundle.js';
import type { Document, Reference } from '../document/document.js';

/**
 * Prints each file of a description as JSON in which all references stay within the files of the description, by real
 * path. Redocly also follows `$ref` in examples and extensions, `externalValue`, and URLs that identify schemas. In the
 * printed text, these lead to nothing.
 */
export function closeFiles(document: Document): Map<string, string> {
  const followed = listTexts(document);
  return new Map(
    [...document.files].map(([file, { value }]) => [
      getPath(document, file),
      JSON.stringify(closeValue(value, followed.get(file) ?? new Map(), '')),
    ]),
  );
}

/** Returns the absolute real path of a file of a description. */
export function getPath(document: Document, file: string): string {
  return join(document.folder, file);
}

/** Lists the text that Redocly reads for each reference: by file, then by the pointer of the reference. */
function listTexts(document: Document): Map<string, Map<string, string>> {
  const texts = new Map<string, Map<string, string>>();
  for (const reference of document.references) {
    if (reference.kind !== '$ref' && reference.kind !== 'mapping') continue;
    const { file, pointer } = reference.at;
    const inFile = texts.get(file) ?? new Map<string, string>();
    texts.set(file, inFile.set(pointer, printText(document, reference)));
  }
  return texts;
}

// A reference does not change if Redocly finds the same target with it.
function printText(document: Document, { at, text, target }: Reference): string {
  const [address = ''] = text.split('#/');
  const from = getPath(document, at.file);
  const to = getPath(document, target.file);
  const path = address.replace(/#$/, '');
  if (path === '' ? at.file === target.file : resolve(dirname(from), path) === to) return text;
  return `${at.file === target.file ? '' : to}#${printFragment(target.pointer)}`;
}

const closedName = '$ref\u2060';

/**
 * Renames a member that Redocly would follow as a reference to another file, even inside an example. A description in
 * one file needs no such reference. The new name ends with a word joiner, which is invisible.
 */
export function closeReference(key: string, value: unknown): string {
  return key !== '$ref' || (typeof value === 'string' && value.startsWith('#')) ? key : closedName;
}

/** Restores the names that `closeReference` changed in a text. */
export function openReferences(text: string): string {
  return text.replaceAll(closedName, '$ref');
}

/** A reference without a target, in the same file. */
const nowhere = '#/nowhere';

function closeValue(value: unknown, followed: ReadonlyMap<string, string>, pointer: string, parent = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => closeValue(item, followed, `${pointer}/${index}`));
  const closeMember = ([key, member]: [string, unknown]): [string, unknown] => {
    const place = `${pointer}/${encodePointerToken(key)}`;
    const text = followed.get(place);
    if (text !== undefined) return [key, text];
    if (typeof member !== 'string') return [key, closeValue(member, followed, place, key)];
    if (key === 'externalValue' || parent === 'mapping' || key === 'defaultMapping')
      return [key, member.startsWith('#') ? member : nowhere];
    return [closeReference(key, member), member];
  };
  return Object.fromEntries(Object.entries(value).map(closeMember));
}
