// The overlay of webpack's development server shows a mistake in the description until it is corrected.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import lacuna from 'lacuna/webpack';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';

const { chromium } = createRequire(`${process.env.LACUNA_ROOT}/`)('playwright-core');
const compiler = webpack({
  mode: 'development',
  devtool: false,
  entry: './src/main.js',
  output: { path: resolve('dist') },
  plugins: [lacuna()],
  infrastructureLogging: { level: 'error' },
  stats: 'none',
});
const page = {
  name: 'page',
  path: '/page.html',
  middleware: (_, response) => response.end('<script src="/main.js"></script>'),
};
const server = new WebpackDevServer(
  { host: '127.0.0.1', port: 'auto', static: false, setupMiddlewares: (middlewares) => [page, ...middlewares] },
  compiler,
);
await server.start();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
});
const text = readFileSync('openapi.yaml', 'utf8');
try {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(60_000);
  const { port } = server.server.address();
  await tab.goto(`http://127.0.0.1:${port}/page.html`);
  writeFileSync('openapi.yaml', text.replace('schemas/Line"', 'schemas/Lin"'));
  const overlay = tab.frameLocator('#webpack-dev-server-client-overlay');
  await overlay.getByText("did you mean '#/components/schemas/Line'?").first().waitFor();
  assert.match(await overlay.locator('body').innerText(), /openapi\.yaml:\d+:\d+: error reference-not-found/);
  writeFileSync('openapi.yaml', text);
  await tab.locator('#webpack-dev-server-client-overlay').waitFor({ state: 'detached' });
} finally {
  writeFileSync('openapi.yaml', text);
  await browser.close();
  await server.stop();
}
