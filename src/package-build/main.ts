import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeComments } from './remove-comments.js';
import { removeUnreached } from './remove-unreached.js';
import { writeExplanations } from './write-explanations.js';
import { writeRequireEntries } from './write-require-entries.js';
import { writeRuntime } from './write-runtime.js';
import { writeSchemas } from './write-schema.js';

// `npm run build` runs this module after the compiler.
writeRuntime();
writeSchemas();
writeExplanations();
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));
writeRequireEntries(packageFolder);
removeUnreached(packageFolder);
removeComments(join(packageFolder, 'dist'));
