import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import type { OperationFilter } from '../../src/model/operation-filter.js';
import { makeFolder } from '../make-folder.js';

/** Output for some operations of a description, with what they need and nothing else. */
const reply = (schema: object, more: object = {}): object => ({
  200: { description: 'OK', content: { 'application/json': { schema } }, ...more },
});
const ref = (section: string, name: string): object => ({ $ref: `#/components/${section}/${name}` });
const extend = (name: string, members: object): object => ({
  allOf: [ref('schemas', name), { type: 'object', properties: members }],
});

const shop = {
  openapi: '3.2.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.invalid' }],
  security: [{ key: [] }],
  tags: [{ name: 'orders' }, { name: 'pets', parent: 'animals' }, { name: 'animals' }],
  'x-docs': { home: { $ref: '#/components/schemas/Order' } },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        tags: ['orders'],
        responses: reply(
          { type: 'array', items: ref('schemas', 'Order') },
          { links: { pet: { operationId: 'getPet' }, self: { operationId: 'listOrders' } } },
        ),
      },
      post: {
        operationId: 'createOrder',
        tags: ['orders'],
        'x-audience': 'partners',
        security: [{ token: [] }],
        requestBody: { content: { 'application/json': { schema: ref('schemas', 'NewOrder') } } },
        responses: {
          ...reply(ref('schemas', 'Order')),
          400: {
            description: 'Wrong',
            content: {
              'application/json': {
                'x-not-shown': [
                  { id: 'error-shape', kind: 'shape', question: 'What shape?', source: 'API document, 4' },
                ],
              },
            },
          },
        },
      },
    },
    '/pets/{id}': {
      'x-internal': true,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        security: [],
        responses: {
          ...reply(ref('schemas', 'Pet')),
          400: { description: 'Wrong', content: { 'application/json': { 'x-not-shown': ['error-shape'] } } },
        },
      },
    },
    '/broken': { get: { responses: reply({ $ref: 'missing.yaml#/Nothing' }) } },
  },
  webhooks: {
    orderPaid: {
      post: { operationId: 'orderPaid', tags: ['orders'], responses: reply(ref('schemas', 'Payment')) },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      token: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      Order: { type: 'object', properties: { item: ref('schemas', 'Item') } },
      Item: { type: 'object', properties: { name: { type: 'string' } } },
      NewOrder: { type: 'object', properties: { count: { type: 'integer' } } },
      Payment: { type: 'object', properties: { order: { type: 'string' } } },
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind' },
      },
      Dog: extend('Pet', { bark: { type: 'boolean' } }),
      Puppy: extend('Dog', { age: ref('schemas', 'Age') }),
      Age: { type: 'integer' },
    },
  },
};

async function run(
  folder: string,
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly text: string }> {
  let text = '';
  const print = (more: string): void => {
    text += more;
  };
  const code = await runCommandLine(argv, { folder, colours: false, isInteractive: false, print, printError: print });
  return { code, text };
}

interface Kept {
  readonly operations: readonly string[];
  readonly schemas?: readonly string[];
  readonly security?: readonly string[];
  readonly gaps?: readonly string[];
  readonly tags?: readonly string[];
  readonly webhooks?: readonly string[];
}

const list = (value: object | undefined): string[] => Object.keys(value ?? {}).sort();

function readKept(folder: string): Kept {
  const description = readFileSync(join(folder, 'out/openapi.json'), 'utf8');
  const { paths, components, tags, webhooks } = JSON.parse(description);
  const methods = Object.values<object>(paths).flatMap((item) => Object.values(item));
  const modules = readdirSync(join(folder, 'out/client'))
    .map((file) => file.replace('.ts', ''))
    .filter((name) => name !== 'index' && name !== 'client');
  const ids = methods.flatMap(({ operationId }) => operationId ?? []).sort();
  expect(modules.map((name) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())).sort()).toEqual(ids);
  const { openGaps = [] } = JSON.parse(readFileSync(join(folder, 'out/lacuna.json'), 'utf8'));
  expect([...description.matchAll(/"id": "(.*)",\s*"kind"/g)].map(([, id]) => id)).toEqual(openGaps);
  return {
    operations: ids,
    schemas: list(components?.schemas),
    security: list(components?.securitySchemes),
    gaps: openGaps,
    tags: tags.map(({ name }: { readonly name: string }) => name),
    webhooks: list(webhooks),
  };
}

