import { createClient, listOrders } from 'shop-api/client';
import type { Order } from 'shop-api/types';

export async function listOpen(): Promise<readonly Order[]> {
  const client = createClient({ baseUrl: 'https://api.example.com', auth: { bearer: 'token' } });
  return (await listOrders(client, { status: 'open' })).orders;
}
