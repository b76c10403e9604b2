import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { compilers } from '../effort.js';
import { makeFolder } from '../make-folder.js';
import { runProcess } from '../run-process.js';
import { describeLongLists } from './long-lists.js';

/** All output for very large descriptions compiles with every compiler, without a stack overflow. */
const link = (index: number): object => ({ $ref: `#/components/schemas/Link${index}` });
const list = (count: number, each: (index: number) => [string, object]): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => each(index)));

const listOwners = (factor: number): object[] =>
  [0, 1, 2, 3].map((index) => {
    const name = `p${factor}_${index}`;
    return { required: [name], properties: { [name]: { type: 'string' } } };
  });

const nest = (depth: number): object => (depth === 0 ? { type: 'string' } : { type: 'array', items: nest(depth - 1) });

const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2022',
  noEmit: true,
  types: [],
  lib: ['es2022', 'dom'],
};

test.each([
  [
    '2,000 objects that each have a property of the type of the next',
    list(2000, (index) => [
      `Link${index}`,
      index === 1999 ? { type: 'string' } : { properties: { next: link(index + 1) } },
    ]),
  ],
  [
    '20,000 properties',
    { Link0: { required: ['p0', 'p19999'], properties: list(20_000, (index) => [`p${index}`, { type: 'string' }]) } },
  ],
  ['2,500 alternatives', { Link0: { oneOf: Array.from({ length: 2500 }, (_, index) => ({ const: `v${index}` })) } }],
  ['lists in lists, 250 deep', { Link0: nest(250) }],
  [
    '250 objects that each extend the next by allOf',
    list(250, (index) => [
      `Link${index}`,
      { properties: { [`own${index}`]: { type: 'string' } }, allOf: index === 249 ? [] : [link(index + 1)] },
    ]),
  ],
  [
    '65,536 combinations of alternatives',
    { Link0: { allOf: Array.from({ length: 8 }, (_, factor) => ({ oneOf: listOwners(factor) })) } },
  ],
  [
    'keywords with 2,000 members each',
    {
      Link0: {},
      ...Object.fromEntries(Object.entries(describeLongLists(2000)).map(([name, { schema }]) => [name, schema])),
    },
  ],
])(
  'the output for %s compiles',
  async (_, schemas) => {
    const content = { 'application/json': { schema: link(0) } };
    const responses = { 200: { description: 'It.', content } };
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`);
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    const paths = {
      '/links': { post: { operationId: 'sendLink', requestBody: { content }, responses } },
      [`/links/{${names.join('}/{')}}`]: { get: { operationId: 'getLink', parameters, responses } },
    };
    const info = { title: 'Large', version: '1' };
    const folder = makeFolder({
      'openapi.json': JSON.stringify({ openapi: '3.1.1', info, paths, components: { schemas } }),
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['out'] }),
    });
    const { code, text } = await runProcess(folder, ['generate', '--spec', 'openapi.json', '--out', 'out']);
    expect(code, text).toBe(0);
    for (const compiler of compilers) {
      const program = resolve('node_modules', compiler, 'bin/tsc');
      const { stdout, stderr } = spawnSync(process.execPath, [program, '-p', folder], { encoding: 'utf8' });
      expect(stdout + stderr, compiler).toBe('');
    }
  },
  900_000,
);
