import { expect, test } from 'vitest';
import { testAnswers } from '../../../../test/validators/answers.js';
import { loadSchemas } from '../../../../test/validators/load-validators.js';

const text = { type: 'string' };
const order = (more: object = {}): object => ({
  type: 'object',
  required: ['lines'],
  properties: { lines: { type: 'array', items: { type: 'object', properties: { name: text }, ...more } } },
});
const schemas = {
  Order: { ...order(), description: 'An order.' },
  Offer: { title: 'An offer', ...Object.fromEntries(Object.entries(order()).reverse()) },
  Bill: order({ required: ['name'] }),
};

testAnswers({
  schemas,
  answers: [
    ['isOffer', { lines: [{ name: 'a' }] }, true],
    ['isOffer', {}, false],
    // The place is that of the first schema that is checked in the same way.
    [
      'validateOffer',
      { lines: [{ name: 1 }] },
      ['/lines/0/name | Offer/properties/lines/items/properties/name/type | must be a string'],
    ],
    ['isBill', { lines: [{}] }, false],
    ['isOrder', { lines: [{}] }, true],
  ],
});

test('schemas with the same keywords share their functions, even in another order, with other names and texts', async () => {
  const { files } = await loadSchemas(schemas);
  const importing = [...files].filter(([, code]) => code.includes("from './order.js'")).map(([file]) => file);
  expect(importing.filter((file) => file !== 'validators/index.ts')).toEqual(['validators/offer.ts']);
  expect(files.get('validators/offer.ts')).toContain('return isOrder(value);');
});
