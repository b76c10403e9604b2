import { testThrough } from './test-through.js';

await testThrough('fetch');
