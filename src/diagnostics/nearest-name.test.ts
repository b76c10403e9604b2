import { expect, test } from 'vitest';
import { findNearestName } from './nearest-name.js';

test.each([
  ['Odrer', ['Customer', 'Order', 'Orders'], 'Order'],
  ['petstore', ['petStore', 'pets'], 'petStore'],
  ['id', ['ip', 'identifier'], 'ip'],
  ['id', ['of', 'no'], undefined],
  ['gte', ['get', 'put'], 'get'],
  ['Pet', [], undefined],
  ['items', ['gap', 'gaps', 'item'], 'gaps'],
  ['maxItems', ['maxSize', 'maxGaps'], 'maxGaps'],
  ['openapi', ['swagger', 'info'], undefined],
])('%s among %j is %s', (name, candidates, nearest) => {
  expect(findNearestName(name, candidates)).toBe(nearest);
});

test('only the first of many names are compared', () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `unlike${index}`);
  expect(findNearestName('Order', [...names, 'Ordr'])).toBeUndefined();
  expect(findNearestName('Order', ['Ordr', ...names])).toBe('Ordr');
});
