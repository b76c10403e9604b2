import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { generate } from '../../src/index.js';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';

/** A body of unknown shape needs `assume` and `reveal` in client and server, for any media type. */
const askFor = (id: string): object => ({
  'x-not-shown': [{ id, kind: 'shape', question: 'What is in it?', source: 'Document, 1' }],
});
const description = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/bytes': {
      post: {
        operationId: 'sendBytes',
        requestBody: { required: true, content: { 'application/octet-stream': askFor('sent') } },
        responses: {
          200: { description: 'Read.', content: { 'application/octet-stream': askFor('given') } },
          400: { description: 'Refused.', content: { 'application/x-www-form-urlencoded': askFor('refusal') } },
        },
      },
    },
  },
};

const program = `import { assume, createClient, isFailure, reveal, sendBytes } from './api/client/index.js';
import type { Handlers } from './api/server/index.js';

const client = createClient({ baseUrl: 'https://api.invalid' });
const bytes = new Uint8Array(1);
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
const isText = (value: unknown): value is string => typeof value === 'string';

export const taken: Handlers = {
  sendBytes: ({ body }) => ({ status: 200, body: assume('given', reveal('sent', body, isBytes)) }),
};
export async function send(): Promise<number> {
  return reveal('given', await sendBytes(client, { body: assume('sent', bytes) }), isBytes).length;
}
export function read(error: unknown): string {
  return isFailure(sendBytes, error) && error.outcome.status === 400 ? reveal('refusal', error.outcome.body, isText) : '';
}

// @ts-expect-error: sent without a visible step
export const sent = sendBytes(client, { body: bytes });
// @ts-expect-error: received without one
export const received: Promise<Uint8Array> = sendBytes(client, { body: assume('sent', bytes) });
// @ts-expect-error: handled without one
export const handled: Handlers = { sendBytes: ({ body }) => ({ status: 200, body: assume('given', body.length) }) };
// @ts-expect-error: answered without one
export const answered: Handlers = { sendBytes: () => ({ status: 200, body: bytes }) };
// @ts-expect-error: refused without one
export const refused: Handlers = { sendBytes: () => ({ status: 400, body: 'a=b' }) };
`;

test('bytes and forms of unknown shape are opaque', async () => {
  const folder = makeFolder({
    'openapi.json': JSON.stringify(description),
    'package.json': '{ "type": "module" }',
    'program.ts': program,
  });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const run = await generate({ folder, spec: 'openapi.json', out: 'api', only: ['client', 'server'] });
  expect(run.written).toBeDefined();
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022', lib: ['es2022'] };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, types: ['node'] }, files: ['program.ts'] }),
  );
  expect(runCompiler(folder)).toBe('');
});
