import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { toNodeHandler } from '../../generated/server/node.js';
import { bundleOutput } from '../load-output.js';

const order = { id: 'o1', status: 'open', lines: [], created_at: '2026-01-31T09:00:00Z' };

/** Serves the API of the pages from the generated output. `asked` contains the operations that were called. */
export async function serveShop(
  output: string,
): Promise<{ readonly url: string; readonly asked: Set<string>; readonly close: () => void }> {
  const load = await bundleOutput(output);
  const { createServer } = await load<{ createServer: (handlers: object, options: object) => never }>('server/index');
  const adapter = await load<{ toNodeHandler: typeof toNodeHandler }>('server/node');
  const handlers = {
    listOrders: () => ({ status: 200, headers: { 'X-Total': 1 }, body: { orders: [order], total: 1 } }),
    getOrder: ({ orderId }: { orderId: string }) =>
      orderId === 'none' ? { status: 404, body: { error: 'none' } } : { status: 200, body: order },
    createOrder: ({ body }: { body: object }) => ({ status: 201, body: { ...order, ...body } }),
    cancelOrder: () => ({ status: 204 }),
    getInvoice: () => ({ status: 200, body: Buffer.from('%PDF') }),
    importOrders: () => ({ status: 200, body: { count: 1 } }),
    watchOrders: () => ({ status: 200, body: [{ data: { order_id: 'o1', status: 'sent' } }] }),
  };
  const asked = new Set<string>();
  const server = createServer(handlers, {
    security: { bearer: (token: string) => ({ token }) },
    wireNames: { 'list-orders-from-date-name': 'from' },
    onResponse: ({ operation }: { operation: string }) => asked.add(operation),
  });
  const http = createHttpServer(adapter.toNodeHandler(server));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  const close = (): void => {
    http.closeAllConnections();
    http.close();
  };
  return { url: `http://127.0.0.1:${port}`, asked, close };
}
