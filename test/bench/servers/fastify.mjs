import createFastify from 'fastify';
import { addPet, announce, getPet, listPets } from './pets.mjs';

const text = { type: 'string' };
const owner = { type: 'object', required: ['name'], properties: { name: text, email: text } };
const kind = { type: 'string', enum: ['cat', 'dog'] };
const pet = {
  type: 'object',
  required: ['id', 'name', 'kind'],
  properties: {
    id: text,
    name: text,
    kind: text,
    age: { type: 'integer' },
    tags: { type: 'array', items: text },
    owner,
  },
};
const newPet = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    kind,
    age: { type: 'integer', minimum: 0, maximum: 40 },
    tags: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
    owner,
  },
  additionalProperties: false,
};
const querystring = {
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 }, kind },
};
const params = { type: 'object', properties: { petId: { type: 'string', minLength: 1, maxLength: 40 } } };

const app = createFastify();
app.get('/pets', { schema: { querystring, response: { 200: { type: 'array', items: pet } } } }, async (request) =>
  listPets(request.query.limit),
);
app.get('/pets/:petId', { schema: { params, response: { 200: pet } } }, async (request) =>
  getPet(request.params.petId),
);
app.post('/pets', { schema: { body: newPet, response: { 201: pet } } }, async (request, reply) => {
  reply.code(201);
  return addPet(request.body);
});
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
