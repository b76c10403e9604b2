import { fileURLToPath } from 'node:url';
import {
  buildChildOrigin,
  encodePointerToken,
  formatOrigin,
  type Origin,
  splitPointer,
} from '../diagnostics/origin.js';
import type { Document, ResolvedReference } from './document.js';
import { buildFileUri, getResourceRoot } from './identifiers.js';

/** The reason why a reference has no target. */
export interface Unresolved {
  readonly failure: 'not-found' | 'outside' | 'network' | 'not-understood' | 'unreadable';
  /** The file, or the resource in it, that should contain the fragment; absent if it was not found. */
  readonly resource?: Origin;
  /** The unknown URI; absent if no URI was looked up. */
  readonly uri?: string;
}

/** Loads a file into the document that is being read. `isGuess`: the description does not contain the path. */
export type LoadFile = (path: string, isGuess: boolean) => Unresolved['failure'] | undefined;

// The maximum number of references through which one JSON pointer may lead.
const mostHops = 50;

/**
 * Follows a reference (`$ref`, `$dynamicRef`, `operationRef`, the URI of a security scheme) of the object at `from` by
 * one step. The target may itself be a reference. Returns `undefined` if there is no target, which was already
 * reported.
 */
export function resolveReference(document: Document, from: Origin, reference: string): ResolvedReference | undefined {
  const located = locateReference(document, from, reference);
  return 'failure' in located ? undefined : located;
}

/**
 * Follows a value of `mapping` or `defaultMapping` in the Discriminator Object at `from`: the name of a component
 * schema, or else a reference (OpenAPI 3.2, 4.25.3).
 */
export function resolveMapping(document: Document, from: Origin, value: string): ResolvedReference | undefined {
  const located = locateMapping(document, from, value);
  return 'failure' in located ? undefined : located;
}

/**
 * Returns whether a name in a security requirement is a URI, unless a component has this name (OpenAPI 3.2, 4.30). A
 * URI such as `token` must be written `./token`, because it is more likely to be a wrong name.
 */
