import assert from 'node:assert/strict';
import { createClient, getOrder } from 'shop-api/client';
import { createServer, unimplemented } from 'shop-api/server';
import { toFetchHandler } from 'shop-api/server/fetch';

const server = createServer(
  { ...unimplemented, getOrder: ({ orderId }) => ({ status: 404, body: { error: `There is no ${orderId}.` } }) },
  { security: { bearer: (token) => token } },
);
const handle = toFetchHandler(server);
const client = createClient({
  baseUrl: 'https://shop.invalid',
  auth: { bearer: 'any' },
  transport: (url, init) => handle(new Request(url, init)),
});
const outcome = await getOrder.outcome(client, { orderId: 'o9' });
assert.equal(outcome.status === 404 && outcome.body.error, 'There is no o9.');
