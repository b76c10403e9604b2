import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../files/package-files.js';
import { writeExplanations } from './write-explanations.js';
import { writeDeclarations, writeModules } from './write-modules.js';
import { writeRequireEntries } from './write-require-entries.js';
import { writeRuntime } from './write-runtime.js';
import { writeSchemas } from './write-schema.js';

// `npm run build` runs this module after the compiler.
const folder = fileURLToPath(packageFolder);
// An older build could have left files that the package would contain. The compiler writes the two folders that stay.
for (const name of readdirSync(new URL('dist/', packageFolder))) {
  if (!/^(?:compiled|practice-api)$/.test(name)) rmSync(new URL(`dist/${name}`, packageFolder), { recursive: true });
}
writeRuntime();
writeSchemas();
writeExplanations();
await writeModules(folder);
writeDeclarations(folder);
writeRequireEntries(folder);
