import { createClient, listOrders } from './api/client/index.js';
import { title } from './api/title.js';

console.log(title, typeof createClient, typeof listOrders);
