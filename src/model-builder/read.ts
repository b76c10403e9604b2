import { buildChildOrigin, formatOrigin } from '../diagnostics/origin.js';
import { isOpaque } from '../document/places.js';
import type { Api, Info, Operation, Tag } from '../model/api.js';
import { isObject } from '../model/element.js';
import { type BuildContext, type NamedNode, type Node, omitUndefinedMembers } from './context.js';
import { readElement } from './gaps/element.js';
import { isReference, ObjectReader, openObject, readObject } from './object-reader.js';
import { readCallback } from './objects/callback.js';
import { checkDialect } from './objects/dialect.js';
import { readExample } from './objects/example.js';
import { readExternalDocs } from './objects/external-docs.js';
import { readHeader } from './objects/header.js';
import { readLink } from './objects/link.js';
import { readMediaType } from './objects/media-type.js';
import { readParameter } from './objects/parameter.js';
import { readPathItem } from './objects/path-item.js';
import { readPathTemplate } from './objects/path-template.js';
import { readRequestBody } from './objects/request-body.js';
import { readResponse } from './objects/response.js';
import { readSecurity } from './objects/security-requirement.js';
import { readSecurityScheme } from './objects/security-scheme.js';
import { readServers } from './objects/server.js';

/** The model after reading. Its schemas and gaps are in the context. */
export type ReadApi = Omit<Api, 'schemas' | 'gaps' | 'resolved' | 'securitySchemes' | 'texts' | 'numbers'>;

/** Reads the whole description. Each object is read separately and is not compared with other objects. */
export function readDescription(context: BuildContext): ReadApi {
  const { document } = context;
  const origin = { file: document.entry, pointer: '' };
  const value = document.files.get(document.entry)?.value;
  const root =
    openObject(context, 'OpenAPI Object', { origin, value }) ?? new ObjectReader(context, 'OpenAPI Object', origin, {});
  const api = readRoot(root);
  context.finish();
  for (const { place, target } of document.references) if (isOpaque(place)) context.coverage?.reach(target);
  return api;
}

const none: readonly never[] = [];

function readRoot(root: ObjectReader<'OpenAPI Object'>): ReadApi {
  const { context } = root;
  context.gaps.readResolved(root);
  const components = openComponents(root);
  context.rootSecurity = readSecurity(root) ?? none;
  context.rootServers = readServers(root) ?? none;
  const element = readElement(root);
  const openapi = root.text('openapi') ?? context.version;
  const info = readInfo(root);
  const tags = readTags(root);
  const operations = readPaths(root);
  const webhooks = readWebhooks(root);
  if (components) readComponents(components);
  checkDialect(context, root.text('jsonSchemaDialect'), root.at('jsonSchemaDialect'));
  root.text('$self');
  const externalDocs = readExternalDocs(root);
  root.close();
  const { rootServers: servers } = context;
  return { ...element, openapi, info, servers, operations, webhooks, tags, ...omitUndefinedMembers({ externalDocs }) };
}

/** Reads the Info Object (OpenAPI 3.2, 4.2). */
function readInfo(root: ObjectReader<'OpenAPI Object'>): Info {
  const node = root.node('info');
  const reader = node && openObject(root.context, 'Info Object', node);
  if (!reader) {
    if (!node) root.reportAbsent('info', 'info');
    return { origin: root.at('info'), notShown: [], source: [], title: '', version: '' };
  }
  const info: Info = {
    ...readElement(reader),
    title: reader.textOr('title', ''),
    version: reader.textOr('version', ''),
    ...reader.presentTexts('summary', 'description', 'termsOfService'),
    ...omitUndefinedMembers({ contact: readContact(reader), license: readLicense(reader) }),
  };
  reader.close();
  return info;
}

function readContact(info: ObjectReader<'Info Object'>): Info['contact'] {
  return readObject(info.context, 'Contact Object', info.node('contact'), (reader) =>
    reader.presentTexts('name', 'url', 'email'),
  );
}

function readLicense(info: ObjectReader<'Info Object'>): Info['license'] {
  return readObject(info.context, 'License Object', info.node('license'), (reader) => ({
    name: reader.textOr('name', ''),
    ...reader.presentTexts('identifier', 'url'),
  }));
}

/** Reads the Tag Objects of the root (OpenAPI 3.2, 4.22). */
function readTags(root: ObjectReader<'OpenAPI Object'>): Tag[] {
  const tags = new Map<string, Tag>();
  const omitted = new Set(root.context.document.omitted.map(formatOrigin));
  for (const node of root.list('tags') ?? []) {
    if (omitted.has(formatOrigin(node.origin))) {
      root.context.coverage?.reach(node.origin);
      continue;
    }
    const reader = openObject(root.context, 'Tag Object', node);
    const name = reader?.neededText('name');
    if (!reader || name === undefined) continue;
    const tag: Tag = {
      ...readElement(reader),
      name,
      ...reader.presentTexts('summary', 'description'),
      ...omitUndefinedMembers({ externalDocs: readExternalDocs(reader) }),
      ...reader.presentTexts('parent', 'kind'),
    };
    reader.close();
    if (tags.has(name)) {
      const finding = { keyword: 'tags', value: name };
      root.context.report('repeated-value', node.origin, finding);
    } else tags.set(name, tag);
  }
  const circular = findCircular(tags);
  return [...tags.values()].map((tag) => checkParent(root, tag, tags, circular));
}

