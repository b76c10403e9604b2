import type { Api } from '../../../model/api.js';
import { listOperations } from '../../../model/list-operations.js';
import type { Operation } from '../../../model/operation.js';
import type { Schema } from '../../../model/schema.js';
import type { Bundle } from '../../emitter.js';
import { type Address, type Addresses, formatItemId, formatRouteEnd, nameAddresses } from './addresses.js';
import { nameOperation } from './build-items.js';
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
  readonly details: readonly string[];
  /** Whether it can break callers. */
  readonly isBreaking: boolean;
}

/** Lists the changes since a previous description, those that can break callers first. */
export function listChanges(previous: Api, context: Context, locate: Bundle['locate']): readonly Change[] {
  const { api } = context;
  const last = nameAddresses(previous, locate);
  const now = context.addresses;
  const changes = [
    ...compareItems(previous, api),
    ...compareThings(indexOperations(previous, last), indexOperations(api, now), listOperationChanges),
    ...compareThings(listSchemas(previous, last), listSchemas(api, now), listSchemaChanges),
    ...compareThings(listTags(previous, last), listTags(api, now), () => []),
    ...compareThings(listSchemes(previous, last), listSchemes(api, now), () => []),
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

/** A detail of a change. */
interface Detail {
  readonly text: string;
  readonly isBreaking: boolean;
}

function compareThings<T>(last: Things<T>, now: Things<T>, listDetails: (last: T, now: T) => Detail[]): Change[] {
  const gone = [...last].filter(([key]) => !now.has(key)).map(([, thing]) => buildChange(thing, 'removed', []));
  const others = [...now].flatMap(([key, thing]) => {
    const before = last.get(key);
    if (!before) return [buildChange(thing, 'added', [])];
    const details = listDetails(before.value, thing.value);
    return details.length === 0 ? [] : [buildChange(thing, 'changed', details)];
  });
  return [...gone, ...others];
}

function buildChange({ kind, name, address, route }: Thing<unknown>, what: string, details: readonly Detail[]): Change {
  const isGone = what === 'removed';
  const isBreaking = (isGone && kind !== 'tag') || details.some((detail) => detail.isBreaking);
  return { kind, name, ...address, route, what, isGone, details: details.map(({ text }) => text), isBreaking };
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
    details: [detail],
    isBreaking: false,
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

function listOperationChanges(last: Operation, now: Operation): Detail[] {
  const address = ({ method, path }: Operation): string => `${method} ${path.template}`;
  const place = ({ tags: [tag] }: Operation): string => (tag === undefined ? 'no tag' : `tag ${tag}`);
  const isSuccess = (status: string): boolean => /^[23]/.test(status);
  return [
    ...(address(last) === address(now) ? [] : [{ text: `${address(last)} became ${address(now)}`, isBreaking: true }]),
    ...(place(last) === place(now) ? [] : [{ text: `${place(last)} became ${place(now)}`, isBreaking: false }]),
    ...(now.deprecated && !last.deprecated ? [{ text: 'deprecated', isBreaking: false }] : []),
    ...compareNames('parameter', indexParameters(last), indexParameters(now), {
      removed: () => true,
      added: (state) => state === 'required',
      became: (state) => state === 'required',
    }),
    ...compareNames(
      'response',
      new Map(last.responses.map(({ status }) => [String(status), ''])),
      new Map(now.responses.map(({ status }) => [String(status), ''])),
      { removed: isSuccess, added: () => false, became: () => false },
    ),
  ];
}

function indexParameters({ parameters }: Operation): Map<string, string> {
  return new Map(
    parameters.map((one) => [`${one.writtenName} (${one.location})`, one.required ? 'required' : 'optional']),
  );
}

function listSchemas({ schemas }: Api, addresses: Addresses): Things<Schema> {
  return new Map(
    schemas.flatMap((value): [string, Thing<Schema>][] => {
      const name = value.kind === 'boolean' ? undefined : value.component;
      const address = addresses.schemas.get(value);
      return name === undefined || !address ? [] : [[name, { kind: 'schema', name, address, value }]];
    }),
  );
}

function listSchemaChanges(last: Schema, now: Schema): Detail[] {
  if (last.kind !== 'keywords' || now.kind !== 'keywords') {
    if (last.kind === now.kind) return [];
    return [{ text: now.kind === 'not-shown' ? 'no longer shown' : 'now shown', isBreaking: false }];
  }
  const fields = ({ properties = [], required = [] }: typeof now): Map<string, string> =>
    new Map(properties.map(({ name }) => [name, required.includes(name) ? 'required' : 'optional']));
  const values = ({ enum: list = [] }: typeof now): Map<string, string> =>
    new Map(list.map((value) => [JSON.stringify(value), '']));
  return [
    // A new requirement of a request, or a field that a response no longer promises, breaks callers.
    ...compareNames('field', fields(last), fields(now), {
      removed: () => true,
      added: (state) => state === 'required',
      became: () => true,
    }),
    ...compareNames('value', values(last), values(now), {
      removed: () => true,
      added: () => false,
      became: () => false,
    }),
  ];
}

/** Returns whether a difference can break callers, by the removed name or the new state. */
interface Breaks {
  readonly removed: (name: string) => boolean;
  readonly added: (state: string) => boolean;
  readonly became: (state: string) => boolean;
}

function compareNames(
  what: string,
  last: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  breaks: Breaks,
): Detail[] {
  return [
    ...[...last.keys()]
      .filter((name) => !now.has(name))
      .map((name) => ({ text: `${what} ${name} removed`, isBreaking: breaks.removed(name) })),
    ...[...now].flatMap(([name, state]): Detail[] => {
      const before = last.get(name);
      if (before === state) return [];
      if (before !== undefined) return [{ text: `${what} ${name} is now ${state}`, isBreaking: breaks.became(state) }];
      const text = `${what} ${name} added${state === 'required' ? ', required' : ''}`;
      return [{ text, isBreaking: breaks.added(state) }];
    }),
  ];
}

function listTags({ tags, operations }: Api, addresses: Addresses): Things<string> {
  const names = new Set([...tags.map(({ name }) => name), ...operations.flatMap(({ tags: own }) => own.slice(0, 1))]);
  return new Map(
    [...names].map((name) => [name, { kind: 'tag', name, address: addresses.tags.get(name) ?? nowhere, value: name }]),
  );
}

function listSchemes({ securitySchemes }: Api, addresses: Addresses): Things<string> {
  return new Map(
    securitySchemes.map(({ name }) => [
      name,
      { kind: 'security scheme', name, address: addresses.schemes.get(name) ?? nowhere, value: name },
    ]),
  );
}
