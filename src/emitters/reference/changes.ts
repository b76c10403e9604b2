import { encodePointerToken } from '../../diagnostics/origin.js';
import type { Api } from '../../model/api.js';
import { listOperations } from '../../model/list-operations.js';
import type { Operation } from '../../model/operation.js';
import type { Schema } from '../../model/schema.js';
import { encodeFileName } from '../../text/encode.js';
import type { View } from '../../text/templates.js';
import { buildOperationAnchor } from './article/anchors.js';
import { nameOperation } from './view-items.js';

/** Returns the view of the changes since a previous description. Removed elements keep their old anchors there. */
export function viewChanges(previous: Api, api: Api): View {
  const rows = [
    ...compareItems(previous, api),
    ...compareThings(indexOperations(previous), indexOperations(api), formatOperation),
    ...compareThings(listSchemas(previous), listSchemas(api), formatSchema),
    ...compareThings(listTags(previous), listTags(api), () => []),
    ...compareThings(listSchemes(previous), listSchemes(api), () => []),
  ];
  return { version: previous.info.version, rows };
}

/** An element with its own anchor in the article. */
interface Thing<T> {
  readonly kind: string;
  readonly name: string;
  readonly anchor: string;
  /** The end of its address in Redoc, if it has one. */
  readonly route?: string | undefined;
  readonly value: T;
}

type Things<T> = ReadonlyMap<string, Thing<T>>;

function compareThings<T>(last: Things<T>, now: Things<T>, formatChanges: (last: T, now: T) => string[]): View[] {
  const gone = [...last].filter(([key]) => !now.has(key)).map(([, thing]) => viewRow(thing, 'removed', []));
  const others = [...now].flatMap(([key, thing]) => {
    const before = last.get(key);
    if (!before) return [viewRow(thing, 'added', [])];
    const changes = formatChanges(before.value, thing.value);
    return changes.length === 0 ? [] : [viewRow(thing, 'changed', changes)];
  });
  return [...gone, ...others];
}

function viewRow({ kind, name, anchor, route }: Thing<unknown>, what: string, changes: readonly string[]): View {
  return { kind, name, anchor, route, what, isGone: what === 'removed', changes };
}

function compareItems(previous: Api, api: Api): View[] {
  const last = new Map(previous.items.map((item) => [item.id, item]));
  const now = new Set(api.items.map(({ id }) => id));
  const answers = new Map(api.resolved.map(({ id, answer }) => [id, answer]));
  const row = (id: string, what: string, isGone: boolean, change: string): View => ({
    kind: 'item',
    name: id,
    anchor: `not-shown-${encodeFileName(id)}`,
    route: undefined,
    what,
    isGone,
    changes: [change],
  });
  return [
    ...[...last.values()]
      .filter(({ id }) => !now.has(id))
      .map(({ id, question }) =>
        row(id, answers.has(id) ? 'resolved' : 'removed', !answers.has(id), answers.get(id) ?? question),
      ),
    ...api.items.filter(({ id }) => !last.has(id)).map(({ id, question }) => row(id, 'opened', false, question)),
  ];
}

function indexOperations(api: Api): Things<Operation> {
  return new Map(
    listOperations(api).map((value) => [
      getKey(value),
      {
        kind: 'operation',
        name: nameOperation(value),
        anchor: buildOperationAnchor(value),
        route: formatRoute(value),
        value,
      },
    ]),
  );
}

// The anchor of a callback without `operationId` contains the file, which the previous description does not share.
function getKey(operation: Operation): string {
  const { kind, operationId, origin } = operation;
  return kind === 'callback' && operationId === undefined ? origin.pointer : buildOperationAnchor(operation);
}

// Returns the address of an operation in Redoc without its tag, which may have changed. Callbacks have no address.
function formatRoute({ kind, method, path, operationId }: Operation): string | undefined {
  if (kind === 'callback') return undefined;
  return `/${operationId ?? `paths/${encodePointerToken(path.template)}/${method}`}`.toLowerCase();
}

function formatOperation(last: Operation, now: Operation): string[] {
  const parameters = compareNames(
    'parameter',
    new Map(
      last.parameters.map((one) => [`${one.writtenName} (${one.location})`, one.required ? 'required' : 'optional']),
    ),
    new Map(
      now.parameters.map((one) => [`${one.writtenName} (${one.location})`, one.required ? 'required' : 'optional']),
    ),
  );
  const statuses = compareNames(
    'response',
    new Map(last.responses.map(({ status }) => [String(status), ''])),
    new Map(now.responses.map(({ status }) => [String(status), ''])),
  );
  const address = ({ method, path }: Operation): string => `${method} ${path.template}`;
  const place = ({ tags: [tag] }: Operation): string => (tag === undefined ? 'no tag' : `tag ${tag}`);
  return [
    ...[address, place].flatMap((of) => (of(last) === of(now) ? [] : [`${of(last)} became ${of(now)}`])),
    ...(now.deprecated && !last.deprecated ? ['deprecated'] : []),
    ...parameters,
    ...statuses,
  ];
}

function listSchemas({ schemas }: Api): Things<Schema> {
  return new Map(
    schemas.flatMap((value): [string, Thing<Schema>][] => {
      const name = value.kind === 'boolean' ? undefined : value.component;
      return name === undefined
        ? []
        : [[name, { kind: 'schema', name, anchor: `schema-${encodeFileName(name)}`, value }]];
    }),
  );
}

function formatSchema(last: Schema, now: Schema): string[] {
  if (last.kind !== 'keywords' || now.kind !== 'keywords') {
    return last.kind === now.kind ? [] : [now.kind === 'not-shown' ? 'no longer shown' : 'now shown'];
  }
  const fields = ({ properties = [], required = [] }: typeof now): Map<string, string> =>
    new Map(properties.map(({ name }) => [name, required.includes(name) ? 'required' : 'optional']));
  const values = ({ enum: list = [] }: typeof now): Map<string, string> =>
    new Map(list.map((value) => [JSON.stringify(value), '']));
  return [...compareNames('field', fields(last), fields(now)), ...compareNames('value', values(last), values(now))];
}

function compareNames(what: string, last: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [
    ...[...last.keys()].filter((name) => !now.has(name)).map((name) => `${what} ${name} removed`),
    ...[...now].flatMap(([name, state]) => {
      const before = last.get(name);
      if (before === undefined) return [`${what} ${name} added${state === 'required' ? ', required' : ''}`];
      return before === state ? [] : [`${what} ${name} is now ${state}`];
    }),
  ];
}

function listTags({ tags, operations }: Api): Things<string> {
  const names = new Set([...tags.map(({ name }) => name), ...operations.flatMap(({ tags: own }) => own.slice(0, 1))]);
  return new Map(
    [...names].map((name) => [name, { kind: 'tag', name, anchor: `tag-${encodeFileName(name)}`, value: name }]),
  );
}

function listSchemes({ securitySchemes }: Api): Things<string> {
  return new Map(
    securitySchemes.map(({ name }) => [
      name,
      { kind: 'security scheme', name, anchor: `security-${encodeFileName(name)}`, value: name },
    ]),
  );
}
