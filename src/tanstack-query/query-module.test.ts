import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { makeFolder } from '../../test/make-folder.js';
import { runCompiler } from '../../test/run-compiler.js';
import { strictFlags } from '../../test/strict-flags.js';
import { generate } from '../index.js';
import emitter from './index.js';

/** The types of the library that infer data, errors and variables. `test/consumers` compiles with each adapter. */
const library = `export type QueryKey = readonly unknown[];
export type DataTag<Key, Data, Failure> = Key & { readonly data?: Data; readonly error?: Failure };
export interface InfiniteData<Data, Page> { pages: Data[]; pageParams: Page[] }
export type QueryFunction<Data, Key, Page = never> = (context: { queryKey: Key; signal: AbortSignal; pageParam: Page }) => Data | Promise<Data>;
interface Options<Data, Failure, Variables> { mutationKey?: readonly unknown[]; mutationFn?: (variables: Variables, context: object) => Promise<Data>; throwOnError?: boolean | ((error: Failure) => boolean) }
interface Result<Data, Failure, Variables> { data: Data | undefined; error: Failure | null; variables: Variables | undefined; mutate: (variables: Variables) => void }
export function useMutation<Data, Failure, Variables>(options: Options<Data, Failure, Variables>): Result<Data, Failure, Variables>;
`;

const use = `import { useMutation } from '@tanstack/react-query';
import type { Client } from './api/client/index.js';
import { cancelOrderMutationOptions, createOrderMutationOptions, getInvoiceQueryKey, getOrderQueryKey, getOrderQueryOptions, listOrdersInfiniteQueryKey, listOrdersQueryKey } from './api/tanstack-query/index.js';
export function use(client: Client): readonly unknown[] {
  const { data, error, variables, mutate } = useMutation(createOrderMutationOptions(client));
  mutate({ body: { lines: [{ article: 'tea', quantity: 1 }] } });
  // @ts-expect-error a quantity is a number
  mutate({ body: { lines: [{ article: 'tea', quantity: 'one' }] } });
  const problem: string | undefined = error?.outcome?.status === 422 ? error.outcome.body.error : error?.message;
  const lines: number | undefined = variables?.body.lines.length;
  const status: string | undefined = data?.status;
  useMutation(cancelOrderMutationOptions(client)).mutate({ orderId: 'o1' });
  // @ts-expect-error a query needs the arguments of its operation
  getOrderQueryOptions(client);
  const keys = [getOrderQueryKey(), getInvoiceQueryKey(), listOrdersQueryKey(), listOrdersInfiniteQueryKey(), getOrderQueryKey({ orderId: 'o1' })];
  return [problem, lines, status, ...keys];
}
`;

test('each operation has a key without arguments or a mutation, with typed data, errors and variables', async () => {
  const folder = makeFolder({
    'openapi.yaml': readFileSync('docs/example/openapi.yaml'),
    'package.json': '{ "type": "module" }',
    'node_modules/@tanstack/react-query/package.json': '{ "type": "module", "types": "index.d.ts" }',
    'node_modules/@tanstack/react-query/index.d.ts': library,
    'use.ts': use,
  });
  const only = ['types', 'client'] as const;
  const { diagnostics } = await generate({ folder, spec: 'openapi.yaml', out: 'api', only, emitters: [emitter] });
  expect(diagnostics.hasErrors).toBe(false);
  const compilerOptions = { ...strictFlags, lib: ['es2022', 'dom', 'dom.iterable'], types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['api', 'use.ts'] }));
  expect(runCompiler(folder)).toBe('');

  const outfile = join(folder, 'out.mjs');
  const contents = `export * from './api/client/index.js'; export * from './api/tanstack-query/index.js';`;
  await build({ stdin: { contents, resolveDir: folder }, bundle: true, format: 'esm', outfile });
  const api = await import(pathToFileURL(outfile).href);
  expect(api.getOrderQueryKey()).toEqual(['getOrder']);
  expect(api.getOrderQueryKey({ orderId: 'o1' })).toEqual(['getOrder', { orderId: 'o1' }]);
  expect(api.listOrdersInfiniteQueryKey()).toEqual(['listOrders', 'infinite']);
  const sent: unknown[] = [];
  const transport = async (_url: string, { body }: RequestInit) => {
    sent.push(body);
    return Response.json({ error: 'no tea' }, { status: 422 });
  };
  const client = api.createClient({ baseUrl: 'https://api.invalid', auth: { bearer: 'b' }, transport });
  const { mutationKey, mutationFn } = api.createOrderMutationOptions(client);
  expect(mutationKey).toEqual(['createOrder']);
  await expect(mutationFn({ body: { lines: [] } })).rejects.toMatchObject({ outcome: { status: 422 } });
  expect(sent).toEqual(['{"lines":[]}']);
});
