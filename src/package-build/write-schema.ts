import { writeFileSync } from 'node:fs';
import { buildConfigurationSchema } from '../configuration/build-schema.js';

/** Writes the JSON Schema of the configuration beside the compiled modules. */
export function writeConfigurationSchema(): void {
  const text = JSON.stringify(buildConfigurationSchema(), undefined, 2);
  writeFileSync(new URL('../configuration.schema.json', import.meta.url), `${text}\n`);
}
