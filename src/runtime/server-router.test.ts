import { expect, test } from 'vitest';
import { problemForm, Refusal } from './server-refusal.js';
import type { ServerRoute } from './server-route.js';
import { matchPath, type PathNode, splitTarget } from './server-router.js';

function endAt(operation: string): PathNode {
  const route: ServerRoute = {
    operation,
    method: 'GET',
    security: [],
    parameters: { list: [] },
    accept: [],
    replies: {},
    errors: { other: problemForm },
  };
  return { routes: [route] };
}

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
  // Each value of a segment has a character at least.
  ['/pets/..cat:feed', ['feed', '.', 'cat']],
  ['/pets/.cat:feed', ['one', '.cat:feed']],
  ['/pets/tom%2E%2f:feed', ['feed', 'tom', '%2F']],
  ['/pets/__proto__', ['proto']],
  ['/pets/constructor', ['one', 'constructor']],
])('%s leads to %j', (path, expected) => {
  expect(find(path)).toEqual(expected);
});

test.each(['/pet', '/pets//food', '/pets/tom/', '/pets/tom/food/x', '//pets', '/PETS', '/constructor', '/__proto__'])(
  '%s has no route',
  (path) => {
    expect(find(path)).toBe(undefined);
  },
);

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