const pets: Kept = {
  operations: ['getPet'],
  schemas: ['Age', 'Dog', 'Pet', 'Puppy'],
  security: [],
  gaps: ['error-shape'],
  tags: ['pets', 'animals'],
  webhooks: [],
};
const orders: Kept = {
  operations: ['createOrder', 'listOrders'],
  schemas: ['Item', 'NewOrder', 'Order', 'Payment'],
  security: ['key', 'token'],
  gaps: ['error-shape'],
  tags: ['orders'],
  webhooks: ['orderPaid'],
};
const reading: Kept = {
  ...orders,
  operations: ['listOrders'],
  schemas: ['Item', 'Order'],
  security: ['key'],
  gaps: [],
  webhooks: [],
};

const filters: readonly (readonly [OperationFilter, Kept])[] = [
  [{ include: { tags: ['pets'] } }, pets],
  [{ include: { paths: ['/pets/*'] } }, pets],
  [{ include: { ids: ['GET /pets/{id}'] } }, pets],
  [{ include: { extensions: ['x-internal'] } }, pets],
  [{ include: { extensions: ['x-internal=true'] } }, pets],
  [{ include: { tags: ['orders'] } }, orders],
  [{ exclude: { extensions: ['x-internal'], paths: ['/broken'] } }, orders],
  [{ include: { paths: ['**'] }, exclude: { paths: ['/pets/**', '/broken'] } }, orders],
  [{ include: { ids: ['list*'] } }, reading],
  [{ include: { tags: ['orders'] }, exclude: { extensions: ['x-audience=partners'], ids: ['orderPaid'] } }, reading],
];

describe('a filter keeps operations and what they need', () => {
  test.each(filters)('%j', async (filter, kept) => {
    const configuration = { spec: 'shop.json', out: 'out', only: ['client', 'description'], ...filter };
    const folder = makeFolder({
      'shop.json': JSON.stringify(shop),
      'lacuna.config.json': JSON.stringify(configuration),
    });
    const { code, text } = await run(folder, 'generate');
    expect(text.replace(/.*reduced-emission: the webhook.*/, '')).not.toMatch(/(error|warning) [a-z-]+:/);
    expect(code).toBe(0);
    expect(readKept(folder)).toEqual(kept);
    expect(await run(folder, 'check')).toMatchObject({ code: 0 });
  });
});

const generate = ['generate', '--spec', 'shop.json', '--out', 'out', '--only', 'client,description'] as const;

test('flags select as the configuration does, and the selection is recorded and can be changed', async () => {
  const folder = makeFolder({ 'shop.json': JSON.stringify(shop) });
  await run(
    folder,
    ...generate,
    '--include',
    'tags=pets,orders',
    '--exclude',
    'ids=createOrder',
    '--exclude',
    'ids=orderPaid',
  );
  expect(readKept(folder).operations).toEqual(['getPet', 'listOrders']);
  expect(await run(folder, 'check', '--out', 'out')).toMatchObject({ code: 0 });
  await run(folder, ...generate, '--include', 'ids=getPet');
  expect(readKept(folder)).toEqual(pets);
});

test('a brief warning names every entry that selects nothing, and the path whose parameter has another name', async () => {
  const folder = makeFolder({ 'shop.json': JSON.stringify(shop) });
  const { text } = await run(
    folder,
    ...generate,
    '--include',
    'paths=/pets/{petIdentifier}',
    '--include',
    'ids=x,getPet',
  );
  expect(text).toContain(
    "no operation matches '/pets/{petIdentifier}' in 'paths' (did you mean '/pets/{id}'?) or 'x' in 'ids' of the filter",
  );
});

