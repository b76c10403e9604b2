import { posix } from 'node:path';
import type { CodeTable } from '../diagnostics/catalogue.js';
import { Diagnostics } from '../diagnostics/diagnostic.js';
import { defaultLimits, type Limits } from '../document/limits.js';
import { parseText } from '../document/parse-text.js';
import { readVersion } from '../document/read-document.js';
import { completeInterrupted, type FileChange, writeFiles } from '../files/file-writer.js';
import { type Folder, isSafePath } from '../files/folder.js';
import { decodeText } from '../files/hash-text.js';
import { hashBytes, isReservedName } from '../files/journal.js';
import { formatPlace, readJson } from '../files/read-json.js';
import { isObject } from '../model/element.js';

interface FetchRequest {
  /** The folder where the command runs. It contains the files and their pins. */
  readonly folder: Folder;
  /** The URL. If it is absent, all pinned files are fetched. */
  readonly url?: string;
  /** The path of the file below the folder. By default, the last segment of the URL. */
  readonly out?: string;
  readonly isCheck: boolean;
  readonly limits?: Partial<Limits>;
}

export interface FetchedFile extends Pin {
  readonly path: string;
  readonly state: 'added' | 'changed' | 'unchanged';
  /** The differences from the earlier content, one line each. */
  readonly differences: readonly string[];
}

interface Target {
  readonly url: string;
  /** Absent for a new URL without `--out`, because the file name depends on the content. */
  readonly path?: string;
}

interface Download extends FetchedFile {
  readonly bytes: Uint8Array;
  readonly before: Uint8Array | undefined;
}

/**
 * Downloads descriptions and pins them: the URL and the SHA-256 of the content, in `lacuna.fetch.json`. Writes all
 * files or, if there are errors, none. Never overwrites a file that it did not fetch, or that was changed since. Adds
 * the bytes of each downloaded file to `sources`, by its URL, so that findings can show lines of it.
 */
export async function fetchDescriptions(
  request: FetchRequest,
  sources: Map<string, Uint8Array>,
  diagnostics: Diagnostics,
): Promise<readonly FetchedFile[]> {
  const { folder, isCheck } = request;
  if (!isCheck && (await completeInterrupted({ folder, journalFolder: '' }, diagnostics)) === undefined) return [];
  const pins = readPins(folder, diagnostics);
  const targets = pins && listTargets(request, pins, diagnostics);
  if (!targets || diagnostics.hasErrors) return [];
  const downloads: Download[] = [];
  for (const target of targets) {
    const download = await fetchOne(target, { request, pins, sources, diagnostics });
    if (download) downloads.push(download);
  }
  if (isCheck) return downloads;
  return !diagnostics.hasErrors && (await writeAll(folder, pins, downloads, diagnostics)) ? downloads : [];
}

function listTargets({ url, out }: FetchRequest, pins: Pins, diagnostics: Diagnostics): Target[] | undefined {
  const path = out === undefined ? undefined : posix.normalize(out.replaceAll('\\', '/'));
  if (path !== undefined && !isSafePath(path)) {
    diagnostics.report('file-outside-folder', undefined, { path });
    return undefined;
  }
  if (url !== undefined) return [{ url, ...(path !== undefined && { path }) }];
  const pinned = [...pins].map(([file, pin]) => ({ url: pin.url, path: file }));
  const targets = pinned.filter((target) => path === undefined || target.path === path);
  if (targets.length === 0) diagnostics.report('nothing-to-fetch', undefined, { path: pinsName });
  return targets;
}

interface Fetching {
  readonly request: FetchRequest;
  readonly pins: Pins;
  readonly sources: Map<string, Uint8Array>;
  readonly diagnostics: Diagnostics;
}

