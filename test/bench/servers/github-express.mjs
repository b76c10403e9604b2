import process from 'node:process';
import express from 'express';
import OpenApiValidator from 'express-openapi-validator';
import { announce } from './pets.mjs';

const app = express();
app.use(express.json());
app.use(OpenApiValidator.middleware({ apiSpec: process.env.SPEC }));
app.use((_request, response) => response.status(501).json({}));
app.use((error, _request, response, _next) => response.status(error.status ?? 500).json({ error: error.message }));
const server = app.listen(0, '127.0.0.1', () => announce(server.address().port));
