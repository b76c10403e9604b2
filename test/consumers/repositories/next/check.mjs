import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { askShop } from './ask-shop.mjs';

const port = '38917';
const next = spawn('node', ['node_modules/next/dist/bin/next', 'start', '--port', port, '--hostname', '127.0.0.1']);
let printed = '';
next.stderr.on('data', (text) => {
  printed += text;
});
for await (const text of next.stdout) {
  printed += text;
  if (/Ready/.test(printed)) break;
}
try {
  await askShop(`http://127.0.0.1:${port}/api`);
  const page = await (await fetch(`http://127.0.0.1:${port}/orders`)).text();
  assert.match(page, /o1 is open/, printed);
} finally {
  next.kill();
  await once(next, 'exit');
}