test("'none' removes a recorded filter, and a selector without a value is an error", async () => {
  const valid = { ...shop, paths: { ...shop.paths, '/broken': {} } };
  const folder = makeFolder({ 'shop.json': JSON.stringify(valid) });
  await run(folder, ...generate, '--include', 'tags=pets', '--exclude', 'ids=orderPaid');
  expect(await run(folder, 'generate', '--out', 'out', '--exclude', 'none')).toMatchObject({ code: 0 });
  expect(readKept(folder)).toEqual(pets);
  expect(await run(folder, 'generate', '--out', 'out', '--include', 'none')).toMatchObject({ code: 0 });
  expect(readKept(folder)).toMatchObject({
    operations: ['createOrder', 'getPet', 'listOrders'],
    webhooks: ['orderPaid'],
  });
  expect(readFileSync(join(folder, 'out/lacuna.json'), 'utf8')).not.toContain('clude"');
  expect(await run(folder, 'generate', '--out', 'out', '--include', 'tags')).toMatchObject({
    code: 2,
    text: expect.stringContaining('write --include tags=NAME,…'),
  });
});

test('the order of entries has no effect, and a configured list needs entries', async () => {
  const configuration = { spec: 'shop.json', out: 'out', only: ['types'], include: { tags: ['pets', 'orders'] } };
  const folder = makeFolder({
    'shop.json': JSON.stringify(shop),
    'lacuna.config.json': JSON.stringify(configuration),
  });
  await run(folder, 'generate');
  const configure = (include: object): void =>
    writeFileSync(join(folder, 'lacuna.config.json'), JSON.stringify({ ...configuration, include }));
  configure({ tags: ['orders', 'pets'] });
  expect(await run(folder, 'check', '--include', 'tags=pets,orders')).toMatchObject({ code: 0 });
  configure({ tags: [] });
  const { code, text } = await run(folder, 'check');
  expect([code, text]).toEqual([2, expect.stringContaining("'include' has no entries")]);
});

const gap = { id: 'lost-shape', kind: 'shape', question: 'What shape?', source: 'API document, 5' };
const size = { $ref: '#/paths/~1lost/post/responses/200/content/application~1json/schema' };
const lost = {
  parameters: [{ name: 'size', in: 'query', schema: { type: 'integer' } }],
  get: { operationId: 'getLost', responses: { 204: { description: 'OK' } } },
  post: {
    requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
    responses: reply({ type: 'object', properties: { next: size, open: { 'x-not-shown': [gap] } } }),
  },
};
const found = {
  post: {
    operationId: 'postFound',
    parameters: [{ $ref: '#/paths/~1lost/parameters/0' }],
    requestBody: { $ref: '#/paths/~1lost/post/requestBody' },
    responses: {
      200: { description: 'OK', content: { 'text/plain': { schema: size } } },
      400: { $ref: '#/paths/~1lost/post/responses/200' },
    },
  },
};
const valid = {
  ...shop,
  paths: { '/orders': shop.paths['/orders'], '/lost': lost, '/found': found, '/other': { $ref: '#/paths/~1lost' } },
};

test.each([
  ['ids=postFound', ['key', 'lost-0', 'lost-200', 'lost-requestBody'], ['lost-shape']],
  ['ids=GET /other', ['key', 'lost'], []],
] as const)('%s: what an operation uses of an omitted path becomes a component', async (include, names, gaps) => {
  const folder = makeFolder({ 'shop.json': JSON.stringify(valid) });
  const { code, text } = await run(folder, ...generate, '--include', include);
  expect([code, text]).toEqual([0, expect.not.stringContaining('error')]);
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const { components, paths } = JSON.parse(read('out/openapi.json'));
  expect(Object.keys(paths)).toHaveLength(1);
  expect(list(Object.assign({}, ...Object.values(components)))).toEqual(names);
  expect(JSON.parse(read('out/lacuna.json')).openGaps ?? []).toEqual(gaps);
  const argv = ['--spec', 'out/openapi.json', '--out', 'again', '--only', 'client,description'];
  expect(await run(folder, 'generate', ...argv)).toMatchObject({ code: 0 });
  for (const path of ['openapi.json', 'client/client.ts']) expect(read(`again/${path}`)).toBe(read(`out/${path}`));
});

