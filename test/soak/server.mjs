// Puts every kind of load on the generated server at once, and checks that no response is lost or mixed up and that no
// memory is kept.
//   npm run deep -- soak [--minutes N --connections N]      by default 10 minutes and 10,000 connections at once
import { fork } from 'node:child_process';
import { connect } from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ask } from '../bench/processes.mjs';
import { callStreams, serveStreams } from './streams.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    connections: { type: 'string', default: '10000' },
    serve: { type: 'boolean', default: false },
  },
});

/** The server under load. Its response repeats the request, so that a mixed-up response is noticed. */
async function serve() {
  const { createServer, unimplemented, assume } = await import('../../dist/practice-api/server/index.js');
  const { listen } = await import('../../dist/practice-api/server/node.js');
  let rejections = 0;
  let errors = 0;
  process.on('unhandledRejection', () => {
    rejections += 1;
  });
  const answer = (text) => ({ status: 404, body: { error: text, details: {} } });
  const pause = () => new Promise((done) => setTimeout(done, Math.random() * 5));
  const handlers = {
    ...unimplemented,
    getScenario: ({ scenarioId }) => answer(scenarioId),
    getSession: async ({ sessionId }) => {
      await pause();
      return answer(sessionId);
    },
    createScenario: ({ body }) => ({ status: '2XX', code: 201, body: assume('create-scenario-response', body) }),
  };
  const onError = () => {
    errors += 1;
  };
  const limits = { timeoutMs: 2_000 };
  const { url } = await listen(createServer(handlers, { security: { bearer: (token) => token }, onError, limits }), {
    backlog: 4_096,
    headersTimeout: 5_000,
    requestTimeout: 8_000,
    connectionsCheckingInterval: 500,
    keepAliveTimeout: 60_000,
  });
  const streams = await serveStreams();
  process.send({ url, streams: streams.url });
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    globalThis.gc();
    const { heapUsed: heap, rss } = process.memoryUsage();
    process.send({ rejections, errors, heap, rss, handles: process.getActiveResourcesInfo().length, ...streams.state });
  });
}

async function soak(duration, connections) {
  const server = fork(fileURLToPath(import.meta.url), ['--serve'], { execArgv: ['--expose-gc'] });
  const { url, streams } = await ask(server);
  const port = Number(new URL(url).port);
  const idle = await ask(server, 'usage');
  const counts = { good: 0, bad: 0, slow: 0, cut: 0, lost: 0, crossed: 0, late: 0, open: 0, streamed: 0, left: 0 };
  const end = Date.now() + duration;
  const isOver = () => Date.now() > end;
  const lanes = [
    ...Array.from({ length: 24 }, () => callWell(port, counts, isOver)),
    ...Array.from({ length: 4 }, () => askHeads(port, counts, isOver)),
    ...Array.from({ length: 12 }, () => floodBadly(port, counts, isOver)),
    ...Array.from({ length: 8 }, () => sendSlowly(port, counts, isOver)),
    ...Array.from({ length: 8 }, () => cutOff(port, counts, isOver)),
    ...callStreams(streams, counts, isOver),
    ...Array.from({ length: connections }, (_, index) => holdOpen(port, counts, index, isOver)),
  ];
  const samples = [];
  while (!isOver()) {
    await new Promise((done) => setTimeout(done, Math.min(duration / 20, 10_000)));
    const sample = await ask(server, 'usage');
    samples.push(sample);
    console.log(
      `${Math.max(0, Math.round((end - Date.now()) / 1000))} s left  heap ${mebibytes(sample.heap)}  rss ${mebibytes(sample.rss)}  handles ${sample.handles}  ${JSON.stringify(counts)}`,
    );
  }
  await Promise.all(lanes);
  // No request is open now, so this is the memory that the server keeps.
  await new Promise((done) => setTimeout(done, 5_000));
  const last = await ask(server, 'usage');
  server.disconnect();
  report(samples, idle, last, counts);
}

const mebibytes = (bytes) => `${(bytes / 1_048_576).toFixed(1)} MiB`;

function report(samples, idle, last, counts) {
  const warm = samples.slice(Math.floor(samples.length / 4));
  const half = Math.floor(warm.length / 2);
  const least = (list, what) => Math.min(...list.map((sample) => sample[what]));
  const halves = (what) => [least(warm.slice(0, half), what), Math.min(least(warm.slice(half), what), last[what])];
  const [before, after] = halves('heap');
  const [rss, laterRss] = halves('rss');
  const failures = [
    counts.lost > 0 && `${counts.lost} answers were lost`,
    counts.crossed > 0 && `${counts.crossed} answers were another's`,
    last.rejections > 0 && `${last.rejections} rejections were not handled`,
    last.errors > 0 && `${last.errors} errors were told`,
    counts.good === 0 && 'nothing was answered',
    counts.streamed === 0 && 'no stream came whole',
    last.open > 0 && `${last.open} streams were left open`,
    // At most as much as fits into the buffers of the sockets.
    last.unread > 32 * 1_048_576 && `${mebibytes(last.unread)} of a stream were made that nobody read`,
    after > before * 1.1 + 1_048_576 && `the heap grew from ${mebibytes(before)} to ${mebibytes(after)}`,
    // The operating system decides when it reclaims free memory.
    laterRss > rss * 1.2 + 16 * 1_048_576 && `all memory grew from ${mebibytes(rss)} to ${mebibytes(laterRss)}`,
    last.handles > idle.handles + 8 && `${last.handles} handles were left, of ${idle.handles} at first`,
  ].filter(Boolean);
  console.log(
    `heap ${mebibytes(before)}, later ${mebibytes(after)}; rss ${mebibytes(rss)}, later ${mebibytes(laterRss)}; handles ${idle.handles}, later ${last.handles}; ${JSON.stringify(counts)}`,
  );
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Sends one request. Returns the whole response, or nothing if the connection ended before it. */
function exchange(socket, text, isHead = false) {
  return new Promise((done) => {
    let got = '';
    const finish = (answer) => {
      socket.removeAllListeners('data').removeAllListeners('close');
      done(answer);
    };
    socket.on('data', (chunk) => {
      got += chunk;
      const body = got.indexOf('\r\n\r\n') + 4;
      if (body < 4) return;
      const length = isHead ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(got)?.[1] ?? 0);
      if (got.length >= body + length) finish({ code: Number(got.slice(9, 12)), body: got.slice(body, body + length) });
    });
    socket.once('close', () => finish(undefined));
    if (socket.destroyed) finish(undefined);
    socket.write(text);
  });
}

