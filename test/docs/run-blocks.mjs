// Imports the blocks of a page one after the other. Replaces the port of a server that one of them starts with a free
// one of this machine. Prints the first of some requests to which the server responds.
import { Server } from 'node:net';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const listen = Server.prototype.listen;
const answers = [];
Server.prototype.listen = function (...args) {
  const listening = new Promise((done) => this.once('listening', done));
  answers.push(listening.then(() => ask(this.unref().address().port)));
  const done = args.find((arg) => typeof arg === 'function');
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ...(done ? [done] : []));
};

async function ask(port) {
  for (const path of ['/orders', '/api/orders', '/orders/o1']) {
    const headers = { authorization: 'Bearer secret', connection: 'close', 'x-request-id': 'r1' };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    if (response.status !== 200 && path !== '/orders/o1') continue;
    const health = await fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } });
    const more = [response.headers.get('x-request-id') ?? '', health.status === 200 ? await health.text() : ''];
    return ['served', path, response.status, ...more].join(' ').trim();
  }
  return 'served nothing';
}

for (const file of process.argv.slice(2)) await import(pathToFileURL(file).href);
console.log((await Promise.all(answers)).join('\n'));
