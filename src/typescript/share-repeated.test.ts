import { expect, test } from 'vitest';
import { code, importType, importValue } from './code.js';
import { collectRepeated, type Repeatable } from './share-repeated.js';
import { TsFile } from './ts-file.js';

const type = code`${importType('runtime/row', 'Row')}`;
const repeatable = (name: string, validator: string): Repeatable => ({
  name,
  type,
  value: code`{ mediaType: 'application/json', validate: ${importValue('validators/pet', validator)} }`,
});

test('a value that occurs twice becomes a constant with the name of its first occurrence; a value that occurs once stays', () => {
  const values = [repeatable('pet', 'validatePet'), repeatable('dog', 'validateDog'), repeatable('cat', 'validatePet')];
  const file = new TsFile('client/rows');
  const share = collectRepeated(file, values);
  for (const [index, { value }] of values.entries())
    file.addConstant({ name: `row${index}`, type, value: share(value) });
  expect(file.print('', 'js').text).toBe(`import type { Row } from '../runtime/row.js';
import { validateDog, validatePet } from '../validators/pet.js';

const pet: Row = { mediaType: 'application/json', validate: validatePet };

export const row0: Row = pet;

export const row1: Row = { mediaType: 'application/json', validate: validateDog };

export const row2: Row = pet;
`);
});

test('different values with the same name get numbers, and a name that is not an identifier is replaced', () => {
  const values = ['validateA', 'validateB', 'validateC'].flatMap((validator, index) => {
    const row = repeatable(index < 2 ? 'row' : '1-row', validator);
    return [row, row];
  });
  const share = collectRepeated(new TsFile('client/rows'), values);
  expect(values.map(({ value }) => share(value).parts.join(''))).toEqual([
    ...['row', 'row', 'row2', 'row2', 'shared', 'shared'],
  ]);
});
