import { writeFileSync } from 'node:fs';
import { buildConfigurationSchema } from '../configuration/build-schema.js';
import { packageFolder } from '../files/package-files.js';
import { buildDescriptionSchema } from './build-description-schema.js';

/** Writes the JSON Schemas of the configuration and of descriptions into `dist/`. */
export function writeSchemas(): void {
  for (const [name, schema] of Object.entries({
    configuration: buildConfigurationSchema(),
    description: buildDescriptionSchema(),
  })) {
    writeFileSync(new URL(`dist/${name}.schema.json`, packageFolder), `${JSON.stringify(schema)}\n`);
  }
}
