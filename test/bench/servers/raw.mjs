// A server written by hand: node:http and a check for everything that the description states, and for what any careful
// server checks: the size of a body and how long it takes, UTF-8, Content-Type, Accept, Allow, and names that reach a
// prototype. Unlike lacuna's server, it does not search for a name twice in one JSON object, for deep nesting, or for a
// second Host.
import { createServer } from 'node:http';
import { addPet, announce, getPet, listPets } from './pets.mjs';

const kinds = new Set(['cat', 'dog']);
// Lengths are counted in code points. A text never has more code points than code units.
const isWithin = (text, most) => text.length <= most || (text.length <= 2 * most && [...text].length <= most);
const isText = (value, least, most) => typeof value === 'string' && value.length >= least && isWithin(value, most);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const names = new Set(['name', 'kind', 'age', 'tags', 'owner']);

// Only the owner can have further members, at any depth.
function reachesPrototype(value) {
  const parts = [value];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (Object.hasOwn(part, '__proto__') || Object.hasOwn(part, 'constructor')) return true;
    for (const name in part) if (typeof part[name] === 'object' && part[name] !== null) parts.push(part[name]);
  }
  return false;
}

function checkPet(value) {
  if (!isObject(value)) return 'body: must be an object';
  if (!isText(value.name, 1, 80)) return 'body/name: must be text';
  if (!kinds.has(value.kind)) return 'body/kind: must be cat or dog';
  if (value.age !== undefined && !(Number.isInteger(value.age) && value.age >= 0 && value.age <= 40))
    return 'body/age: must be 0 to 40';
  if (
    value.tags !== undefined &&
    !(Array.isArray(value.tags) && value.tags.length <= 10 && value.tags.every((tag) => isText(tag, 0, 20)))
  )
    return 'body/tags: must be texts';
  const { owner } = value;
  if (owner !== undefined) {
    if (!isObject(owner) || typeof owner.name !== 'string') return 'body/owner: must have a name';
    if (owner.email !== undefined && typeof owner.email !== 'string') return 'body/owner/email: must be text';
    if (reachesPrototype(owner)) return 'body/owner: has too much';
  }
  for (const name in value) if (!names.has(name)) return 'body: has too much';
  return undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const most = 1_048_576;

function reply(response, code, body, more) {
  const text = JSON.stringify(body);
  response.writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...more });
  response.end(text);
}

const refuseMethod = (response, allow) => reply(response, 405, { error: 'method' }, { allow });

// The most specific range decides (RFC 9110, 12.5.1). Most callers send none, or one of two.
const ranges = ['*/*', 'application/*', 'application/json'];
function takesJson({ accept }) {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  let nearest = -1;
  let quality = 0;
  for (const part of accept.split(',')) {
    const [range, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const nearness = ranges.indexOf(range);
    if (nearness < nearest || nearness < 0) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    nearest = nearness;
    quality = weight === undefined ? 1 : Number(weight.slice(2));
  }
  return quality > 0;
}

// Returns whether a media type is JSON, with any parameters.
function isJson(contentType = '') {
  if (contentType === 'application/json') return true;
  const [type] = contentType.split(';', 1);
  return type.trim().toLowerCase() === 'application/json';
}

function list(query, response) {
  const search = new URLSearchParams(query);
  const limits = search.getAll('limit');
  const found = search.getAll('kind');
  if (limits.length > 1 || found.length > 1) return reply(response, 400, { error: 'query: given more than once' });
  const limit = limits.length === 0 ? 20 : /^\d{1,3}$/.test(limits[0]) ? Number(limits[0]) : 0;
  if (limit < 1 || limit > 100) return reply(response, 400, { error: 'limit: is wrong' });
  if (found.length > 0 && !kinds.has(found[0])) return reply(response, 400, { error: 'kind: is wrong' });
  return reply(response, 200, listPets(limit));
}

function receive(request, response) {
  if (!isJson(request.headers['content-type'])) return reply(response, 415, { error: 'content-type: is wrong' });
  if (Number(request.headers['content-length']) > most) return reply(response, 413, { error: 'body: is too large' });
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > most) {
      reply(response, 413, { error: 'body: is too large' });
      request.destroy();
    } else chunks.push(chunk);
  });
  request.on('end', () => {
    let value;
    try {
      value = JSON.parse(utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    } catch {
      return reply(response, 400, { error: 'body: must be JSON' });
    }
    const error = checkPet(value);
    return error === undefined ? reply(response, 201, addPet(value)) : reply(response, 400, { error });
  });
  return undefined;
}

const server = createServer((request, response) => {
  const [path, query] = request.url.split('?');
  if (!takesJson(request.headers)) return reply(response, 406, { error: 'accept: must allow JSON' });
  if (path === '/pets') {
    if (request.method === 'GET') return list(query, response);
    if (request.method === 'POST') return receive(request, response);
    return refuseMethod(response, 'GET, POST');
  }
  const [, first, id, more] = path.split('/');
  if (first !== 'pets' || !id || more !== undefined) return reply(response, 404, { error: 'path' });
  if (request.method !== 'GET') return refuseMethod(response, 'GET');
  let petId;
  try {
    petId = decodeURIComponent(id);
  } catch {
    return reply(response, 400, { error: 'path' });
  }
  return isText(petId, 1, 40) ? reply(response, 200, getPet(petId)) : reply(response, 400, { error: 'petId' });
});
server.requestTimeout = 30_000;
server.listen(0, '127.0.0.1', () => announce(server.address().port));
