import type { Api, Tag } from '../../../model/api.js';
import { listOperations } from '../../../model/list-operations.js';
import type { Operation } from '../../../model/operation.js';
import type { Schema } from '../../../model/schema.js';
import type { SecurityScheme } from '../../../model/security.js';
import type { Server } from '../../../model/server.js';
import { encodeFileName } from '../../../text/encode.js';
import type { Bundle } from '../../emitter.js';
import { collectUsed, createFindUses, type Uses } from '../presence.js';
import { type Address, type Addresses, formatItemId, formatRouteEnd, nameAddresses } from './addresses.js';
import { nameOperation } from './build-items.js';
import type { Detail } from './change-details.js';
import { compareInfo, compareTags } from './compare-info.js';
import { compareOperations } from './compare-operations.js';
import { SchemaComparison } from './compare-schemas.js';
import { compareSchemes, compareServers } from './compare-security.js';
import type { Context } from './context.js';

/** A change since the previous description. */
export interface Change {
  readonly kind: string;
  readonly name: string;
  /** The address of the changed object. A removed object has its former address. */
  readonly id: string;
  readonly oldIds: readonly string[];
  /** The end of its address in Redoc, if it has one. */
  readonly route?: string | undefined;
  readonly what: string;
  readonly isGone: boolean;
  /** Whether it can break callers. */
  readonly isBreaking: boolean;
  /** What changed. If a part of it can break callers, only that part. */
  readonly details: readonly string[];
  /** What else changed, which breaks no caller. */
  readonly others: readonly string[];
}

/** Lists the changes since a previous description, those that can break callers first. */
export function listChanges(previous: Api, context: Context, locate: Bundle['locate']): readonly Change[] {
  const { api } = context;
  const last = nameAddresses(previous, locate);
  const now = context.addresses;
  const schemas = new SchemaComparison();
  const findUses = createFindUses(collectUsed(previous), context.used);
  const changes = [
    ...compareItems(previous, api),
    ...compareThings(indexInfo(previous), indexInfo(api), (before, after) =>
      listBreaking(compareInfo(before, after), unused),
    ),
    ...compareThings(indexOperations(previous, last), indexOperations(api, now), (before, after) =>
      listOperationChanges(before, after, schemas),
    ),
    ...compareThings(listSchemas(previous, last), listSchemas(api, now), (before, after) =>
      listBreaking(schemas.compareContents(before, after), findUses(before, after)),
    ),
    ...compareThings(listTags(previous, last), listTags(api, now), (before, after) =>
      listBreaking(compareTags(before, after), unused),
    ),
    ...compareThings(listSchemes(previous, last), listSchemes(api, now), (before, after) =>
      listBreaking(compareSchemes(before, after), { request: true, response: false }),
    ),
    ...compareThings(
      listServers(previous, (url) => `server-${encodeFileName(url)}`),
      listServers(api, () => 'servers'),
      (before, after) => listBreaking(compareServers(before, after), { request: true, response: false }),
    ),
  ];
  return [...changes.filter(({ isBreaking }) => isBreaking), ...changes.filter(({ isBreaking }) => !isBreaking)];
}

/** An element with its own address in the article. */
interface Thing<T> {
  readonly kind: string;
  readonly name: string;
  readonly address: Address;
  readonly route?: string | undefined;
  readonly value: T;
}

type Things<T> = ReadonlyMap<string, Thing<T>>;

/** A detail of a change, and whether it can break callers. */
interface BreakingDetail {
  readonly text: string;
  readonly isBreaking: boolean;
}

function compareThings<T>(
  last: Things<T>,
  now: Things<T>,
  listDetails: (last: T, now: T) => BreakingDetail[],
): Change[] {
  const gone = [...last].filter(([key]) => !now.has(key)).map(([, thing]) => buildChange(thing, 'removed', []));
  const others = [...now].flatMap(([key, thing]) => {
    const before = last.get(key);
    if (!before) return [buildChange(thing, 'added', [])];
    const details = listDetails(before.value, thing.value);
    return details.length === 0 ? [] : [buildChange(thing, 'changed', details)];
  });
  return [...gone, ...others];
}

function buildChange(
  { kind, name, address, route }: Thing<unknown>,
  what: string,
  details: readonly BreakingDetail[],
): Change {
  const isGone = what === 'removed';
  const breaking = details.filter((detail) => detail.isBreaking);
  const rest = details.filter((detail) => !detail.isBreaking);
  const list = (some: readonly BreakingDetail[]): string[] => [...new Set(some.map(({ text }) => text))];
  return {
    kind,
    name,
    ...address,
    route,
    what,
    isGone,
    isBreaking: (isGone && kind !== 'tag') || breaking.length > 0,
    details: list(breaking.length > 0 ? breaking : rest),
    others: list(breaking.length > 0 ? rest : []),
  };
}

