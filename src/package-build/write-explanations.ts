import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explanationsFile, packageFolder } from '../files/package-files.js';
import { buildExplanations } from './explanations.js';

/** Writes the explanations of the findings to the file that `lacuna explain` reads. */
export function writeExplanations(): void {
  const cases = fileURLToPath(new URL('test/cases', packageFolder));
  writeFileSync(explanationsFile, JSON.stringify(buildExplanations(cases)));
}
