import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../files/package-files.js';
import { listEntries, listReached } from './reached-files.js';

// `npm run build:practice-api` runs this module after the compiler. It removes the modules and declarations of the
// practice API to which no entry of `package.json` leads.
const root = fileURLToPath(packageFolder);
const folder = join(root, 'dist/practice-api');
const reached = (['.js', '.d.ts'] as const).flatMap((end) => [
  ...listReached(
    listEntries(root, end).map((path) => join(root, path)),
    end,
  ),
]);
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const file = join(folder, name);
  if (/\.(?:js|d\.ts)$/.test(name) && !reached.includes(file)) rmSync(file);
}
