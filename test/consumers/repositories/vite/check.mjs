// Runs the app in a browser while its description is edited.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'vite';

const { chromium } = createRequire(`${process.env.LACUNA_ROOT}/`)('playwright-core');
const vite = await createServer({ logLevel: 'error', server: { host: '127.0.0.1', hmr: true } });
const { createServer: createShop, unimplemented } = await vite.ssrLoadModule('/src/api/server/index.ts');
const { toNodeHandler } = await vite.ssrLoadModule('/src/api/server/node.ts');
const orders = ['open', 'paid', 'sent'].map((status, index) => ({
  id: `o${index + 1}`,
  status,
  lines: [],
  created_at: '2026-01-31T00:00:00Z',
}));
const shop = createShop(
  {
    ...unimplemented,
    getOrder: ({ orderId }) => {
      const order = orders.find(({ id }) => id === orderId);
      return order ? { status: 200, body: order } : { status: 404, body: { error: `There is no ${orderId}.` } };
    },
    createOrder: ({ body: { lines } }) => {
      const order = { ...orders[0], id: `o${orders.length + 1}`, lines };
      orders.push(order);
      return { status: 201, body: order };
    },
    listOrders: ({ page, limit }) => {
      const body = { orders: orders.slice((page - 1) * limit, page * limit), total: orders.length };
      return { status: 200, headers: { 'X-Total': orders.length }, body };
    },
  },
  { security: { bearer: () => ({}) } },
);
vite.middlewares.stack.unshift({ route: '/api', handle: toNodeHandler(shop) });
await vite.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(vite.resolvedUrls.local[0]);
  await page.getByText('There is no o9.').waitFor();
  assert.equal(await page.locator('#first').innerText(), 'open');
  assert.deepEqual(await page.locator('#orders p').allInnerTexts(), ['open', 'paid']);
  await page.getByText('More').click();
  await page.locator('#orders p').nth(2).waitFor();
  assert.equal(await page.getByText('More').count(), 0);

  // A mutation invalidates the list with all its pages.
  await page.getByText('Buy').click();
  await page.locator('#orders p').nth(3).waitFor();

  // The keys of all queries of an operation begin with the key without arguments, also if the operation needs some.
  const asked = page.waitForRequest(/[/]api[/]orders[/]o1/);
  await page.getByText('Refresh').click();
  await asked;

  const text = readFileSync('openapi.yaml', 'utf8');
  const edit = (change) => writeFileSync('openapi.yaml', change(text));
  await page.evaluate(() => document.body.append('not reloaded'));
  edit((old) => old.replace('/imports:', '/everything:'));
  await page.getByText('POST /api/everything').waitFor();
  edit((old) => old.replace('$ref: "#/components/schemas/Line"', '$ref: "#/components/schemas/Lin"'));
  const overlay = page.locator('vite-error-overlay');
  await overlay.getByText("did you mean '#/components/schemas/Line'?").first().waitFor();
  assert.match(await overlay.locator('.message').innerText(), /openapi\.yaml:\d+:\d+: error reference-not-found/);
  await page.reload();
  await overlay.waitFor();
  edit((old) => old);
  await overlay.waitFor({ state: 'detached' });
  await page.getByText('POST /api/imports').waitFor();
} finally {
  await browser.close();
  await vite.close();
}
