import { type Change, listChanges } from '../../../changes/list-changes.js';
import {
  type Api,
  listOperations,
  type OAuthFlow,
  type Operation,
  type SecurityScheme,
  type Tag,
} from '../../../model/api.js';
import { encodeFileName } from '../../../text/encode.js';
import { shortenTitle } from '../../../text/render-markdown.js';
import {
  type Block,
  type Blocks,
  code,
  type Inline,
  isEmpty,
  joinLine,
  line,
  link,
  mark,
  paragraph,
  type Section,
} from '../../../text/tree.js';
import type { Bundle } from '../../emitter.js';
import { type Address, type Addresses, formatGapId, formatSchemaRoute, nameAddresses } from './addresses.js';
import { buildLedger, formatCount, nameOperation } from './build-gaps.js';
import { buildOperation, buildResponseBlocks, buildServers } from './build-operation.js';
import { buildProse, buildRemarks, buildSources, buildTag } from './build-parts.js';
import { buildPresence, buildSchema } from './build-schema.js';
import { type ArticleInput, type Context, createContext } from './context.js';

/** The article: the whole description, its changes and its gaps, as a tree that is printed as HTML and as Markdown. */
export interface Article {
  readonly title: string;
  readonly version: string;
  readonly summary: string | undefined;
  /** The text below the title. */
  readonly lead: Blocks;
  /** The sections. They can be listed once, because each is built when it is listed. All would take tens of megabytes. */
  readonly sections: Iterable<Section>;
  readonly changes: readonly LinkedChange[];
  readonly operations: readonly { readonly title: string; readonly id: string; readonly route: string }[];
}

/** Builds the article. */
export function buildArticle(input: ArticleInput): Article {
  const { api, previous } = input;
  const { info } = api;
  const context = createContext(input);
  const changes = previous ? linkChanges(previous.api, context, previous.locate) : [];
  return {
    title: info.title,
    version: info.version,
    summary: info.summary ?? findFirstSentence(info.description),
    lead: buildLead(api, changes),
    sections: buildSections(input, changes, context),
    changes,
    operations: listOperations(api).map((operation) => ({
      title: nameOperation(operation),
      id: context.addresses.operations.get(operation)?.id ?? '',
      route: `${operation.method} ${operation.path.template}`,
    })),
  };
}

function* buildSections(
  { api, previous }: ArticleInput,
  changes: readonly LinkedChange[],
  context: Context,
): Iterable<Section> {
  if (previous) yield buildChanges(previous.api, changes);
  yield buildAbout(api, context);
  if (api.securitySchemes.length > 0) yield buildAuthentication(api, context);
  for (const group of groupOperations(api, context)) yield buildGroup(group, context);
  for (const build of [buildSharedResponses, buildSchemas, buildLedger]) {
    const section = build(context);
    if (section) yield section;
  }
}

function findFirstSentence(text: string | undefined): string | undefined {
  const [first = ''] = (text ?? '').split(/\n\s*\n/);
  return first === '' ? undefined : shortenTitle(first);
}

function buildLead(api: Api, changes: readonly LinkedChange[]): Blocks {
  const open = api.gaps.length;
  return [
    api.info.summary !== undefined && { kind: 'paragraph', role: 'lead', inside: api.info.summary },
    open > 0 && paragraph(link('#not-shown', formatCount(api))),
    buildChangeCount(changes),
  ];
}

/** Builds the line with a link to the changes, or returns `undefined` if there are none. */
export function buildChangeCount(changes: readonly LinkedChange[]): Block | undefined {
  if (changes.length === 0) return undefined;
  const breaking = changes.filter(({ isBreaking }) => isBreaking).length;
  return paragraph(
    link('#changes', `${changes.length} ${changes.length === 1 ? 'change' : 'changes'} since the previous version`),
    breaking > 0 && `, ${breaking} of which can break callers`,
    '.',
  );
}

function buildChanges(previous: Api, changes: readonly LinkedChange[]): Section {
  const { version } = previous.info;
  return {
    kind: 'section',
    id: 'changes',
    title: 'Changes',
    blocks: [
      paragraph(
        changes.length === 0 ? `There are no changes since version ${version}.` : `Changes since version ${version}:`,
      ),
      changes.length > 0 && {
        kind: 'list',
        items: changes.map(({ kind, name, id, oldIds, what, details, others, isBreaking }) => ({
          ...(what === 'removed' && { id, oldIds }),
          line: [
            isBreaking && [mark('emphasis', 'Breaking:'), ' '],
            what === 'removed' ? name : link(`#${id}`, name),
            line`: ${kind} ${mark('strong', what)}`,
            details.length > 0 && `: ${details.join('; ')}`,
            others.length > 0 && `. Also: ${others.join('; ')}`,
          ],
        })),
      },
    ],
  };
}

