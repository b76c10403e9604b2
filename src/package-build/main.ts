import { writeRuntime } from './write-runtime.js';

// `npm run build` runs this after the compiler.
writeRuntime();
