// Sends requests to a server of the shop, as every consumer that serves the shop does.
import assert from 'node:assert/strict';

/** Sends requests to the server at a URL below which the API is. Returns the headers of a success. */
export async function askShop(base) {
  const ask = (path, init = {}) =>
    fetch(base + path, { ...init, headers: { authorization: 'Bearer secret', ...init.headers } });
  const order = await ask('/orders/o1');
  assert.equal(order.status, 200);
  assert.equal((await order.json()).status, 'open');
  const missing = await ask('/orders/o9');
  assert.deepEqual([missing.status, await missing.json()], [404, { error: 'There is no order o9.' }]);
  assert.equal((await ask('/orders/o1', { headers: { authorization: 'Bearer wrong' } })).status, 401);
  const body = JSON.stringify({ lines: [{ article: 'pen', quantity: 2 }] });
  const headers = { 'content-type': 'application/json' };
  assert.equal((await ask('/orders', { method: 'POST', headers, body })).status, 201);
  assert.equal((await ask('/orders', { method: 'POST', headers, body: '{"lines":[]}' })).status, 400);
  return order.headers;
}
