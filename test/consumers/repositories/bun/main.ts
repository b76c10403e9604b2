import { askShop } from './ask-shop.mjs';
import { createClient, listOrders } from './src/api/client/index.ts';
import { listen } from './src/api/server/node.ts';
import { server } from './src/server.ts';

const listening = await listen(server, { port: 0 });
await askShop(listening.url);
const { orders } = await listOrders(createClient({ baseUrl: listening.url, auth: { bearer: 'secret' } }));
console.log(orders.length);
await listening.close();
