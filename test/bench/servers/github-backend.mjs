import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { OpenAPIBackend } from 'openapi-backend';
import { announce } from './pets.mjs';

const definition = JSON.parse(readFileSync(process.env.SPEC, 'utf8'));
const api = new OpenAPIBackend({ definition, quick: true, validate: process.env.VALIDATE !== '0' });
const give = (code) => () => code;
api.register({ notImplemented: give(501), notFound: give(404), validationFail: give(400) });
await api.init();
const server = createServer(async ({ method, url, headers }, response) => {
  const [path, query] = url.split('?');
  response.writeHead(await api.handleRequest({ method, path, query, headers })).end();
});
server.listen(0, '127.0.0.1', () => announce(server.address().port));
