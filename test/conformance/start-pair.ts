import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../../src/index.js';
import type { Server } from '../../src/runtime/server/message.js';
import { bundleOutput, emit } from '../load-output.js';
import { reach } from './adapters.js';

/** A generated client that calls the generated server. */
export interface Pair {
  call(operation: string, args: object): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Generates client and server of a description and connects them. One handler responds for all operations. Replies are
 * checked.
 */
export async function startPair(
  description: object,
  handler: (args: Readonly<Record<string, unknown>>) => object,
): Promise<Pair> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lacuna-pair-')));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
  const run = await generate({ folder, spec: 'openapi.json', out: 'api', only: ['client', 'server'], emit });
  if (!run.written) throw new Error(run.diagnostics.list.map(({ message }) => message).join('\n'));
  const load = await bundleOutput(join(folder, 'api'));
  const client: { readonly [id: string]: (client: unknown, args: object) => Promise<unknown> } =
    await load('client/index');
  const server: { createServer(handlers: object, options: object): Server; unimplemented: object } =
    await load('server/index');
  const { checkReplies }: { checkReplies: object } = await load('server/check-replies');
  const handlers = Object.keys(server.unimplemented).map((operation) => [operation, handler]);
  const listening = await reach(server.createServer(Object.fromEntries(handlers), { checkReplies }));
  const api = (client['createClient'] as (options: object) => unknown)({ baseUrl: listening.url });
  return {
    call(operation, args) {
      const send = client[operation];
      if (!send) throw new Error(`there is no operation '${operation}'`);
      return send(api, args);
    },
    async close() {
      await listening.close(0);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
