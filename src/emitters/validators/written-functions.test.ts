import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildEmitInput, readApi } from '../../../test/emit-input.js';
import { makeFolder } from '../../../test/make-folder.js';
import { createMemory } from '../../options/run-memory.js';
import { type EmitMemory, RunReads } from '../kept-parts.js';
import { emitValidatorModules } from './index.js';

const line = { type: 'object', properties: { name: { type: 'string', pattern: '^[a-z]+$' } } };
const order = {
  type: 'object',
  properties: { lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } },
};
const box = { type: 'object', properties: { size: { type: 'integer' } } };

/** Emits the validators of some schemas. Returns the modules by name, and the functions that were written anew. */
function emit(memory: EmitMemory, schemas: object): { texts: Record<string, string>; anew: string[] } {
  const spec = { openapi: '3.1.1', info: { title: 'T', version: '1' }, components: { schemas } };
  const folder = makeFolder({ 'spec.json': JSON.stringify(spec) });
  const { api, diagnostics } = readApi(join(folder, 'spec.json'));
  const before = memory.functions.functions;
  const input = { ...buildEmitInput(api, diagnostics), memory };
  const reads = RunReads.create(input, new Set(['validators']));
  const files = emitValidatorModules({ ...input, reads, assertFormats: true });
  const modules = files.map((file) => file.print('', 'js'));
  const anew = [...memory.functions.functions].filter(([key, { text }]) => before.get(key)?.text !== text);
  return {
    texts: Object.fromEntries(modules.map(({ path, text }) => [path, text])),
    anew: anew.map(([key]) => key.replace(/.*#/, '')).sort(),
  };
}

test('only the functions that an edit changes are written again', () => {
  const memory = createMemory();
  const first = emit(memory, { Line: line, Order: order, Box: box });
  expect(first.anew).toEqual(['collectBox', 'collectLine', 'collectOrder', 'isBox', 'isLine', 'isOrder']);
  expect(emit(memory, { Line: line, Order: order, Box: box })).toEqual({ ...first, anew: [] });
  const next = { Line: { ...line, minProperties: 1 }, Order: order, Box: box };
  const second = emit(memory, next);
  expect(second.anew).toEqual(['collectLine', 'collectOrder', 'isLine', 'isOrder']);
  expect(second.texts).toEqual(emit(createMemory(), next).texts);
});

const item = { ...line, minProperties: 1 };
const bill = { type: 'object', properties: { order: { $ref: '#/components/schemas/Order' } } };

/** Describes an object with so many properties that a separate function checks the last ones. */
function describeWide(last: object): object {
  const names = Array.from({ length: 55 }, (_, index) => `field${index}`);
  return { type: 'object', properties: { ...Object.fromEntries(names.map((name) => [name, {}])), last } };
}

/** Emits the validators of some schemas before and after an edit, which has to lead to the results of a first run. */
function edit(before: object, after: object): { there: string[]; back: string[] } {
  const memory = createMemory();
  const emitAsFirst = (schemas: object): string[] => {
    const own = createMemory();
    const { texts, anew } = emit(memory, schemas);
    expect(texts).toEqual(emit(own, schemas).texts);
    expect(memory).toEqual(own);
    return anew;
  };
  emitAsFirst(before);
  return { there: emitAsFirst(after), back: emitAsFirst(before) };
}

test('if a schema gets the functions of another one, only the functions that call them are written again', () => {
  const before = { Item: item, Line: line, Order: order, Bill: bill, Box: box };
  // A schema that is checked in the same way and comes first gets the functions of both.
  const { there, back } = edit(before, { ...before, Item: line });
  expect(there).toEqual(['collectItem', 'collectOrder', 'isItem', 'isOrder']);
  expect(back).toEqual(['collectItem', 'collectLine', 'collectOrder', 'isItem', 'isLine', 'isOrder']);
});

test('if a part of a part of a function changes, it alone is written again', () => {
  const rest = Array.from({ length: 50 }, (_, index) => ({ minProperties: index + 1 }));
  const wide = { allOf: [...rest, describeWide({ $ref: '#/components/schemas/Line' })] };
  const before = { Item: item, Line: line, Wide: wide };
  const { there } = edit(before, { ...before, Item: line });
  expect(there).toEqual(['collectItem', 'collectWidePart4', 'isItem', 'matchesWidePart55']);
});

test('a function that is written again keeps what it did before the question with another answer', () => {
  const both = { allOf: [describeWide({ minLength: 2 }), { $ref: '#/components/schemas/Line' }] };
  const before = { Item: item, Line: line, Both: both };
  const { there } = edit(before, { ...before, Item: line });
  const parts = ['collectBothPart', 'collectBothPart2'];
  expect(there).toEqual(['collectBoth', ...parts, 'collectItem', 'isBoth', 'isItem']);
});

test('a function whose part gets another name is written again', () => {
  const next = { $ref: '#/components/schemas/WidePart' };
  const before = { WidePart: { type: 'object' }, Wide: describeWide({ minLength: 2 }) };
  const { there } = edit(before, { ...before, WidePart: { type: 'object', properties: { next } } });
  expect(there).toEqual(['collectWidePart', 'isWide', 'matchesWidePart', 'matchesWidePart2', 'matchesWidePart3']);
});
