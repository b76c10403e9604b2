import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explanationsFile } from '../package-files.js';
import { buildExplanations } from './explanations.js';

/** Writes the explanations of the findings to the file that `lacuna explain` reads. */
export function writeExplanations(): void {
  const cases = fileURLToPath(new URL('../../test/cases', import.meta.url));
  writeFileSync(explanationsFile, JSON.stringify(buildExplanations(cases)));
}
