// The generated server behind its adapter for node:http. API_DIR is the folder of its compiled output.
import process from 'node:process';
import { addPet, announce, getPet, listPets } from './pets.mjs';

const { createServer } = await import(`${process.env.API_DIR}/server/index.js`);
const { listen } = await import(`${process.env.API_DIR}/server/node.js`);
const server = createServer({
  getPet: ({ petId }) => ({ status: 200, body: getPet(petId) }),
  listPets: ({ limit }) => ({ status: 200, body: listPets(limit) }),
  addPet: ({ body }) => ({ status: 201, body: addPet(body) }),
});
const { url } = await listen(server);
announce(Number(new URL(url).port));
