import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createClient, listOrders } from './api/client/index.js';
import { listen } from './api/server/node.js';
import { viaProxy } from './proxy.js';
import { server } from './server.js';

const asked: string[] = [];
const proxy = createHttpServer().on('connect', ({ url = '' }, socket) => {
  asked.push(url);
  const { hostname, port } = new URL(`http://${url}`);
  const target = connect(Number(port), hostname, () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.pipe(target).pipe(socket);
  });
});
proxy.listen(0, '127.0.0.1', async () => {
  const api = await listen(server);
  const transport = viaProxy(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  const client = createClient({ baseUrl: api.url, auth: { bearer: 'secret' }, transport });
  assert.equal((await listOrders(client)).total, 1);
  assert.deepEqual(asked, [new URL(api.url).host]);
  process.exit();
});
