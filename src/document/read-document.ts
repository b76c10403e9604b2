import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { greatestDepth } from '../diagnostics/codes/document.js';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { findNearestName } from '../diagnostics/nearest-name.js';
import type { Origin } from '../diagnostics/origin.js';
import { buildChildOrigin } from '../diagnostics/origin.js';
import { isObject } from '../model/element.js';
import type { OperationFilter } from '../model/operation-filter.js';
import { type Document, type DocumentFile, type OpenApiVersion, standardInput } from './document.js';
import { followReferences } from './follow-references.js';
import { GrowingDocument } from './growing-document.js';
import { defaultLimits, type Limits } from './limits.js';
import { findMember } from './resolve.js';
import { type ParsedFiles, SourceFiles } from './source-files.js';
import { suggestPath } from './suggest-reference.js';

/** The options that decide which files and operations are read. */
interface Scope {
  /** A folder to whose files references may lead, in addition to the folder of the description. */
  readonly root?: string | undefined;
  readonly filter?: OperationFilter | undefined;
  /** The contents that replace files on disk, by real path. */
  readonly contents?: ReadonlyMap<string, Uint8Array> | undefined;
  /** The description, if it is not in a file. */
  readonly input?: Input | undefined;
  /** Changes the description after it is parsed. */
  readonly edit?: EditDescription | undefined;
  /** The files that an earlier run parsed. Receives those of this run. */
  readonly parsed?: ParsedFiles | undefined;
}

/** Changes a parsed description, and reports mistakes in the change. */
export type EditDescription = (
  file: DocumentFile,
  tools: {
    readonly folder: string;
    readonly sources: SourceFiles;
    readonly limits: Limits;
    readonly diagnostics: Diagnostics;
  },
) => Pick<Document, 'overlays' | 'moved'> & { readonly file: DocumentFile };

/** A description that is not in a file. */
interface Input {
  readonly bytes: Uint8Array;
  /** The folder to which references are relative. */
  readonly folder: string;
}

/**
 * Reads a description and every file that its references reach, if the file is below the description's folder or below
 * `root`. With a `filter`, reads only the operations that the filter keeps. With an `input`, reads the input instead of
 * the file at `path`. Reports all problems at once. The result is complete only if no error was reported. Returns
 * `undefined` if there is no file at `path`.
 */
export function readDocument(
  path: string,
  diagnostics: Diagnostics,
  limits: Partial<Limits> = {},
  { root, filter, input, contents, parsed, edit }: Scope = {},
): Document | undefined {
  const all = { ...defaultLimits, ...limits };
  const real = input ? join(realpathSync.native(input.folder), standardInput) : findEntry(path, all, diagnostics);
  const roots = root === undefined ? [] : findRoot(root, diagnostics);
  if (real === undefined || roots === undefined) return undefined;
  const folder = dirname(real);
  const bounded = { ...all, depth: Math.min(all.depth, greatestDepth) };
  const sources = new SourceFiles({ folder, roots: [folder, ...roots], contents, parsed }, bounded, diagnostics);
  const origin: Origin = { file: sources.nameFile(real), pointer: '' };
  const file = input ? sources.parse(input.bytes, origin.file) : sources.load(real, origin);
  const version = typeof file === 'string' ? undefined : readVersion(file.value, origin, diagnostics);
  const document = new GrowingDocument(folder, origin.file, version ?? '3.1', diagnostics);
  document.roots = [folder, ...roots];
  document.texts = sources.texts;
  if (typeof file === 'string') return document;
  const edited = version && edit?.(file, { folder, sources, limits: all, diagnostics });
  document.written = file.value;
  document.overlays = edited?.overlays ?? [];
  document.moved = edited?.moved ?? new Map();
  document.add(real, edited?.file ?? file);
  if (!input) document.add(resolve(path), file);
  if (version !== undefined) followReferences(document, sources, diagnostics, filter);
  document.looked = sources.looked;
  for (const name of parsed?.keys() ?? []) if (!document.files.has(name)) parsed?.delete(name);
  return document;
}

// The document has no folder yet, so the origin has the path as the caller wrote it.
function findEntry(path: string, limits: Limits, diagnostics: Diagnostics): string | undefined {
  const origin = { file: path, pointer: '' };
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(path)) {
    diagnostics.report('spec-is-url', origin, { url: path });
    return undefined;
  }
  try {
    const real = realpathSync.native(path);
    const stats = statSync(real);
    if (stats.isFile() && stats.size <= limits.fileBytes) return real;
    if (stats.isFile()) {
      diagnostics.report('file-size-limit', origin, { limit: limits.fileBytes, size: stats.size });
      return undefined;
    }
    const variant = stats.isDirectory() ? 'folder' : 'device';
    diagnostics.report('file-unreadable', origin, { variant, likely: suggestPath(path, 'openapi.yaml', () => true) });
  } catch {
    const likely = suggestPath(dirname(resolve(path)), basename(path), () => true);
    diagnostics.report('file-not-found', origin, { likely });
  }
  return undefined;
}

function findRoot(root: string, diagnostics: Diagnostics): string[] | undefined {
  try {
    const real = realpathSync.native(root);
    if (statSync(real).isDirectory()) return [real];
  } catch {
    // Reported below.
  }
  diagnostics.report('root-not-folder', { file: root, pointer: '' }, {});
  return undefined;
}

/** Reads the OpenAPI version of a description. Reports an unknown or missing version. */
export function readVersion(value: unknown, root: Origin, diagnostics: Diagnostics): OpenApiVersion | undefined {
  const openapi = findMember(value, 'openapi');
  const swagger = findMember(value, 'swagger');
  if (openapi === undefined && swagger !== undefined) {
    diagnostics.report('swagger-description', buildChildOrigin(root, 'swagger'), {}, { at: 'key' });
  } else if (openapi === undefined) {
    reportMissing(value, root, diagnostics);
  } else {
    return readNumber(openapi, buildChildOrigin(root, 'openapi'), diagnostics);
  }
  return undefined;
}

function reportMissing(value: unknown, root: Origin, diagnostics: Diagnostics): void {
  const variant = isObject(value) ? 'no-field' : 'not-object';
  const likely = isObject(value) ? findNearestName('openapi', Object.keys(value)) : undefined;
  diagnostics.report(
    'no-description',
    likely === undefined ? root : buildChildOrigin(root, likely),
    { variant, likely },
    { at: 'key' },
  );
}

function readNumber(openapi: unknown, origin: Origin, diagnostics: Diagnostics): OpenApiVersion | undefined {
  // Without quotes, YAML reads `3.1` as a number, which still shows the version. It reads `3.0` as 3, which does not
  // show the version.
  const [, version] = /^(3\.[012])(?:\.[0-9]+)?(?:-.+)?$/.exec(String(openapi)) ?? [];
  if (version === '3.0' || version === '3.1' || version === '3.2') return version;
  diagnostics.report('unsupported-version', origin, { version: String(openapi) });
  return undefined;
}
