import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileFolder } from './compile-folders.js';
import { UserProject } from './run-scaffold.js';

// Names that the printed modules, the module system or promises use.
const ids = [
  ...['handlers', 'Handlers', 'index', 'createServer', 'unimplemented', 'NotImplementedError', 'main', 'server'],
  ...[
    'then',
    'default',
    'constructor',
    '__proto__',
    'HandlerContext',
    'Promise',
    'args',
    'context',
    'router',
    'lacuna',
  ],
  ...['arguments', 'await', 'delete', 'exports', 'module', 'require', 'Error', 'undefined'],
];

test.each(['operation', 'tag'])(
  'operations of any name can be scaffolded, one file per %s',
  async (per) => {
    const project = new UserProject();
    const operations = ids.map((id, index) => [`GET /path${index}`, { id, tags: [id] }]);
    project.describe(Object.fromEntries(operations));
    const printed = await project.scaffold('--per', per);
    expect(printed).toContain('0 handlers already exist');
    expect(compileFolder(project.folder)).toEqual([]);
    const { handlers } = await import(join(project.folder, 'src/handlers/index.ts'));
    expect(Object.keys(handlers)).toHaveLength(ids.length);
    for (const handler of Object.values(handlers)) {
      if (typeof handler !== 'function') throw new Error('no handler');
      await expect(handler({}, {})).rejects.toThrow('is not implemented');
    }
    expect(await project.scaffold()).toContain(`nothing written, ${ids.length} handlers already exist`);
  },
  120_000,
);