async function fetchOne({ url, path: chosen }: Target, fetching: Fetching): Promise<Download | undefined> {
  const { request, pins, sources, diagnostics } = fetching;
  if (chosen !== undefined && reportOwnName(chosen, diagnostics)) return undefined;
  const limits = { ...defaultLimits, ...request.limits };
  const downloaded = await fetchFile(url, limits.fileBytes);
  if ('why' in downloaded) {
    diagnostics.report('not-fetched', undefined, downloaded.why);
    return undefined;
  }
  const { bytes, redirectedTo } = downloaded;
  sources.set(url, bytes);
  const format = checkDescription(bytes, url, limits, diagnostics);
  const path = chosen ?? (format && nameFile(url, format));
  if (redirectedTo !== undefined) diagnostics.report('fetch-redirected', undefined, { url, to: redirectedTo, path });
  if (path === undefined || format === undefined || reportOwnName(path, diagnostics)) return undefined;
  const pin = pins.get(path);
  if (chosen === undefined && pin !== undefined && pin.url !== url) {
    diagnostics.report('fetched-file-changed', undefined, { variant: 'other', path, url, recorded: pin.url });
    return undefined;
  }
  const before = readOwn(path, bytes, fetching);
  if (before === 'refused') return undefined;
  const sha256 = hashBytes(bytes);
  // A check compares with the pin, because somebody may have changed the file on disk.
  const isSame = request.isCheck ? pin?.sha256 === sha256 : before !== undefined && Buffer.compare(before, bytes) === 0;
  const isKnown = before !== undefined || request.folder.find(path).state !== 'absent';
  const state = isSame ? 'unchanged' : isKnown ? 'changed' : 'added';
  const differences = state === 'changed' && before ? compareDescriptions(before, bytes, path) : [];
  return { url, sha256, path, state, differences, bytes, before };
}

// The record of what was fetched would replace the file, or the file would replace a record. Some systems ignore case.
function reportOwnName(path: string, diagnostics: Diagnostics): boolean {
  const name = posix.basename(path).toLowerCase();
  const isOwn = isReservedName(name) || name === pinsName || /^lacuna\.(?:answers|config)\./.test(name);
  if (isOwn) diagnostics.report('fetched-file-changed', undefined, { variant: 'own', path });
  return isOwn;
}

/** Returns the format of a description. If lacuna cannot read the content, reports it and returns `undefined`. */
function checkDescription(
  bytes: Uint8Array,
  url: string,
  limits: Limits,
  diagnostics: Diagnostics,
): 'json' | 'yaml' | undefined {
  const parsing = { limits, budget: { left: limits.aliases }, diagnostics };
  const file = parseText(bytes, url, parsing);
  if (!file) return undefined;
  if (readVersion(file.value, { file: url, pointer: '' }, diagnostics) === undefined) return undefined;
  const files = listOtherFiles(file.value);
  if (files.length > 0) diagnostics.report('fetched-references', undefined, { url, files });
  return file.format;
}

/** Lists the URLs of other files to which references lead, each once. */
function listOtherFiles(value: unknown): string[] {
  const addresses = new Set<string>();
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next);
    else if (isObject(next)) {
      const [address = ''] = typeof next['$ref'] === 'string' ? next['$ref'].split('#') : [];
      if (address !== '') addresses.add(address);
      open.push(...Object.values(next));
    }
  }
  return [...addresses].sort();
}

function nameFile(url: string, format: 'json' | 'yaml'): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return /^[\w.-]+\.(json|ya?ml)$/i.test(last) ? last : `openapi.${format}`;
}

/**
 * Reads the file on disk if it was fetched and has not changed since. A check reports a change, but still compares the
 * content of the address with the record.
 */
function readOwn(
  path: string,
  bytes: Uint8Array,
  { request, pins, diagnostics }: Fetching,
): Uint8Array | undefined | 'refused' {
  const found = request.folder.find(path);
  if (found.state === 'absent') return undefined;
  const isSame = found.state === 'file' && Buffer.compare(found.bytes, bytes) === 0;
  const pin = pins.get(path);
  if (found.state === 'file' && (isSame || pin?.sha256 === hashBytes(found.bytes))) return found.bytes;
  const variant = pin === undefined ? 'foreign' : 'edited';
  diagnostics.report('fetched-file-changed', undefined, { variant, path });
  return request.isCheck && pin !== undefined ? undefined : 'refused';
}

async function writeAll(
  folder: Folder,
  pins: Pins,
  downloads: readonly Download[],
  diagnostics: Diagnostics,
): Promise<boolean> {
  const next = new Map(pins);
  for (const { path, url, sha256 } of downloads) next.set(path, { url, sha256 });
  const found = folder.find(pinsName);
  const changes: FileChange[] = downloads.map(({ path, before, bytes }) => ({
    path,
    ...(before && { before }),
    after: bytes,
  }));
  changes.push({
    path: pinsName,
    ...(found.state === 'file' && { before: found.bytes }),
    after: Buffer.from(printPins(next)),
  });
  return writeFiles({ folder, journalFolder: '' }, changes, diagnostics);
}

/** The file that records what was fetched. It is in the folder where `lacuna fetch` runs. */
export const pinsName = 'lacuna.fetch.json';