// Visits each tag once, so that no chain of parents is followed repeatedly.
function findCircular(tags: ReadonlyMap<string, Tag>): ReadonlySet<string> {
  const circular = new Set<string>();
  const seen = new Set<string>();
  for (const start of tags.keys()) {
    const path: string[] = [];
    let name: string | undefined = start;
    while (name !== undefined && !seen.has(name)) {
      seen.add(name);
      path.push(name);
      name = tags.get(name)?.parent;
    }
    const from = name === undefined ? -1 : path.indexOf(name);
    if (from >= 0) for (const each of path.slice(from)) circular.add(each);
  }
  return circular;
}

// OpenAPI 3.2, 4.22.1: "The named tag MUST exist …, and circular references between parent and child tags MUST NOT be
// used."
function checkParent(
  root: ObjectReader<'OpenAPI Object'>,
  tag: Tag,
  tags: ReadonlyMap<string, Tag>,
  circular: ReadonlySet<string>,
): Tag {
  const { parent, ...alone } = tag;
  const isCircular = circular.has(tag.name);
  if (parent === undefined || (tags.has(parent) && !isCircular)) return tag;
  const finding = isCircular
    ? ({ variant: 'circular-parents' } as const)
    : ({ variant: 'unknown-tag', parent } as const);
  root.context.report('no-effect', buildChildOrigin(tag.origin, 'parent'), finding);
  return alone;
}

/** Reads the Paths Object of the root (OpenAPI 3.2, 4.8), in the order of the description. */
function readPaths(root: ObjectReader<'OpenAPI Object'>): Operation[] {
  const { context } = root;
  const node = root.node('paths');
  const reader = node && openObject(context, 'Paths Object', node);
  if (!reader) {
    if (!node && context.version === '3.0') root.reportAbsent('paths', 'operations');
    return [];
  }
  const shapes = new Map<string, string>();
  const operations = reader.members().flatMap((member) => {
    const path = readPathTemplate(context, member.name, member.origin);
    const shape = path.parts.map((part) => ('literal' in part ? part.literal : '{}')).join('');
    const first = shapes.get(shape);
    if (first !== undefined) context.report('same-path', member.origin, { path: member.name, first }, 'key');
    else shapes.set(shape, member.name);
    return readPathItem(context, member, { kind: 'path', path });
  });
  reader.close();
  return operations;
}

/** Reads the webhooks of the root, by their names. Webhooks are operations that the API calls. */
function readWebhooks(root: ObjectReader<'OpenAPI Object'>): Operation[] {
  const members = root.map('webhooks') ?? [];
  return members.flatMap((member) =>
    readPathItem(root.context, member, { kind: 'webhook', path: { template: member.name, parts: [] } }),
  );
}

/**
 * Opens the components of the root, and reads those that other objects name: security schemes, and schemas, so that
 * they come first.
 */
function openComponents(root: ObjectReader<'OpenAPI Object'>): ObjectReader<'Components Object'> | undefined {
  const { context } = root;
  const node = root.node('components');
  const reader = node && openObject(context, 'Components Object', node);
  if (!reader) return undefined;
  checkNames(reader);
  for (const member of reader.map('schemas') ?? []) context.schemas.at(member, { component: member.name });
  for (const { name, ...member } of reader.map('securitySchemes') ?? []) {
    const scheme = readSecurityScheme(context, name, member);
    if (scheme) context.securitySchemes.set(name, scheme);
  }
  return reader;
}

function checkNames(reader: ObjectReader<'Components Object'>): void {
  for (const [section, components] of Object.entries(reader.value)) {
    if (section.startsWith('x-') || !isObject(components) || isReference(components)) continue;
    for (const name of Object.keys(components)) {
      if (/^[\w.-]+$/.test(name)) continue;
      reader.context.report('component-name', buildChildOrigin(reader.at(section), name), { name }, 'key');
    }
  }
}

/** Reads the other components (OpenAPI 3.2, 4.7), used or not, so that every mistake in them is reported. */
function readComponents(reader: ObjectReader<'Components Object'>): void {
  const { context } = reader;
  const each = (nodes: readonly NamedNode[] = [], read: (name: string, node: Node) => unknown): void => {
    for (const { name, ...node } of nodes) read(name, node);
  };
  each(reader.map('parameters'), (_name, node) => readParameter(context, node));
  each(reader.map('requestBodies'), (_name, node) => readRequestBody(context, node));
  each(reader.map('responses'), (_name, node) => {
    const response = readResponse(context, node);
    if (response) context.componentResponses.push(response);
  });
  each(reader.map('headers'), (name, node) => readHeader(context, name, node));
  each(reader.map('examples'), (name, node) => readExample(context, name, node));
  each(reader.map('links'), (name, node) => readLink(context, name, node));
  each(reader.map('callbacks'), (name, node) => readCallback(context, name, node));
  each(reader.map('mediaTypes'), (name, node) => readMediaType(context, name, node));
  each(reader.map('pathItems'), (name, node) =>
    readPathItem(context, node, { kind: 'callback', path: { template: name, parts: [] } }),
  );
  reader.close();
}
