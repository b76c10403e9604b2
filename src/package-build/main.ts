import { writeExplanations } from './write-explanations.js';
import { writeRuntime } from './write-runtime.js';
import { writeSchemas } from './write-schema.js';

// `npm run build` runs this after the compiler.
writeRuntime();
writeSchemas();
writeExplanations();
