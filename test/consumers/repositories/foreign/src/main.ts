import assert from 'node:assert/strict';
import { createServer } from './api/server/index.js';
import { listen } from './api/server/node.js';
import { handlers } from './handlers/index.js';

const listening = await listen(createServer(handlers, { security: { bearer: () => ({}) } }), { port: 0 });
const answer = await fetch(`${listening.url}/orders/o1`, { headers: { authorization: 'Bearer x' } });
assert.deepEqual([answer.status, await answer.json()], [404, { error: 'My own answer about o1.' }]);
await listening.close();
