// Serves the practice service, or the same service written with Fastify, for programs that put load on it. The parent
// process sends `fill` with a number of sessions, or `usage`.
import process from 'node:process';
import { openDatabase, type Storage } from '../../src/database/open-database.js';
import { startService } from '../../src/http/start-service.js';
import { addSessions } from './add-sessions.js';
import { startBaseline } from './create-baseline.js';

const [kind, address = ''] = process.argv.slice(2);
const storage: Storage = address.startsWith('postgresql:') ? { url: address } : { folder: address };
const database = await openDatabase(storage);

process.on('disconnect', () => process.exit());
process.on('message', (message: { readonly fill: number } | 'usage') => {
  if (message !== 'usage') return void addSessions(database, message.fill).then((token) => process.send?.({ token }));
  globalThis.gc?.();
  const { heapUsed: heap, rss } = process.memoryUsage();
  process.send?.({ cpu: process.cpuUsage(), heap, rss });
});
const { url } =
  kind === 'fastify' ? await startBaseline(database) : await startService({ database, variant: 'sandbox' });
process.send?.({ port: Number(new URL(url).port) });