const open = (port) =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.once('connect', () => done(socket)).once('close', () => done(socket));
  });
const head = 'HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer t\r\n';
let serial = 0;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Sends valid requests over one connection. Every response must arrive and belong to its request. */
async function callWell(port, counts, isOver) {
  let socket = await open(port);
  while (!isOver()) {
    serial += 1;
    const id = `id-${serial}`;
    const body = JSON.stringify({ id });
    const requests = [
      [`GET /scenarios/${id} ${head}\r\n`, 404],
      [`GET /sessions/${id} ${head}\r\n`, 404],
      [`POST /scenarios ${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`, 201],
    ];
    const [text, code] = requests[serial % requests.length];
    const answer = await exchange(socket, text);
    if (!answer) counts.lost += 1;
    else if (answer.code === 408) counts.late += 1;
    else if (answer.code !== code || !answer.body.includes(`"${id}"`)) counts.crossed += 1;
    else counts.good += 1;
    await pause(10);
    if (!answer || answer.code === 408 || serial % 500 === 0) {
      socket.destroy();
      socket = await open(port);
    }
  }
  socket.destroy();
}

/** Sends only HEAD requests over one connection. The next response must follow directly, so a body would be noticed. */
async function askHeads(port, counts, isOver) {
  let socket = await open(port);
  while (!isOver()) {
    serial += 1;
    const path = serial % 2 === 0 ? `/sessions/id-${serial}` : '/nowhere';
    const answer = await exchange(socket, `HEAD ${path} ${head}\r\n`, true);
    if (!answer) counts.lost += 1;
    else if (answer.code === 408) counts.late += 1;
    else if (answer.code !== 404 || answer.body !== '') counts.crossed += 1;
    else counts.good += 1;
    await pause(10);
    if (!answer || answer.code === 408) {
      socket.destroy();
      socket = await open(port);
    }
  }
  socket.destroy();
}

const bad = [
  `GET /scenarios/%zz ${head}\r\n`,
  `GET /nowhere ${head}\r\n`,
  'GET /balance HTTP/1.1\r\nHost: h\r\n\r\n',
  `POST /test ${head}Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{`,
  `POST /test ${head}Content-Type: application/json\r\nContent-Length: 9000000\r\n\r\n{`,
  `POST /test ${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `GET /scenarios/1 ${head}X: ${'a'.repeat(20_000)}\r\n\r\n`,
  '\u0000\u0001\u0002\r\n\r\n',
];

/** Sends bad input as fast as possible. Each request gets an error, or its connection is closed. */
async function floodBadly(port, counts, isOver) {
  while (!isOver()) {
    const socket = await open(port);
    const answer = await exchange(socket, bad[Math.floor(Math.random() * bad.length)]);
    if (answer && answer.code < 400) counts.crossed += 1;
    counts.bad += 1;
    socket.destroy();
    await pause(20);
  }
}

/** Sends half a request and then nothing. The server must end the request. */
async function sendSlowly(port, counts, isOver) {
  while (!isOver()) {
    const socket = await open(port);
    const isBody = Math.random() < 0.5;
    const text = isBody
      ? `POST /test ${head}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"in`
      : 'GET /balance HTTP/1.1\r\nHo';
    const answer = await exchange(socket, text);
    if (answer && answer.code !== 408) counts.crossed += 1;
    counts.slow += 1;
    socket.destroy();
  }
}

/** Sends requests whose caller disconnects at any time. */
async function cutOff(port, counts, isOver) {
  while (!isOver()) {
    const socket = await open(port);
    const text = `POST /scenarios ${head}Content-Type: application/json\r\nContent-Length: 8\r\n\r\n{"a":1}`;
    socket.write(Math.random() < 0.5 ? `GET /sessions/1 ${head}\r\n` : text);
    await pause(Math.random() * 4);
    socket.destroy();
    counts.cut += 1;
  }
}

/**
 * Keeps one of many connections open, with a request from time to time. A machine that is too busy to read in time
 * responds with 408.
 */
async function holdOpen(port, counts, index, isOver) {
  await pause(index * 2);
  const socket = await open(port);
  counts.open += 1;
  while (!isOver()) {
    serial += 1;
    const id = `held-${index}-${serial}`;
    const answer = await exchange(socket, `GET /sessions/${id} ${head}\r\n`);
    if (!answer) counts.lost += 1;
    else if (answer.code === 408) counts.late += 1;
    else if (answer.code !== 404 || !answer.body.includes(`"${id}"`)) counts.crossed += 1;
    else counts.good += 1;
    if (answer?.code !== 404) break;
    const wake = Date.now() + 10_000 + Math.random() * 20_000;
    while (!isOver() && Date.now() < wake) await pause(1_000);
  }
  socket.destroy();
}

if (values.serve) await serve();
else await soak(Number(values.minutes) * 60_000, Number(values.connections));
