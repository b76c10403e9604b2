import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Diagnostics } from '../diagnostics/diagnostic.js';
import { buildChildOrigin, formatOrigin, type Origin } from '../diagnostics/origin.js';
import { isObject, type ObjectValue } from '../model/element.js';
import type { Document, DocumentFile, IdentifierIndex } from './document.js';
import { getMemberKind, type ValueKind } from './places.js';

/**
 * Returns the URI of a file, which is the base URI of its content unless the content declares another (RFC 3986,
 * 5.1.3).
 */
export function buildFileUri(folder: string, file: string): string {
  return pathToFileURL(resolve(folder, file)).href;
}

/** Collects the identifiers of all files (`$self`: OpenAPI 3.2, 4.1; all others: JSON Schema 2020-12, core, 8.2). */
export class IdentifierCollector implements IdentifierIndex {
  readonly resources: Map<string, Origin> = new Map();
  readonly uris: Map<string, string> = new Map();
  readonly anchors: Map<string, Map<string, Origin>> = new Map();
  readonly dynamicAnchors: Map<string, Map<string, Origin>> = new Map();
  readonly #folder: string;
  readonly #diagnostics: Diagnostics;
  #newest: string[] = [];

  constructor(folder: string, diagnostics: Diagnostics) {
    this.#folder = folder;
    this.#diagnostics = diagnostics;
  }

  /** Adds the identifiers of a file and returns the URIs. Reports repeated identifiers, of which the first counts. */
  collect({ file, value }: DocumentFile): readonly string[] {
    this.#newest = [];
    const root = { file, pointer: '' };
    const isDescription = isObject(value) && typeof value['openapi'] === 'string';
    const scope = { resource: root, uri: buildFileUri(this.#folder, file) };
    const self = isDescription ? this.#addResource('$self', value, root, scope.uri) : undefined;
    this.#walk(value, isDescription ? 'openapi' : 'schema', root, self ? { resource: root, uri: self } : scope);
    return this.#newest;
  }

  #walk(value: unknown, place: ValueKind, origin: Origin, outer: { resource: Origin; uri: string }): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.#walk(item, place, buildChildOrigin(origin, index), outer);
    }
    if (!isObject(value)) return;
    const isSchema = place === 'schema' || place === 'any';
    const uri = isSchema ? this.#addResource('$id', value, origin, outer.uri) : undefined;
    const scope = uri === undefined ? outer : { resource: origin, uri };
    if (isSchema) this.#addAnchors(value, origin, scope.resource);
    for (const [key, member] of Object.entries(value)) {
      if (typeof member === 'object')
        this.#walk(member, getMemberKind(place, key), buildChildOrigin(origin, key), scope);
    }
  }

  #addResource(keyword: '$self' | '$id', value: ObjectValue, origin: Origin, base: string): string | undefined {
    const id = value[keyword];
    if (typeof id !== 'string' || id.startsWith('#') || !URL.canParse(id, base)) return undefined;
    const url = new URL(id, base);
    url.hash = '';
    if (this.resources.has(url.href)) this.#reportDuplicate(keyword, id, origin);
    else this.resources.set(url.href, origin);
    this.#newest.push(url.href);
    this.uris.set(formatOrigin(origin), url.href);
    return url.href;
  }

  #addAnchors(value: ObjectValue, origin: Origin, resource: Origin): void {
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = value[keyword];
      if (typeof name !== 'string') continue;
      if (this.anchors.get(formatOrigin(resource))?.has(name) && value['$anchor'] !== value['$dynamicAnchor']) {
        this.#reportDuplicate(keyword, name, origin);
        continue;
      }
      addTo(this.anchors, formatOrigin(resource), name, origin);
      if (keyword === '$dynamicAnchor') addTo(this.dynamicAnchors, formatOrigin(resource), name, origin);
    }
  }

  #reportDuplicate(keyword: string, name: string, origin: Origin): void {
    this.#diagnostics.report('duplicate-identifier', buildChildOrigin(origin, keyword), { keyword, name });
  }
}

function addTo(index: Map<string, Map<string, Origin>>, resource: string, name: string, origin: Origin): void {
  const anchors = index.get(resource) ?? new Map<string, Origin>();
  index.set(resource, anchors.set(name, origin));
}

/**
 * Returns the key of the schema resource to which an origin belongs: the `formatOrigin` of the nearest `$id`, or else
 * of the file.
 */
export function findResource(document: Document, origin: Origin): string {
  return formatOrigin(getResourceRoot(document, origin));
}

/** Finds the schema with a `$dynamicAnchor` in a schema resource (a key of `findResource`). */
export function findDynamicAnchor(document: Document, resource: string, name: string): Origin | undefined {
  return document.identifiers.dynamicAnchors.get(resource)?.get(name);
}

/** Returns the root of the schema resource to which an origin belongs. */
export function getResourceRoot({ identifiers }: Document, { file, pointer }: Origin): Origin {
  if (identifiers.uris.size > 0) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const origin = { file, pointer: pointer.slice(0, end) };
      if (identifiers.uris.has(formatOrigin(origin))) return origin;
    }
  }
  return { file, pointer: '' };
}

/** Returns whether a reference names a resource by an identifier rather than by the path of a file. */
export function isIdentifier(document: Document, from: Origin, reference: string): boolean {
  const root = getResourceRoot(document, from);
  const { folder, identifiers } = document;
  const base = identifiers.uris.get(formatOrigin(root)) ?? buildFileUri(folder, from.file);
  const [uri = ''] = reference.split('#');
  return URL.canParse(uri, base) && identifiers.resources.has(new URL(uri, base).href);
}
