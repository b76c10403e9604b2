import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import { addPet, announce, getPet, listPets } from './pets.mjs';

const kind = z.enum(['cat', 'dog']);
const newPet = z.strictObject({
  name: z.string().min(1).max(80),
  kind,
  age: z.int().min(0).max(40).optional(),
  tags: z.array(z.string().max(20)).max(10).optional(),
  owner: z.object({ name: z.string(), email: z.string().optional() }).optional(),
});
const query = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), kind: kind.optional() });
const id = z.string().min(1).max(40);

const app = new Hono();
app.get('/pets', (c) => {
  const found = query.safeParse(c.req.query());
  return found.success ? c.json(listPets(found.data.limit)) : c.json({ error: found.error.message }, 400);
});
app.get('/pets/:petId', (c) => {
  const found = id.safeParse(c.req.param('petId'));
  return found.success ? c.json(getPet(found.data)) : c.json({ error: found.error.message }, 400);
});
app.post('/pets', async (c) => {
  const found = newPet.safeParse(await c.req.json());
  return found.success ? c.json(addPet(found.data), 201) : c.json({ error: found.error.message }, 400);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => announce(port));