function buildAbout(api: Api, context: Context): Section {
  const { info } = api;
  const facts = listFacts(api);
  return {
    kind: 'section',
    id: 'about',
    title: 'About',
    blocks: [
      buildProse(info.description),
      buildSources([...info.source, ...api.source]),
      facts.length > 0 && { kind: 'facts', facts },
      api.servers.length > 0 && {
        kind: 'section',
        id: 'servers',
        title: 'Servers',
        blocks: buildServers(api.servers, context),
      },
    ],
  };
}

function listFacts({ info, openapi, externalDocs }: Api): { name: string; value: Inline }[] {
  const { contact, license, termsOfService } = info;
  const fact = (name: string, value: string | undefined, url?: string): { name: string; value: Inline }[] =>
    value === undefined ? [] : [{ name, value: url === undefined ? value : link(url, value) }];
  return [
    ...fact('OpenAPI', openapi),
    ...fact('Contact', contact?.name ?? contact?.url, contact?.url),
    ...fact('E-mail', contact?.email, `mailto:${contact?.email}`),
    ...fact(
      'Licence',
      license && [...new Set([license.name, license.identifier])].filter(Boolean).join(', '),
      license?.url,
    ),
    ...fact('Terms of service', termsOfService, termsOfService),
    ...fact('See also', externalDocs?.description ?? externalDocs?.url, externalDocs?.url),
  ];
}

interface OperationGroup {
  readonly id: string;
  readonly oldIds?: readonly string[];
  readonly name: string;
  readonly tag?: Tag | undefined;
  readonly operations: readonly Operation[];
}

// Each operation is in one group, that of its first tag. Webhooks without a tag are in a separate group.
function groupOperations(api: Api, { addresses }: Context): OperationGroup[] {
  const declared = new Map(api.tags.map((tag) => [tag.name, tag]));
  const untagged = api.webhooks.filter(({ tags }) => tags.length === 0);
  const all = [...api.operations, ...api.webhooks.filter(({ tags }) => tags.length > 0)];
  const names = new Set([...declared.keys(), ...all.map(({ tags }) => tags[0] ?? '')]);
  const groups = [...names].map((name): OperationGroup => {
    const tag = declared.get(name);
    return {
      ...(name === '' ? { id: 'operations' } : (addresses.tags.get(name) ?? { id: 'operations' })),
      name: tag?.summary ?? (name === '' ? 'Operations' : name),
      tag,
      operations: all.filter(({ tags }) => (tags[0] ?? '') === name),
    };
  });
  if (untagged.length > 0) groups.push({ id: 'webhooks', name: 'Webhooks', operations: untagged });
  return groups.filter(({ operations, tag }) => operations.length > 0 || tag !== undefined);
}

function buildGroup({ id, oldIds, name, tag, operations }: OperationGroup, context: Context): Section {
  return {
    kind: 'section',
    role: 'group',
    id,
    ...(oldIds && { oldIds }),
    title: name,
    blocks: [tag && buildTag(tag, context), operations.map((operation) => buildOperation(operation, context))],
  };
}

function buildSharedResponses(context: Context): Section | undefined {
  const shared = [...new Set(context.shared.values())];
  if (shared.length === 0) return undefined;
  shared.sort(({ statuses: [a = ''] }, { statuses: [b = ''] }) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    kind: 'section',
    id: 'errors',
    title: 'Common errors',
    blocks: [
      paragraph('Several operations or statuses share these responses. Each operation lists those that apply to it.'),
      shared.map(
        ({ id, oldIds, name, statuses, response }): Section => ({
          kind: 'section',
          role: 'schema',
          id,
          oldIds,
          title: statuses.join(', '),
          note: [response.summary, name !== undefined && mark('muted', name)],
          blocks: buildResponseBlocks(response, context),
        }),
      ),
    ],
  };
}

