import { existsSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';

const importedPath = /(?:from|import\()\s*'(\.[^']+)\.js'/g;

/** Lists the unit tests that import a file, directly or through others; the one beside it comes first. */
export function listUnitsOf(file, tests) {
  const beside = file.replace(/\.ts$/, '.test.ts');
  const reaching = tests.filter((test) => listImported(test).has(file));
  return reaching.sort((one, other) => Number(other === beside) - Number(one === beside));
}

const imported = new Map();

// Types-only imports count too: they only make the list longer.
function listImported(start) {
  const known = imported.get(start);
  if (known) return known;
  const reached = new Set();
  for (const open = [start]; open.length > 0; ) {
    const file = open.pop();
    for (const [, path] of readFileSync(file, 'utf8').matchAll(importedPath)) {
      const target = `${posix.join(dirname(file), path)}.ts`;
      // A test may contain the text of a module, whose imports lead nowhere.
      if (!target.startsWith('src/') || reached.has(target) || !existsSync(target)) continue;
      reached.add(target);
      open.push(target);
    }
  }
  imported.set(start, reached);
  return reached;
}
