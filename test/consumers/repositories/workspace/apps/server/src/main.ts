import { listen } from 'shop-api/server/node';
// @ts-expect-error a module without types
import { askShop } from '../../../ask-shop.mjs';
import { server } from './server.js';

const listening = await listen(server, { port: 0 });
await askShop(listening.url);
await listening.close();
