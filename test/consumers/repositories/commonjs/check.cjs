const assert = require('node:assert/strict');
const { createClient, getOrder } = require('./api/client/index.js');
const { createServer, unimplemented } = require('./api/server/index.js');
const { listen } = require('./api/server/node.js');

async function main() {
  const order = { id: 'o1', status: 'open', lines: [], created_at: '2026-01-31T09:00:00Z' };
  const server = createServer(
    { ...unimplemented, getOrder: () => ({ status: 200, body: order }) },
    { security: { bearer: () => ({}) } },
  );
  const listening = await listen(server, { port: 0 });
  const client = createClient({ baseUrl: listening.url, auth: { bearer: 'x' } });
  assert.deepEqual(await getOrder(client, { orderId: 'o1' }), order);
  const { isOrder } = await import('./api/validators/index.js');
  assert.equal(isOrder(order), true);
  await listening.close();
}
main();
