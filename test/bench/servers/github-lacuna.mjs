import process from 'node:process';
import { announce } from './pets.mjs';

const { createServer, unimplemented } = await import(`${process.env.API_DIR}/server/index.js`);
const { listen } = await import(`${process.env.API_DIR}/server/node.js`);
const { url } = await listen(createServer(unimplemented));
announce(Number(new URL(url).port));
