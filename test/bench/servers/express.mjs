import { fileURLToPath } from 'node:url';
import express from 'express';
import OpenApiValidator from 'express-openapi-validator';
import { addPet, announce, getPet, listPets } from './pets.mjs';

const app = express();
app.use(express.json());
app.use(OpenApiValidator.middleware({ apiSpec: fileURLToPath(new URL('pets.yaml', import.meta.url)) }));
app.get('/pets', (request, response) => response.json(listPets(Number(request.query.limit ?? 20))));
app.get('/pets/:petId', (request, response) => response.json(getPet(request.params.petId)));
app.post('/pets', (request, response) => response.status(201).json(addPet(request.body)));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ error: error.message }));
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
