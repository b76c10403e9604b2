import { expect, test } from 'vitest';
import { printExpression } from '../../../test/validators/evaluate.js';
import { nameLocal } from './local-names.js';
import { readField } from './read-field.js';

test.each([
  ['id', `fields['id']`],
  [`it's`, `fields['it\\'s']`],
  ['constructor', `readOwn(fields, 'constructor')`],
  ['__proto__', `readOwn(fields, '__proto__')`],
])('the field %j is read as %s', (name, expression) => {
  expect(printExpression(readField(nameLocal('fields'), name))).toBe(expression);
});
