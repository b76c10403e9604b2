import { fileURLToPath } from 'node:url';
import { packageFolder } from '../files/package-files.js';
import { writeExplanations } from './write-explanations.js';
import { writeDeclarations, writeModules } from './write-modules.js';
import { writeRequireEntries } from './write-require-entries.js';
import { writeRuntime } from './write-runtime.js';
import { writeSchemas } from './write-schema.js';

// `npm run build` runs this module after the compiler.
const folder = fileURLToPath(packageFolder);
writeRuntime();
writeSchemas();
writeExplanations();
await writeModules(folder);
writeDeclarations(folder);
writeRequireEntries(folder);
