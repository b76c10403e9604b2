import { headers } from 'next/headers';
import { createClient, listOrders } from '../../api/client/index.ts';

export default async function Orders() {
  const host = (await headers()).get('host');
  const client = createClient({ baseUrl: `http://${host}/api`, auth: { bearer: 'secret' } });
  const { orders } = await listOrders(client);
  return (
    <ul>
      {orders.map(({ id, status }) => (
        <li key={id}>{`${id} is ${status}`}</li>
      ))}
    </ul>
  );
}
