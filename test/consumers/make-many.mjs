// Creates a workspace of many descriptions: a package for each, with its own configuration.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const count = Number(process.argv[2] ?? 200);
const text = readFileSync('openapi.yaml', 'utf8');
for (let index = 0; index < count; index++) {
  const name = `api-${String(index).padStart(3, '0')}`;
  const folder = `packages/${name}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/openapi.yaml`, text.replace('title: Shop', `title: Shop ${index}`));
  writeFileSync(`${folder}/lacuna.config.json`, '{ "spec": "openapi.yaml", "out": "src" }\n');
  const scripts = { 'api:generate': 'lacuna generate', 'api:check': 'lacuna check' };
  writeFileSync(
    `${folder}/package.json`,
    `${JSON.stringify({ name, private: true, type: 'module', scripts }, null, 2)}\n`,
  );
}