function buildSchemas(context: Context): Section | undefined {
  if (context.named.size === 0) return undefined;
  const sections = [...context.named.values()].map(({ schema, name, id, oldIds }): Section => {
    const { line: about, blocks } = buildSchema(schema, context);
    return {
      kind: 'section',
      role: 'schema',
      id,
      oldIds,
      route: schema.kind !== 'boolean' && schema.component === name ? formatSchemaRoute(name) : undefined,
      title: name,
      blocks: [!isEmpty(about) && paragraph(mark('muted', about)), blocks, buildPresence(context)],
    };
  });
  return { kind: 'section', id: 'schemas', title: 'Schemas', blocks: sections };
}

/** A change with the address of the changed object in the article. A removed object has its former address. */
export type LinkedChange = Change & Address;

/** Lists the changes since a previous description, those that can break callers first. */
function linkChanges(previous: Api, context: Context, locate: Bundle['locate']): readonly LinkedChange[] {
  const last = nameAddresses(previous, locate);
  return listChanges(previous, context.api).map((change) => {
    const isGone = change.what === 'removed';
    const address = findAddress(change, isGone ? last : context.addresses, isGone);
    if (change.kind !== 'operation') return { ...change, ...address };
    return { ...change, ...address, name: nameOperation(change.value) };
  });
}

const nowhere: Address = { id: '', oldIds: [] };

function findAddress(change: Change, addresses: Addresses, isGone: boolean): Address {
  const { kind, name } = change;
  switch (kind) {
    case 'question':
      return { id: formatGapId(name), oldIds: [] };
    case 'description':
      return { id: 'about', oldIds: [] };
    case 'operation':
      return addresses.operations.get(change.value) ?? nowhere;
    case 'schema':
      return addresses.schemas.get(change.value) ?? { id: `schema-${encodeFileName(name)}`, oldIds: [] };
    case 'tag':
      return addresses.tags.get(name) ?? nowhere;
    case 'security scheme':
      return addresses.schemes.get(name) ?? nowhere;
    case 'server':
      return { id: isGone ? `server-${encodeFileName(name)}` : 'servers', oldIds: [] };
  }
}

/** Builds the section of all security schemes. */
function buildAuthentication({ securitySchemes }: Api, context: Context): Section {
  return {
    kind: 'section',
    id: 'security',
    title: 'Authentication',
    blocks: securitySchemes.map((scheme) => buildScheme(scheme, context)),
  };
}

function buildScheme(scheme: SecurityScheme, context: Context): Section {
  const address = context.addresses.schemes.get(scheme.name);
  return {
    kind: 'section',
    ...(address && { id: address.id, oldIds: address.oldIds }),
    title: scheme.name,
    blocks: [
      paragraph(joinLine([formatScheme(scheme), scheme.deprecated && mark('emphasis', 'deprecated')], ', ')),
      buildProse(scheme.description),
      buildRemarks(scheme, context),
      scheme.type === 'oauth2' && scheme.flows.map((flow) => buildFlow(flow, context)),
    ],
  };
}

function formatScheme(scheme: SecurityScheme): Inline {
  switch (scheme.type) {
    case 'apiKey':
      return line`API key in the ${scheme.in === 'query' ? 'query parameter' : scheme.in} ${code(scheme.wireName)}`;
    case 'http':
      return `HTTP ${scheme.scheme}${scheme.bearerFormat === undefined ? '' : ` (${scheme.bearerFormat})`}`;
    case 'oauth2':
      return scheme.metadataUrl === undefined
        ? 'OAuth 2'
        : ['OAuth 2, described at ', link(scheme.metadataUrl, scheme.metadataUrl)];
    case 'openIdConnect':
      return ['OpenID Connect, described at ', link(scheme.url, scheme.url)];
    case 'mutualTLS':
      return 'Mutual TLS';
  }
}

function buildFlow(flow: OAuthFlow, context: Context): Blocks {
  const { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl } = flow;
  const addresses = {
    authorization: authorizationUrl,
    device: deviceAuthorizationUrl,
    token: tokenUrl,
    refresh: refreshUrl,
  };
  const known = Object.entries(addresses).flatMap(([use, url]) =>
    url === undefined ? [] : [line`${use} at ${code(url)}`],
  );
  return [
    paragraph(joinLine([`Flow ${flow.flow}`, ...known], ', ')),
    buildRemarks(flow, context),
    flow.scopes.length > 0 && {
      kind: 'facts',
      facts: flow.scopes.map(({ name, description }) => ({ name: code(name), value: description })),
    },
  ];
}
