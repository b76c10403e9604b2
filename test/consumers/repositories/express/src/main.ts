import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import cors from 'cors';
import express from 'express';
import { toNodeHandler } from './api/server/node.js';
import { server } from './server.js';

const app = express();
app.use(cors({ origin: 'https://shop.example' }));
app.get('/health', (_request, response) => void response.send('fine'));
app.use('/api', toNodeHandler(server));
const listening = app.listen(0, '127.0.0.1', async () => {
  const { port } = listening.address() as AddressInfo;
  const { askShop } = await import(new URL('../ask-shop.mjs', import.meta.url).href);
  const headers: Headers = await askShop(`http://127.0.0.1:${port}/api`);
  assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/health`)).text(), 'fine');
  listening.closeAllConnections();
  listening.close();
});