test('a part of an omitted operation in another file becomes a component too', async () => {
  const [pointer, near] = ['#/get/responses/200/content/application~1json/schema', { $ref: 'size.json' }];
  const item = {
    get: { responses: reply({ type: 'object', properties: { near, next: { $ref: pointer } } }) },
    put: { operationId: 'putPet', responses: reply({ $ref: pointer }) },
  };
  const paths = { '/pets': { $ref: 'paths/pets.json' } };
  const folder = makeFolder({
    'shop.json': JSON.stringify({ ...shop, paths }),
    'paths/pets.json': JSON.stringify(item),
    'paths/size.json': '{ "type": "integer" }',
  });
  expect(await run(folder, ...generate, '--include', 'ids=putPet')).toMatchObject({ code: 0 });
  const { components } = JSON.parse(readFileSync(join(folder, 'out/openapi.json'), 'utf8'));
  const self = ref('schemas', 'get-schema');
  const properties = { near: ref('schemas', 'size'), next: self };
  expect(components.schemas).toEqual({ 'get-schema': { type: 'object', properties }, size: { type: 'integer' } });
});

test('a finding in a part that became a component is at its place in the description', async () => {
  const broken = { ...found.post, requestBody: { $ref: '#/paths/~1lost/post/requestBody' } };
  const more = {
    ...lost,
    post: {
      ...lost.post,
      requestBody: {
        content: {
          'text/plain': { schema: { type: 'strin' } },
        },
      },
    },
  };
  const paths = { '/lost': more, '/found': { post: broken } };
  const folder = makeFolder({ 'shop.json': JSON.stringify({ ...shop, paths }, null, 1) });
  const text = readFileSync(join(folder, 'shop.json'), 'utf8');
  const line = text.slice(0, text.indexOf('"strin"')).split('\n').length;
  expect((await run(folder, ...generate, '--include', 'ids=postFound')).text).toContain(`shop.json:${line}:`);
});

test('groups, parents and components have no tags and path items that only omitted operations use', async () => {
  const groups = [
    { name: 'All', tags: ['orders', 'pets', 'animals'] },
    { name: 'Shop', tags: ['orders'] },
  ];
  const tags = [{ name: 'orders' }, { name: 'pets', 'x-parent': 'animals' }, { name: 'animals' }];
  const getPet = { operationId: 'getPet', tags: ['pets'], responses: { 204: { description: 'OK' } } };
  const paths = { '/pets': { get: getPet }, '/shared': ref('pathItems', 'Shared') };
  const components = { ...shop.components, pathItems: { Shared: lost } };
  const spec = { ...shop, openapi: '3.1.0', tags, 'x-tagGroups': groups, paths, webhooks: {}, components };
  const folder = makeFolder({ 'shop.json': JSON.stringify(spec) });
  await run(folder, ...generate, '--include', 'ids=getPet');
  const output = JSON.parse(readFileSync(join(folder, 'out/openapi.json'), 'utf8'));
  expect(output['x-tagGroups']).toEqual([{ name: 'All', tags: ['pets', 'animals'] }]);
  expect(output.tags).toEqual(tags.slice(1));
  expect(output.components).not.toHaveProperty('pathItems');
});

test('a link to an operation that is left out is left out too', async () => {
  const folder = makeFolder({ 'shop.json': JSON.stringify(shop) });
  await run(folder, ...generate, '--include', 'tags=orders');
  const { paths } = JSON.parse(readFileSync(join(folder, 'out/openapi.json'), 'utf8'));
  expect(list(paths['/orders'].get.responses[200].links)).toEqual(['self']);
});

test('a path item in another file is read, and only its selected operations are kept', async () => {
  const { operationId, tags } = shop.paths['/pets/{id}'].get;
  const item = {
    get: { operationId, tags, responses: reply(ref('schemas', 'Pet')) },
    put: { operationId: 'putPet', responses: reply({ $ref: 'none.json' }) },
  };
  const spec = { ...shop, paths: { '/pets': { $ref: 'pets.json' } }, components: shop.components };
  const folder = makeFolder({
    'shop.json': JSON.stringify(spec),
    'pets.json': JSON.stringify(item).replaceAll('"#/', '"shop.json#/'),
  });
  expect(await run(folder, ...generate, '--include', 'ids=getPet')).toMatchObject({ code: 0 });
  expect(readKept(folder)).toMatchObject({ operations: ['getPet'], schemas: pets.schemas });
});

test('an entry that selects nothing is a warning, and a filter that selects nothing is an error', async () => {
  const folder = makeFolder({ 'shop.json': JSON.stringify(shop) });
  const warned = await run(folder, ...generate, '--verbose', '--include', 'tags=pets,order');
  const [entries, hint] = ["'order' in 'tags'", "(did you mean 'orders'?)"];
  expect(warned.text).toContain(
    `warning filter-selects-nothing: no operation matches ${entries} ${hint} of the filter`,
  );
  expect(await run(folder, ...generate, '--exclude', 'paths=**')).toMatchObject({ code: 2 });
});