export function isSchemeUri(name: string): boolean {
  return /[/#]|\.(json|ya?ml)$/i.test(name);
}

/** Returns the value at an origin, or `undefined` if there is none. */
export function findValue(document: Document, origin: Origin): unknown {
  let value = document.files.get(origin.file)?.value;
  if (origin.pointer === '') return value;
  for (const token of splitPointer(origin.pointer)) value = findMember(value, token);
  return value;
}

/** Like `resolveMapping`, but returns the reason if a value has no target. */
export function locateMapping(
  document: Document,
  from: Origin,
  value: string,
  load?: LoadFile,
): ResolvedReference | Unresolved {
  for (const file of [document.entry, from.file]) {
    const origin = { file, pointer: `/components/schemas/${encodePointerToken(value)}` };
    const schema = findValue(document, origin);
    if (schema !== undefined) return { origin, value: schema };
  }
  return locateReference(document, from, value, load);
}

/** Like `resolveReference`, but returns the reason if a reference has no target. */
export function locateReference(
  document: Document,
  from: Origin,
  reference: string,
  load?: LoadFile,
): ResolvedReference | Unresolved {
  let hops = 0;
  const follow: Follow = (origin, text) => {
    const hash = text.indexOf('#');
    const uri = hash < 0 ? text : text.slice(0, hash);
    const fragment = hash < 0 ? '' : text.slice(hash + 1);
    const own = getResourceRoot(document, origin);
    const resource = uri === '' ? { root: own } : locateResource(document, own, uri, load);
    if ('failure' in resource) return resource;
    if (++hops > mostHops) return { failure: 'not-found' };
    const found = locateFragment(document, resource.root, fragment, follow);
    const { meant } = resource;
    if (found) return meant === undefined ? found : { ...found, meant: withFragment(meant, fragment) };
    // In many descriptions, '#/…' means the file even below an '$id', although the reference is relative to the schema
    // with the '$id'.
    const file = { file: own.file, pointer: '' };
    const inFile = uri === '' && own.pointer !== '' ? locateFragment(document, file, fragment, follow) : undefined;
    const base = document.identifiers.uris.get(formatOrigin(own)) ?? '';
    return inFile ? { ...inFile, meant: `${base}#${fragment}` } : { failure: 'not-found', resource: resource.root };
  };
  return follow(from, reference);
}

type Follow = (from: Origin, reference: string) => ResolvedReference | Unresolved;

interface Located {
  readonly root: Origin;
  /** The URI to which the specification resolves the reference, if the description does not contain it. */
  readonly meant?: string;
}

// The order of precedence is: an identifier, a file at that URI, a file relative to the referring file.
function locateResource(document: Document, own: Origin, uri: string, load?: LoadFile): Located | Unresolved {
  const file = buildFileUri(document.folder, own.file);
  const base = document.identifiers.uris.get(formatOrigin(own)) ?? file;
  if (!URL.canParse(uri, base)) return { failure: /^https?:/i.test(uri) ? 'network' : 'not-understood' };
  const url = new URL(uri, base);
  const known = document.identifiers.resources.get(url.href);
  if (known) return { root: known };
  const found = locateFile(document, url, base !== file, load);
  if (!('failure' in found)) return { root: found };
  const beside = base === file ? found : locateFile(document, new URL(uri, file), true, load);
  if ('failure' in beside) return { ...found, uri: url.href };
  // `$self` is the future URL of a description. The files beside it will be beside that URL.
  const isOfSchema = findMember(findValue(document, own), '$id') !== undefined;
  return { root: beside, ...(isOfSchema && { meant: url.href }) };
}

function withFragment(uri: string, fragment: string): string {
  return fragment === '' ? uri : `${uri}#${fragment}`;
}

function locateFile(document: Document, url: URL, isGuess: boolean, load?: LoadFile): Origin | Unresolved {
  if (url.host !== '') return { failure: 'network' };
  if (url.protocol !== 'file:') return { failure: 'not-found' };
  const path = toPath(url);
  if (path === undefined) return { failure: 'not-understood' };
  const failure = document.paths.has(path) ? undefined : load?.(path, isGuess);
  const file = document.paths.get(path);
  return file === undefined ? { failure: failure ?? 'not-found' } : { file, pointer: '' };
}

// `fileURLToPath` throws if the path contains an encoded '/', which no file name contains.
function toPath(url: URL): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

function locateFragment(
  document: Document,
  resource: Origin,
  fragment: string,
  follow: Follow,
): ResolvedReference | undefined {
  const decoded = decodeFragment(fragment);
  if (decoded === '') return resolveValue(resource, findValue(document, resource));
  if (decoded.startsWith('/')) {
    const found = locatePointer(document, resource, decoded, follow);
    return found ?? (decoded === fragment ? undefined : locatePointer(document, resource, fragment, follow));
  }
  const anchored = document.identifiers.anchors.get(formatOrigin(resource))?.get(decoded);
  return anchored && resolveValue(anchored, findValue(document, anchored));
}

function decodeFragment(fragment: string): string {
  if (!fragment.includes('%')) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

// A pointer may lead through a reference.
function locatePointer(
  document: Document,
  resource: Origin,
  pointer: string,
  follow: Follow,
): ResolvedReference | undefined {
  const root = findValue(document, resource);
  if (typeof root !== 'object' || root === null) return undefined;
  const known = document.targets.get(root) ?? new Map<string, ResolvedReference>();
  document.targets.set(root, known);
  const target = known.get(pointer) ?? findTarget(root, resource, pointer);
  if (!target) return followPointer(root, resource, pointer, follow);
  known.set(pointer, target);
  return target;
}

function findTarget(root: object, resource: Origin, pointer: string): ResolvedReference | undefined {
  let value: unknown = root;
  for (const token of splitPointer(pointer)) {
    value = findMember(value, token);
    if (value === undefined) return undefined;
  }
  if (!pointer.includes('~')) return { origin: { file: resource.file, pointer: resource.pointer + pointer }, value };
  // The reference may write its tokens in another way than all other pointers.
  return { origin: buildChildOrigin(resource, ...splitPointer(pointer)), value };
}

// A pointer that leads through a reference continues at the target of the reference.
function followPointer(root: object, resource: Origin, pointer: string, follow: Follow): ResolvedReference | undefined {
  let { file, pointer: at } = resource;
  let value: unknown = root;
  for (const token of splitPointer(pointer)) {
    let member = findMember(value, token);
    while (member === undefined) {
      const reference = findMember(value, '$ref');
      const target = typeof reference === 'string' ? follow({ file, pointer: at }, reference) : undefined;
      if (target === undefined || 'failure' in target) return undefined;
      ({ file, pointer: at } = target.origin);
      value = target.value;
      member = findMember(value, token);
    }
    at += `/${encodePointerToken(token)}`;
    value = member;
  }
  return { origin: { file, pointer: at }, value };
}

function resolveValue(origin: Origin, value: unknown): ResolvedReference | undefined {
  return value === undefined ? undefined : { origin, value };
}

/** Returns the own member of an object, or the item of an array at an index in the form of JSON pointers. */
export function findMember(value: unknown, token: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && !/^(0|[1-9][0-9]*)$/.test(token)) return undefined;
  return Object.hasOwn(value, token) ? (value as { readonly [key: string]: unknown })[token] : undefined;
}
