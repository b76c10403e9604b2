import assert from 'node:assert/strict';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { toFetchHandler } from './api/server/fetch.js';
import { server } from './server.js';

const app = new Hono();
app.get('/health', (context) => context.text('fine'));
app.mount('/api', toFetchHandler(server));
const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, async ({ port }) => {
  const { askShop } = await import(new URL('../ask-shop.mjs', import.meta.url).href);
  await askShop(`http://127.0.0.1:${port}/api`);
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/health`)).text(), 'fine');
  listening.close();
  process.exit();
});
