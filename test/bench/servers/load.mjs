// Sends requests over connections that stay open. Sends each one when the last has its response. The parent process
// sends the settings.
import { connect } from 'node:net';
import process from 'node:process';

const connections = 16;

function send(socket, text, isOver, done) {
  let got = '';
  let begin = performance.now();
  socket.removeAllListeners('data');
  socket.on('data', (chunk) => {
    got += chunk;
    const end = got.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(got)?.[1] ?? 0);
    if (got.length < end + 4 + length) return;
    const code = Number(got.slice(9, 12));
    got = '';
    const now = performance.now();
    if (isOver(code, now - begin)) return done();
    begin = now;
    socket.write(text);
  });
  socket.write(text);
}

async function run({ port, text, code: wanted, count }) {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').setEncoding('latin1'));
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done))));
  let left = count;
  let wrong = 0;
  const times = [];
  const isOver = (code, time) => {
    if (code !== wanted) wrong += 1;
    times.push(time);
    left -= 1;
    return left < connections;
  };
  const start = performance.now();
  await Promise.all(sockets.map((socket) => new Promise((done) => send(socket, text, isOver, done))));
  const milliseconds = performance.now() - start;
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  return { milliseconds, wrong, count: count - left, p99: times[Math.floor(times.length * 0.99)] };
}

process.on('disconnect', () => process.exit());
process.on('message', async (what) => process.send(await run(what)));
