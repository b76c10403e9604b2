import { writeRuntime } from './write-runtime.js';
import { writeConfigurationSchema } from './write-schema.js';

// `npm run build` runs this after the compiler.
writeRuntime();
writeConfigurationSchema();
