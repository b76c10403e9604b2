import { expect, test } from 'vitest';
import { problemForm, Refusal } from './refusal.js';
import type { ServerRoute } from './route.js';
import {
  chooseRoute,
  listMethods,
  listRoutes,
  matchPath,
  type PathNode,
  removeBasePath,
  splitBasePath,
  splitTarget,
} from './router.js';

function writeRoute(operation: string, method: string, query?: ServerRoute['query']): ServerRoute {
  return {
    operation,
    method,
    ...(query && { query }),
    security: [],
    parameters: { list: [] },
    accept: [],
    replies: {},
    errors: { other: problemForm },
  };
}

const endAt = (operation: string): PathNode => ({ routes: [writeRoute(operation, 'GET')] });

const root: PathNode = {
  literals: new Map<string, PathNode>([
    ['', endAt('root')],
    [
      'pets',
      {
        ...endAt('list'),
        literals: new Map<string, PathNode>([
          ['', endAt('slash')],
          ['mine', { ...endAt('mine'), literals: new Map([['toys', endAt('myToys')]]) }],
          ['__proto__', endAt('proto')],
        ]),
        patterns: [{ literals: ['', '.', ':feed'], node: endAt('feed') }],
        parameter: { ...endAt('one'), literals: new Map([['food', endAt('food')]]) },
      },
    ],
    [
      'files',
      {
        patterns: [
          { literals: ['v', '.', '-', ''], node: { literals: new Map([['raw', endAt('raw')]]) } },
          { literals: ['v', 'v'], node: endAt('version') },
          { literals: ['w', '', '', '-', ''], ends: [2, '.'], node: endAt('adjacent') },
        ],
        parameter: { literals: new Map([['all', endAt('all')]]) },
      },
    ],
  ]),
};

function find(path: string): readonly (string | undefined)[] | undefined {
  const match = matchPath(root, path);
  return match && [match.routes[0]?.operation, ...match.values];
}

test.each([
  ['/', ['root']],
  ['/pets', ['list']],
  ['/pets/', ['slash']],
  ['/pets/mine', ['mine']],
  ['/p%65ts/mine', ['mine']],
  ['/pets/mine/toys', ['myToys']],
  ['/pets/mine/food', ['food', 'mine']],
  ['/pets/tom', ['one', 'tom']],
  ['/pets/a%2Fb', ['one', 'a%2Fb']],
  ['/pets/mine%2Ftoys', ['one', 'mine%2Ftoys']],
  ['/pets/tom/food', ['food', 'tom']],
  ['/pets/tom.cat:feed', ['feed', 'tom', 'cat']],
  ['/pets/tom.:feed', ['one', 'tom.:feed']],
  // Each value of a segment has at least one character.
  ['/pets/..cat:feed', ['feed', '.', 'cat']],
  ['/pets/.cat:feed', ['one', '.cat:feed']],
  ['/pets/tom%2E%2f:feed', ['feed', 'tom', '%2F']],
  ['/pets/__proto__', ['proto']],
  ['/files/v1.2-3/raw', ['raw', '1', '2', '3']],
  ['/files/v10.20-30.4-5/raw', ['raw', '10', '20', '30.4-5']],
  // If the rest of the path does not match a pattern, another continuation is tried with the original values.
  ['/files/v1.2-3/all', ['all', 'v1.2-3']],
  ['/files/v1v', ['version', '1']],
  ['/files/wabc.d-e', ['adjacent', 'ab', 'c', '.d', 'e']],
  ['/files/wa%F0%9F%8E%88%41.d-e', ['adjacent', 'a%F0%9F%8E%88', 'A', '.d', 'e']],
  // The first value would have one character, or the second none.
  ['/files/wab.d-e/all', ['all', 'wab.d-e']],
  ['/pets/constructor', ['one', 'constructor']],
])('%s leads to %j', (path, expected) => {
  expect(find(path)).toEqual(expected);
});

test.each([
  '/pet',
  '/pets//food',
  '/pets/tom/',
  '/pets/tom/food/x',
  '//pets',
  '/PETS',
  '/constructor',
  '/__proto__',
  '/files/vv',
  '/files/v',
  '/files/v1.-3/raw',
])('%s has no route', (path) => {
  expect(find(path)).toBe(undefined);
});

