import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildConfigurationSchema } from '../configuration/build-schema.js';
import { packageFolder } from '../files/package-files.js';
import { buildDescriptionSchema } from './build-description-schema.js';
import { writeRuntime } from './build-runtime.js';
import { writeExplanations } from './explanations.js';
import { writeDeclarations, writeModules } from './write-modules.js';
import { writeRequireEntries } from './write-require-entries.js';

// `npm run build` runs this module after the compiler.
const folder = fileURLToPath(packageFolder);
// An older build could have left files that the package would contain. The compiler writes the two folders that stay.
for (const name of readdirSync(new URL('dist/', packageFolder))) {
  if (!/^(?:compiled|practice-api)$/.test(name)) rmSync(new URL(`dist/${name}`, packageFolder), { recursive: true });
}
writeRuntime();
const schemas = { configuration: buildConfigurationSchema(), description: buildDescriptionSchema() };
for (const [name, schema] of Object.entries(schemas))
  writeFileSync(new URL(`dist/${name}.schema.json`, packageFolder), `${JSON.stringify(schema)}\n`);
writeExplanations();
await writeModules(folder);
writeDeclarations(folder);
writeRequireEntries(folder);
