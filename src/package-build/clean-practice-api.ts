import { fileURLToPath } from 'node:url';
import { removeUnreached } from './remove-unreached.js';

// `npm run build:practice-api` runs this module after the compiler.
removeUnreached(fileURLToPath(new URL('../../', import.meta.url)));
