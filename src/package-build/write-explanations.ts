import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { explanationsFile } from '../package-files.js';
import { buildExplanations } from './explanations.js';

/** Stores the explanations of the findings where `lacuna explain` reads them. */
export function writeExplanations(): void {
  const cases = fileURLToPath(new URL('../../test/cases', import.meta.url));
  writeFileSync(explanationsFile, JSON.stringify(buildExplanations(cases)));
}