test.each(['/pets/%zz', '/pets/%ff', '/pets/..', '/pets/%2e%2E/mine', '/./pets'])('%s is refused', (path) => {
  expect(() => find(path)).toThrow(expect.toSatisfy((error) => error instanceof Refusal && error.code === 400));
});

test.each([
  ['/a', '/a', ''],
  ['/a?', '/a', ''],
  ['/a?b=1?c', '/a', 'b=1?c'],
  ['http://h/a?b', '/a', 'b'],
  ['HTTPS://h:1/a//b', '/a//b', ''],
  ['http://h', '/', ''],
  ['http://h?b', '/', 'b'],
  ['/http://h/a', '/http://h/a', ''],
])('the target %s has the path %s and the query %j', (target, path, query) => {
  expect(splitTarget(target)).toEqual({ path, query });
});

test.each(['*', 'a', 'h:1', 'ftp://h/a', 'xhttp://h/a', '/a#b', '/a?b#c'])('the target %s is refused', (target) => {
  expect(() => splitTarget(target)).toThrow(
    expect.toSatisfy((error) => error instanceof Refusal && error.code === 400),
  );
});

const routes = [
  writeRoute('find', 'GET', [['kind', 'a b']]),
  writeRoute('findBoth', 'GET', [
    ['kind', 'c'],
    ['of', 'd'],
  ]),
  writeRoute('list', 'GET'),
  writeRoute('create', 'POST', [['kind', 'new']]),
];

test.each([
  ['GET', '', 'list'],
  ['GET', 'kind=a+b', 'find'],
  ['GET', 'x=1&kind=z&kind=a%20b', 'find'],
  ['GET', 'kind=c', 'list'],
  ['GET', 'of=d&kind=c', 'findBoth'],
  ['HEAD', '', 'list'],
  ['HEAD', 'kind=a+b', 'find'],
  ['POST', 'kind=new', 'create'],
  ['OPTIONS', '', undefined],
])('%s with the query %j leads to %s', (method, query, expected) => {
  expect(chooseRoute(routes, method, query)?.operation).toBe(expected);
});

test.each([
  ['a method that no operation has', routes, 'DELETE', 405],
  ['a method without its query', routes, 'POST', 405],
  ['a path that has operations with another query only', routes.slice(3), 'GET', 404],
] as const)('%s is refused', (_, given, method, code) => {
  const isRefused = (error: unknown): boolean => error instanceof Refusal && error.code === code;
  expect(() => chooseRoute(given, method, '')).toThrow(expect.toSatisfy(isRefused));
});

test('the methods of a path are those of its operations, HEAD beside GET, and OPTIONS', () => {
  expect(listMethods(routes)).toBe('GET, HEAD, OPTIONS, POST');
  expect(listMethods(routes.slice(3))).toBe('OPTIONS, POST');
});

test.each([
  ['/2.0', '/2.0/pets', '/pets'],
  ['/2.0/', '/2.0/', '/'],
  ['/2.0', '/2.0', undefined],
  ['/2.0', '/2.01/pets', undefined],
  ['/a b/c', '/a%20b/%63/pets/%2F', '/pets/%2F'],
  ['/a%2Fb', '/a/b/pets', undefined],
  ['/a', '/%zz/pets', undefined],
  ['', '/pets', '/pets'],
  ['/', '/pets', '/pets'],
])('below the base path %j, %s is the path %j', (base, path, expected) => {
  expect(removeBasePath(path, splitBasePath(base))).toBe(expected);
});

test.each(['v1', 'https://api.example.com/v1', '/v1?a', '/%zz'])('%j is no base path', (base) => {
  expect(() => splitBasePath(base)).toThrow(TypeError);
});

test('every operation of the API is listed once', () => {
  const names = listRoutes(root).map(({ operation }) => operation);
  expect(names.sort()).toEqual('adjacent all feed food list mine myToys one proto raw root slash version'.split(' '));
});
