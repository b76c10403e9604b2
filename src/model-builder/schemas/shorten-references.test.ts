import { expect, test } from 'vitest';
import { writeSchema } from '../../../test/model/write-schema.js';
import { followReference } from '../../model/in-place.js';
import type { KeywordSchema, Schema } from '../../model/schema.js';
import { shortenReferences } from './complete-schemas.js';

/** Returns a chain of schemas. Each refers to the one before it. */
function writeChain(length: number, last: Partial<KeywordSchema> = {}): Schema[] {
  let ref: Schema = writeSchema('End');
  const chain = [ref];
  for (let count = 1; count <= length; count++) {
    ref = writeSchema(`Step${count}`, { ref, ...(count === length && last) });
    chain.push(ref);
  }
  return chain;
}

const countSteps = (schema: Schema | undefined): number => (schema ? followReference(schema).passed.length : 0);

test('a chain of at most 100 references does not change', () => {
  const chain = writeChain(100);
  shortenReferences(chain);
  expect(countSteps(chain.at(-1))).toBe(100);
});

test('no schema of a longer chain is more than 100 references away from its end', () => {
  const chain = writeChain(350);
  shortenReferences(chain);
  expect(chain.map(countSteps)).toEqual(chain.map((_, index) => (index === 0 ? 0 : ((index - 1) % 100) + 1)));
  expect(followReference(chain.at(-1) ?? writeSchema('None')).schema).toBe(chain[0]);
});

test.each<Partial<KeywordSchema>>([{ default: 1 }, { readOnly: true }, { writeOnly: true }, { minLength: 1 }])(
  'a reference with %o beside it is not shortened',
  (beside) => {
    const chain = writeChain(101, beside);
    shortenReferences(chain);
    expect(countSteps(chain.at(-1))).toBe(101);
  },
);