function compareItems(previous: Api, api: Api): Change[] {
  const last = new Map(previous.items.map((item) => [item.id, item]));
  const now = new Set(api.items.map(({ id }) => id));
  const answers = new Map(api.resolved.map(({ id, answer }) => [id, answer]));
  const build = (id: string, what: string, isGone: boolean, detail: string): Change => ({
    kind: 'question',
    name: id,
    id: formatItemId(id),
    oldIds: [],
    what,
    isGone,
    isBreaking: false,
    details: [detail],
    others: [],
  });
  return [
    ...[...last.values()]
      .filter(({ id }) => !now.has(id))
      .map(({ id, question }) =>
        build(id, answers.has(id) ? 'answered' : 'removed', !answers.has(id), answers.get(id) ?? question),
      ),
    ...api.items.filter(({ id }) => !last.has(id)).map(({ id, question }) => build(id, 'opened', false, question)),
  ];
}

function indexInfo(api: Api): Things<Api> {
  return new Map([
    ['', { kind: 'description', name: api.info.title, address: { id: 'about', oldIds: [] }, value: api }],
  ]);
}

function indexOperations(api: Api, { operations }: Addresses): Things<Operation> {
  return new Map(
    listOperations(api).map((value) => [
      getKey(value),
      {
        kind: 'operation',
        name: nameOperation(value),
        address: operations.get(value) ?? nowhere,
        route: formatRouteEnd(value),
        value,
      },
    ]),
  );
}

const nowhere: Address = { id: '', oldIds: [] };

// The address of a callback without `operationId` contains the file, which differs in the previous description.
function getKey({ kind, operationId, origin, method, path }: Operation): string {
  return `${kind} ${operationId ?? (kind === 'callback' ? origin.pointer : `${method} ${path.template}`)}`;
}

function listOperationChanges(last: Operation, now: Operation, schemas: SchemaComparison): BreakingDetail[] {
  const address = ({ method, path }: Operation): string => `${method} ${path.template}`;
  const place = ({ tags: [tag] }: Operation): string => (tag === undefined ? 'no tag' : `tag ${tag}`);
  const { request, response } = compareOperations(last, now, schemas);
  // A webhook sends what a caller of the API receives.
  const isCalled = now.kind === 'path';
  return [
    ...(address(last) === address(now) ? [] : [{ text: `${address(last)} became ${address(now)}`, isBreaking: true }]),
    ...(place(last) === place(now) ? [] : [{ text: `${place(last)} became ${place(now)}`, isBreaking: false }]),
    ...listBreaking(request, { request: isCalled, response: !isCalled }),
    ...listBreaking(response, { request: !isCalled, response: isCalled }),
  ];
}

function listBreaking(details: readonly Detail[], uses: Uses): BreakingDetail[] {
  return details.map(({ path, text, narrows, widens }) => ({
    text: path === '' ? text : `${path}: ${text}`,
    isBreaking: (narrows && uses.request) || (widens && uses.response),
  }));
}

function listSchemas({ schemas }: Api, addresses: Addresses): Things<Schema> {
  return new Map(
    schemas.flatMap((value): [string, Thing<Schema>][] => {
      const name = value.component;
      if (name === undefined || value.baseOf) return [];
      const address = addresses.schemas.get(value) ?? { id: `schema-${encodeFileName(name)}`, oldIds: [] };
      return [[name, { kind: 'schema', name, address, value }]];
    }),
  );
}

function listTags({ tags, operations }: Api, addresses: Addresses): Things<Tag | undefined> {
  const declared = new Map(tags.map((tag) => [tag.name, tag]));
  const names = new Set([...declared.keys(), ...operations.flatMap(({ tags: own }) => own.slice(0, 1))]);
  return new Map(
    [...names].map((name) => [
      name,
      { kind: 'tag', name, address: addresses.tags.get(name) ?? nowhere, value: declared.get(name) },
    ]),
  );
}

const unused: Uses = { request: false, response: false };

function listSchemes({ securitySchemes }: Api, addresses: Addresses): Things<SecurityScheme> {
  return new Map(
    securitySchemes.map((value) => [
      value.name,
      {
        kind: 'security scheme',
        name: value.name,
        address: addresses.schemes.get(value.name) ?? nowhere,
        value,
      },
    ]),
  );
}

function listServers({ servers }: Api, chooseId: (url: string) => string): Things<Server> {
  return new Map(
    servers.map((value) => [
      value.url,
      { kind: 'server', name: value.url, address: { id: chooseId(value.url), oldIds: [] }, value },
    ]),
  );
}