test('scaffold lists the handlers of operations that the filter leaves out, and keeps them', async () => {
  const server = ['generate', '--spec', 'shop.json', '--out', 'out', '--only', 'server'];
  const folder = makeFolder({ 'shop.json': JSON.stringify(shop), 'tsconfig.json': '{}' });
  await run(folder, ...server, '--include', 'tags=pets,orders');
  await run(folder, 'scaffold', '--out', 'out');
  const handler = join(folder, 'src/handlers/get-pet.ts');
  const written = readFileSync(handler, 'utf8');
  await run(folder, ...server, '--include', 'tags=orders');
  const { text } = await run(folder, 'scaffold', '--out', 'out');
  expect(text).toContain('the filter omits `getPet`, GET /pets/{id}');
  expect(text).not.toContain('no longer has');
  expect(readFileSync(handler, 'utf8')).toBe(written);
  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ ...shop, paths: { '/orders': shop.paths['/orders'] } }));
  await run(folder, 'generate', '--out', 'out');
  expect((await run(folder, 'scaffold', '--out', 'out')).text).toContain('so nothing calls `getPet`');
  expect(existsSync(handler)).toBe(true);
});

test('a gap of an omitted tag belongs to the first remaining object that names it', async () => {
  const gap = { id: 'page-size', kind: 'behaviour', question: 'How many?', source: 'Guide, 2' };
  const get = (name: string): object => ({
    get: { operationId: name, tags: [name], responses: { 204: { description: 'OK' } }, 'x-not-shown': [gap.id] },
  });
  const folder = makeFolder({
    'spec.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      tags: [{ name: 'dogs', 'x-not-shown': [gap] }, { name: 'cats' }],
      paths: { '/cats': get('cats') },
    }),
  });
  const terminal = {
    folder,
    colours: false,
    isInteractive: false,
    print: () => undefined,
    printError: () => undefined,
  };
  const flags = ['--spec', 'spec.json', '--out', 'out', '--include', 'ids=cats', '--only', 'not-shown,description'];
  expect(await runCommandLine(['generate', ...flags], terminal)).toBe(0);
  const read = (path: string): unknown => JSON.parse(readFileSync(join(folder, 'out', path), 'utf8'));
  expect(read('openapi.json')).toMatchObject({ paths: { '/cats': { get: { 'x-not-shown': [gap] } } } });
  expect(read('not-shown.json')).toMatchObject({ items: [{ id: gap.id, pointer: '/paths/~1cats/get' }] });
});

test('commands about gaps say that the filter omits a gap, also if other omitted parts have errors', async () => {
  const folder = makeFolder({ 'spec.json': JSON.stringify(shop) });
  const run = async (...argv: readonly string[]): Promise<{ code: number; printed: string }> => {
    let printed = '';
    const print = (text: string): void => {
      printed += text;
    };
    const code = await runCommandLine(argv, { folder, colours: false, isInteractive: false, print, printError: print });
    return { code, printed };
  };
  const generate = ['generate', '--spec', 'spec.json', '--out', 'out', '--only', 'types'];
  expect((await run(...generate, '--include', 'ids=createOrder')).printed).toContain('1 open (1 shape)');
  expect((await run(...generate, '--include', 'ids=listOrders')).printed).toContain(
    '0 open\n               omitted by the filter: error-shape\n',
  );
  const shown = await run('gaps', 'show', 'error-shape', '--out', 'out');
  expect(shown).toEqual({ code: 2, printed: expect.stringContaining("the filter omits the gap 'error-shape'") });
  const listed = await run('gaps', '--operation', 'createOrder', '--out', 'out');
  expect(listed).toEqual({ code: 2, printed: expect.stringContaining("the filter omits the operation 'createOrder'") });
  const agreed = await run('check', '--out', 'out', '--agreed-gaps', 'error-shape,other', '--strict');
  expect(agreed).toEqual({ code: 2, printed: expect.stringContaining("'agreedGaps' names 'other'") });
  expect(agreed.printed).not.toContain("'error-shape'");
});