/** The source of a fetched file. */
interface Pin {
  readonly url: string;
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/** The pins by path below the folder, with `/` as separator. */
type Pins = ReadonlyMap<string, Pin>;

/** Reads the pins of a folder. If they cannot be read, reports this and returns `undefined`. */
function readPins(folder: Folder, diagnostics: Diagnostics): Pins | undefined {
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
function printPins(pins: Pins): string {
  const rows = [...pins].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(
    ([path, { url, sha256 }]) => `    ${JSON.stringify(path)}: ${JSON.stringify({ url, sha256 })}`,
  );
  return `{\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/**
 * Lists the differences between two descriptions, one line each: operations, components, and other members of the root.
 */
function compareDescriptions(before: Uint8Array, after: Uint8Array, path: string): string[] {
  const [old, next] = [listParts(before, path), listParts(after, path)];
  const removed = [...old.keys()].filter((name) => !next.has(name)).map((name) => `- ${name}`);
  const added = [...next.keys()].filter((name) => !old.has(name)).map((name) => `+ ${name}`);
  const changed = [...next]
    .filter(([name, text]) => old.has(name) && old.get(name) !== text)
    .map(([name]) => `~ ${name}`);
  return [...removed, ...added, ...changed];
}

// Splits a description into operations and components, by names such as `GET /pets` and `schemas/Pet`, and the other
// members of the root.
function listParts(bytes: Uint8Array, path: string): ReadonlyMap<string, string> {
  const limits = defaultLimits;
  const root = parseText(bytes, path, {
    limits,
    budget: { left: limits.aliases },
    diagnostics: new Diagnostics(),
  })?.value;
  const parts = new Map<string, string>();
  for (const [name, value] of listMembers(root)) {
    if (name === 'paths') {
      for (const [route, item] of listMembers(value))
        for (const [method, operation] of listMembers(item))
          parts.set(`${method.toUpperCase()} ${route}`, JSON.stringify(operation));
    } else if (name === 'components') {
      for (const [kind, group] of listMembers(value))
        for (const [component, part] of listMembers(group)) parts.set(`${kind}/${component}`, JSON.stringify(part));
    } else parts.set(name, JSON.stringify(value));
  }
  return parts;
}

function listMembers(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

type Downloaded =
  // `redirectedTo` is the URL of the response, if redirects led to another one.
  { readonly bytes: Uint8Array; readonly redirectedTo?: string } | { readonly why: CodeTable['not-fetched'] };

const mostRedirects = 5;
/** The most seconds from the request to the last byte. */
const mostSeconds = 60;

class TooLarge extends Error {}

/**
 * Downloads the content of an `http` or `https` URL, at most `limit` bytes. Follows at most five redirects, but none
 * from `https` to `http`.
 */
async function fetchFile(url: string, limit: number): Promise<Downloaded> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return { why: { variant: 'address', url } };
  if (new URL(url).username !== '') return { why: { variant: 'credentials', url } };
  const signal = AbortSignal.timeout(mostSeconds * 1000);
  try {
    return await follow(new URL(url), limit, signal);
  } catch (error) {
    if (signal.aborted) return { why: { variant: 'timeout', url, seconds: mostSeconds } };
    if (error instanceof TooLarge) return { why: { variant: 'size', url, limit } };
    return { why: { variant: 'network', url, what: formatCause(error) } };
  }
}

async function follow(first: URL, limit: number, signal: AbortSignal): Promise<Downloaded> {
  let url = first;
  for (let count = 0; count <= mostRedirects; count++) {
    const headers = { accept: 'application/json, application/yaml, */*' };
    const answer = await fetch(url, { redirect: 'manual', signal, headers });
    if (answer.ok) return { bytes: await readBytes(answer, limit), ...(url !== first && { redirectedTo: url.href }) };
    await answer.body?.cancel();
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null)
      return { why: { variant: 'status', url: first.href, status: answer.status } };
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next === undefined || !/^https?:$/.test(next.protocol))
      return { why: { variant: 'redirect', url: first.href, to: location } };
    if (url.protocol === 'https:' && next.protocol === 'http:')
      return { why: { variant: 'redirect', url: first.href, to: next.href } };
    url = next;
  }
  return { why: { variant: 'redirects', url: first.href, count: mostRedirects } };
}

async function readBytes(answer: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > most) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// The error of `fetch` says only that it failed. Its `cause` has the reason.
function formatCause(error: unknown): string {
  const cause: unknown = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
}
