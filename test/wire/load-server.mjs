// A server in another process, because one process can have too few descriptors for both ends of 10,000 connections.
import { createServer } from 'node:http';
import process from 'node:process';

/** What the server does with a request, by its path. */
const behaviours = {
  answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('"ok"'),
  fail: (response) => response.writeHead(500).end('sorry'),
  refuse: (response) => response.writeHead(401).end('who?'),
  stall: () => {},
  halt: (response) => response.writeHead(200, { 'content-type': 'application/json' }).write('["'),
  cut: (_response, request) => request.socket.destroy(),
  crop: (response) => response.writeHead(200, { 'content-length': '9' }).write('1', () => response.destroy()),
  flood: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(5000)}"`),
};

let unfinished = 0;
// There are several servers, because the kernel lets only some thousand connections wait for each.
const servers = Array.from({ length: 8 }, () =>
  createServer((request, response) => {
    unfinished += 1;
    response
      .on('error', () => {})
      .on('close', () => {
        unfinished -= 1;
      });
    behaviours[request.url.slice(1)](response, request);
  }),
);
// With a shorter time, a connection could be closed just when it is used again.
for (const server of servers) server.keepAliveTimeout = 60_000;
await Promise.all(servers.map((server) => new Promise((done) => server.listen(0, '127.0.0.1', 4096, done))));
process.on('message', () => process.send(unfinished));
process.on('disconnect', () => process.exit());
process.send(servers.map((server) => server.address().port));
