import { chmodSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Pick } from './evolutions.js';
import type { UserProject } from './run-scaffold.js';

const folder = 'src/handlers';

/** Lists the user's files, both handlers and all others. */
export function listFiles(project: UserProject, below = 'src'): string[] {
  if (!existsSync(join(project.folder, below))) return [];
  return readdirSync(join(project.folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${below}/${entry.name}`;
      if (entry.isDirectory()) return path === 'src/api' ? [] : listFiles(project, path);
      return path.endsWith('.ts') ? [path] : [];
    })
    .sort();
}

function edit(project: UserProject, file: string | undefined, change: (text: string) => string): void {
  if (file === undefined) return;
  const text = project.read(file);
  const next = change(text);
  if (next !== text) project.write(file, next);
}

const anyFile = (project: UserProject, pick: Pick): string | undefined => pick(listFiles(project));
const handlerFile = (project: UserProject, pick: Pick): string | undefined =>
  pick(listFiles(project, folder).filter((file) => /= async \(args, context\)/.test(project.read(file))));
const index = `${folder}/index.ts`;
const property = /^([ \t]+)([\w$]+)(,?[^\S\r\n]*(?:\/\/.*)?)$/gm;

/** Edits that users make. */
export const userEdits: { readonly [name: string]: (project: UserProject, pick: Pick) => void } = {
  nothing: () => undefined,
  'CRLF line ends': (project, pick) => edit(project, anyFile(project, pick), (text) => text.replace(/\r?\n/g, '\r\n')),
  'a byte order mark': (project, pick) =>
    edit(project, anyFile(project, pick), (text) => (text.startsWith('\ufeff') ? text : `\ufeff${text}`)),
  tabs: (project, pick) => edit(project, anyFile(project, pick), (text) => text.replace(/^ {2}/gm, '\t')),
  'no line end at the end': (project, pick) => edit(project, anyFile(project, pick), (text) => text.trimEnd()),
  'comments behind lines': (project, pick) =>
    edit(project, anyFile(project, pick), (text) => text.replace(/([;,{])(\r?)$/gm, '$1 // getPet, mine$2')),
  'comments between': (project, pick) =>
    edit(project, anyFile(project, pick), (text) => text.replace(/^(import .*?)(\r?\n)/gm, '$1$2/* addPet */$2$2')),
  'a comment at the head': (project, pick) =>
    edit(
      project,
      anyFile(project, pick),
      (text) => `/* A licence for listToys. */\n\n// @ts-check\n${text.replace(/^\ufeff/, '')}`,
    ),
  'blank lines': (project, pick) => edit(project, anyFile(project, pick), (text) => text.replaceAll('\n', '\n\n')),
  'double quotes without semicolons': (project, pick) =>
    edit(project, anyFile(project, pick), (text) => text.replace(/^(import .*?)'(.*)';/gm, '$1"$2"')),
  'another mode': (project, pick) => {
    const file = anyFile(project, pick);
    if (file) chmodSync(join(project.folder, file), 0o640);
  },
  'moved below and re-exported': (project, pick) => {
    const file = handlerFile(project, pick);
    const [, name] = /^src\/handlers\/([\w-]+)\.ts$/.exec(file ?? '') ?? [];
    if (!file || !name) return;
    project.write(`${folder}/below/${name}.ts`, project.read(file).replace(/(['"])\.\.\/api\//g, '$1../../api/'));
    project.write(file, `export * from './below/${name}.js';\n`);
  },
  'moved elsewhere and re-exported by name': (project, pick) => {
    const file = handlerFile(project, pick);
    const [, name] = /^src\/handlers\/([\w-]+)\.ts$/.exec(file ?? '') ?? [];
    if (!file || !name || existsSync(join(project.folder, `src/${name}.ts`))) return;
    const text = project.read(file);
    project.write(`src/${name}.ts`, text.replace(/(['"])\.\.\/api\//g, '$1./api/'));
    const names = [...text.matchAll(/^export (?:const|async function) ([\w$\u0080-\uffff]+)/gm)].map(
      ([, each]) => each,
    );
    project.write(file, `export {\n${names.map((each) => `  ${each}, // ours\n`).join('')}} from '../${name}.js';\n`);
  },
  'another file name': (project, pick) => {
    const file = handlerFile(project, pick);
    const [, name] = /^src\/handlers\/([\w-]+)\.ts$/.exec(file ?? '') ?? [];
    if (!file || !name || !existsSync(join(project.folder, index))) return;
    renameSync(join(project.folder, file), join(project.folder, `${folder}/${name}.mine.ts`));
    for (const each of listFiles(project))
      edit(project, each, (text) => text.replaceAll(`./${name}.js`, `./${name}.mine.js`));
  },
  'function declarations': (project, pick) =>
    edit(project, handlerFile(project, pick), (text) =>
      text.replace(
        /export const ([\w$]+): Handlers(?:<\w+>)?\['\1'\] = async \(args, context\)(: Promise<\w+>) => \{([\s\S]*?)\n\};/g,
        'export async function $1(...[args, context]: Parameters<typeof unimplemented.$1>)$2 {$3\n}',
      ),
    ),
  'quoted keys': (project, pick) => editIndex(project, pick, (text) => text.replace(property, "$1'$2': $2$3")),
  'written keys': (project, pick) => editIndex(project, pick, (text) => text.replace(property, '$1$2: $2$3')),
  'one line': (project, pick) =>
    editIndex(project, pick, (text) =>
      text.replace(/= \{\s+([\w$,\s]*?),?\s*\};/, (_, list: string) => `= { ${list.replace(/\s+/g, ' ')} };`),
    ),
  // The run that renames reports code that reads from such an object. Later runs do not.
  satisfies: (project, pick) =>
    existsSync(join(project.folder, 'src/test.ts'))
      ? undefined
      : editIndex(project, pick, (text) =>
          text.replace(
            /export const handlers: (Handlers(?:<\w+>)?) = (\{[\s\S]*?\});/,
            'export const handlers = $2 satisfies $1;',
          ),
        ),
  'a default export': (project, pick) =>
    existsSync(join(project.folder, 'src/test.ts'))
      ? undefined
      : editIndex(project, pick, (text) =>
          text.replace(
            /export const handlers: (Handlers(?:<\w+>)?) = (\{[\s\S]*?\});/,
            'export default $2 satisfies $1;',
          ),
        ),
  'parts that are spread': (project, pick) =>
    editIndex(project, pick, (text) =>
      text.replace(
        /(export const handlers: (Handlers(?:<\w+>)?) = \{)\s*([\w$]+),/,
        "const part = { $3 } satisfies Pick<$2, '$3'>;\n\n$1\n  ...part,",
      ),
    ),
  'a namespace that is spread': (project, pick) =>
    editIndex(project, pick, (text) =>
      text.includes('* as some')
        ? text
        : text.replace(
            /import \{ ([\w$]+) \} from '(.*?)';([\s\S]*= \{)([\s\S]*?)\n[ \t]*\1,/,
            "import * as some from '$2';$3\n  ...some,$4",
          ),
    ),
  unimplemented: (project, pick) =>
    editIndex(project, pick, (text) =>
      text.includes('unimplemented')
        ? text
        : text
            .replace(/^import type \{ Handlers \}/m, 'import { type Handlers, unimplemented }')
            .replace(/(export const handlers: Handlers(?:<\w+>)? = \{)/, '$1 ...unimplemented,'),
    ),
  'a class': (project, pick) =>
    editIndex(project, pick, (text) =>
      text.replace(
        /export const handlers: (Handlers(?:<\w+>)?) = \{\s*([\w$,\s]*?),?\s*\};/,
        (_, type: string, list: string) => {
          const members = list.split(',').map((name) => `  readonly ${name.trim()} = ${name.trim()};\n`);
          return `class All implements ${type} {\n${members.join('')}}\nexport const handlers: ${type} = new All();`;
        },
      ),
    ),
  'types under other names': (project, pick) =>
    edit(project, handlerFile(project, pick), (text) =>
      text.includes(' as Reply')
        ? text
        : text.replace(/type (\w+Reply)\b([\s\S]*?)Promise<\1>/, 'type $1 as Reply$2Promise<Reply>'),
    ),
  'a namespace of the server': (project, pick) =>
    edit(project, handlerFile(project, pick), (text) => {
      const imports = text.match(/import \{[^}]*\} from '.*\/server\/index\.js';/g) ?? [];
      if (imports.length !== 1 || text.includes('* as') || / as \w+/.test(text)) return text;
      return text
        .replace(/import \{[^}]*\} from ('.*\/server\/index\.js');/, 'import * as api from $1;')
        .replace(/(?<![\w$.\u0080-\uffff])(unimplemented|Handlers|[\w\u0080-\uffff]+Reply)(?=[.<[>])/g, 'api.$1');
    }),
  'names of one’s own': (project, pick) =>
    edit(project, anyFile(project, pick), (text) =>
      text.includes('const helper') || /import .*\bhelper\b/.test(text)
        ? text
        : `${text}\nconst helper = 1, fetchPet = 2;\nexport const mine: number[] = [helper, fetchPet];\n`,
    ),
  'things with the same name': (project, pick) =>
    edit(project, handlerFile(project, pick), (text) =>
      text.includes('const own')
        ? text
        : `${text}\nconst own = { getPet: 'getPet', addPet: \`addPet\` };\nexport const used: string = own.getPet + own['addPet'];\n`,
    ),
  'a test beside': (project) => {
    if (!existsSync(join(project.folder, index))) return;
    const [, name] = /^\s+([\w$]+),/m.exec(project.read(index)) ?? [];
    if (name && /export const handlers: /.test(project.read(index)))
      project.write('src/test.ts', `import { handlers } from './handlers/index.js';\nhandlers.${name}; // ${name}\n`);
  },
};

function editIndex(project: UserProject, _pick: Pick, change: (text: string) => string): void {
  if (existsSync(join(project.folder, index))) edit(project, index, change);
}
