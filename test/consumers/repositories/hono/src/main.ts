import assert from 'node:assert/strict';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { toFetchHandler } from './api/server/fetch.js';
import { app as documented } from './app.js';
import { server } from './server.js';

const app = new Hono();
app.get('/health', (context) => context.text('fine'));
app.mount('/api', toFetchHandler(server));
const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  const { askShop } = await import(new URL('../ask-shop.mjs', import.meta.url).href);
  await askShop(`http://127.0.0.1:${port}/api`);
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/health`)).text(), 'fine');
  const headers = { authorization: 'Bearer secret', 'x-request-id': 'r1' };
  const response = await documented.request('/api/orders', { headers });
  assert.deepEqual([response.status, response.headers.get('x-request-id')], [200, 'r1']);
  assert.equal(await (await documented.request('/health')).text(), 'ok');
  listening.close();
  process.exit();
});
