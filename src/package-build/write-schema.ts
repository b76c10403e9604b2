import { writeFileSync } from 'node:fs';
import { buildConfigurationSchema } from '../configuration/build-schema.js';
import { buildDescriptionSchema } from './build-description-schema.js';

/** Writes the JSON Schemas of the configuration and of descriptions into the folder of the compiled modules. */
export function writeSchemas(): void {
  for (const [name, schema] of Object.entries({
    configuration: buildConfigurationSchema(),
    description: buildDescriptionSchema(),
  })) {
    writeFileSync(new URL(`../${name}.schema.json`, import.meta.url), `${JSON.stringify(schema)}\n`);
  }
}
