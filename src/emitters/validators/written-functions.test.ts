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

test('a function of the last run that calls one with another name is written again', () => {
  const memory = createMemory();
  emit(memory, { Order: order, Line: line });
  // A schema that is checked in the same way and comes first gets the functions of both.
  const next = { Item: line, Order: order, Line: line };
  expect(emit(memory, next).texts).toEqual(emit(createMemory(), next).texts);
});
