/** An operation of a description that evolves. */
interface EvolvingOperation {
  method: string;
  path: string;
  id?: string;
  tags: string[];
  more: Record<string, unknown>;
}

/** A description that evolves. An evolution changes it in place. */
export interface EvolvingApi {
  operations: EvolvingOperation[];
  /** The members of the root. */
  root: Record<string, unknown>;
  /** The number for the next name that was not used before. */
  next: number;
}

/** Chooses one entry of a list, as a chain of evolutions decides. */
export type Pick = <T>(list: readonly T[]) => T | undefined;

/** Creates the description with which a chain begins. */
export function startApi(): EvolvingApi {
  const operations = [
    { method: 'GET', path: '/pets/{id}', id: 'getPet', tags: ['pets'], more: { summary: 'Gets a pet' } },
    { method: 'POST', path: '/pets', id: 'addPet', tags: ['pets'], more: {} },
    { method: 'GET', path: '/toys', id: 'listToys', tags: ['toys'], more: {} },
    { method: 'DELETE', path: '/toys/{toy}', id: 'dropToy', tags: ['toys'], more: {} },
  ];
  return { operations, root: {}, next: 1 };
}

const token = { token: { type: 'http', scheme: 'bearer' } };
const gap = { id: 'an-gap', kind: 'shape', question: 'Which shape?', source: '1' };

function add(api: EvolvingApi, changes: Partial<EvolvingOperation> = {}): void {
  const number = api.next++;
  api.operations.push({
    method: 'GET',
    path: `/new-${number}`,
    id: `getNew${number}`,
    tags: ['pets'],
    more: {},
    ...changes,
  });
}

function remove(api: EvolvingApi, operation: EvolvingOperation | undefined): void {
  api.operations = api.operations.filter((each) => each !== operation);
}

function set<K extends keyof EvolvingOperation>(
  operation: EvolvingOperation | undefined,
  key: K,
  value: EvolvingOperation[K],
): void {
  if (operation) operation[key] = value;
}

/** The ways in which a description changes. */
export const evolutions: { readonly [name: string]: (api: EvolvingApi, pick: Pick) => void } = {
  'one more operation': (api) => add(api),
  'one more method of a path': (api, pick) => {
    const path = pick(api.operations)?.path;
    const isTaken = api.operations.some((each) => each.path === path && each.method === 'PATCH');
    if (path !== undefined && !isTaken) add(api, { method: 'PATCH', path });
  },
  'three more of a new tag': (api) => {
    for (const tag of ['a tag', 'a tag', 'other']) add(api, { tags: [tag] });
  },
  'one more without a tag': (api) => add(api, { tags: [] }),
  'one more without a name': (api) => {
    add(api);
    delete api.operations.at(-1)?.id;
  },
  'one less': (api, pick) => remove(api, pick(api.operations)),
  'all of a tag gone': (api, pick) => {
    const tag = pick(api.operations)?.tags[0];
    api.operations = api.operations.filter(({ tags }) => tags[0] !== tag);
  },
  'one renamed': (api, pick) => set(pick(api.operations), 'id', `renamed${api.next++}`),
  'one renamed to the plural': (api, pick) => {
    const operation = pick(api.operations);
    set(operation, 'id', `${operation?.id ?? 'thing'}s`);
  },
  'all renamed': (api) => {
    for (const each of api.operations) each.id = `again${api.next++}`;
  },
  'two exchange their names': (api, pick) => {
    const [one, other] = [pick(api.operations), pick(api.operations)];
    const id = one?.id;
    if (one?.id && other?.id) [one.id, other.id] = [other.id, id ?? ''];
  },
  'names rotate': (api) => {
    const ids = api.operations.map(({ id }) => id ?? `late${api.next++}`);
    api.operations.forEach((each, index) => {
      each.id = ids[(index + 1) % ids.length] ?? '';
    });
  },
  'one takes the name of one that goes': (api, pick) => {
    const [one, other] = [pick(api.operations), pick(api.operations)];
    if (one === other || !other?.id) return;
    remove(api, other);
    set(one, 'id', other.id);
  },
  'a new one takes the name of one that is renamed': (api, pick) => {
    const one = pick(api.operations);
    if (!one?.id) return;
    add(api, { id: one.id });
    one.id = `left${api.next++}`;
  },
  'a name that a user may have': (api, pick) => {
    const id = pick(
      ['helper', 'handlers', 'db', 'fetchPet', 'Reply', 'args', 'Promise'].filter((name) => isFree(api, name)),
    );
    if (id) set(pick(api.operations), 'id', id);
  },
  'a name of other characters': (api, pick) => set(pick(api.operations), 'id', `get-the ${api.next++}/ünit`),
  'a name of another script': (api, pick) => set(pick(api.operations), 'id', `取得${api.next++}`),
  'a reserved name': (api, pick) => {
    const id = pick(['delete', 'createServer', 'unimplemented', 'constructor'].filter((name) => isFree(api, name)));
    if (id) set(pick(api.operations), 'id', id);
  },
  'an identifier with a dollar': (api, pick) => {
    const operation = pick(api.operations);
    if (operation) operation.more['x-identifier'] = `$get$${api.next++}`;
  },
  'a name that differs in case': (api, pick) => {
    const id = pick(api.operations)?.id?.toUpperCase();
    if (id && isFree(api, id)) add(api, { id });
  },
  'no name any more': (api, pick) => {
    delete pick(api.operations)?.id;
  },
  'a schema takes the name of a reply': (api, pick) => {
    const id = pick(api.operations)?.id ?? 'some';
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const components = { ...Object(api.root['components']) };
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Reply`.replace(/[^A-Za-z0-9]/g, '');
    api.root['components'] = { ...components, schemas: { ...components.schemas, [name]: schema } };
  },
  'another tag': (api, pick) => set(pick(api.operations), 'tags', ['shop']),
  'tags that are file names': (api, pick) => set(pick(api.operations), 'tags', ['index']),
  'a parameter renamed': (api, pick) => {
    const operation = pick(api.operations.filter(({ path }) => path.includes('{')));
    if (!operation) return;
    const path = operation.path.replace(/\{\w+\}/, `{renamed${api.next++}}`);
    for (const each of api.operations) if (each !== operation && each.path === operation.path) each.path = path;
    operation.path = path;
  },
  'a parameter and the name': (api, pick) => {
    const operation = pick(api.operations.filter(({ path }) => path.includes('{')));
    if (!operation || api.operations.some((each) => each !== operation && each.path === operation.path)) return;
    operation.path = operation.path.replace(/\{\w+\}/, `{renamed${api.next++}}`);
    operation.id = `both${api.next++}`;
  },
  'another path': (api, pick) => set(pick(api.operations), 'path', `/moved-${api.next++}`),
  'another method': (api, pick) => {
    const operation = pick(api.operations);
    if (operation && !api.operations.some(({ path, method }) => path === operation.path && method === 'PUT'))
      operation.method = 'PUT';
  },
  'security for all': (api) => {
    api.root['security'] = [{ token: [] }];
    api.root['components'] = { ...Object(api.root['components']), securitySchemes: token };
  },
  'security no more': (api) => {
    delete api.root['security'];
  },
  'another summary': (api, pick) => {
    const operation = pick(api.operations);
    if (operation) operation.more['summary'] = `Ends */ with \` and ${api.next++}\n@deprecated`;
  },
  'one deprecated': (api, pick) => {
    const operation = pick(api.operations);
    if (operation) operation.more['deprecated'] = true;
  },
  'a body that is not shown': (api, pick) => {
    const operation = pick(api.operations.filter(({ method }) => method !== 'GET' && method !== 'DELETE'));
    const isThere = api.operations.some(({ more }) => 'requestBody' in more);
    if (operation && !isThere)
      operation.more['requestBody'] = { content: { 'application/json': { schema: { 'x-not-shown': [gap] } } } };
  },
  'one more answer': (api, pick) => {
    const operation = pick(api.operations);
    if (operation) operation.more['responses'] = { 200: { description: 'Fine.' }, default: { description: 'Else.' } };
  },
  'another order': (api) => {
    api.operations.reverse();
  },
  nothing: () => undefined,
};

function isFree(api: EvolvingApi, id: string): boolean {
  return !api.operations.some((each) => each.id === id);
}
