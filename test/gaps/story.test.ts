import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { effort } from '../effort.js';
import { emitWithoutRedoc } from '../emit-without-redoc.js';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** Follows three gaps of the practice API: a program uses them, they are answered, and their uses are removed. */
const program = `import { assume, createClient, createSession, reveal } from './generated/client/index.js';
export const client = createClient({
  baseUrl: 'https://api.invalid',
  wireNames: { 'list-sessions-v2-from-date-name': 'from' },
});
const hasId = (value: unknown): value is { id: string } => true;
const answer = await createSession(client, {
  body: assume('create-session-request', { scenario: 7 }),
});
console.log(reveal('create-session-response', answer, hasId).id);
`;
const files = {
  'spec/openapi.yaml': readFileSync('spec/openapi.yaml', 'utf8'),
  'main.ts': program,
  'package.json': '{ "name": "story", "type": "module" }',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "preserve", "target": "es2023", "lib": ["es2023", "dom"], "types": [], "skipLibCheck": true }, "files": ["main.ts"] }',
  'request.yaml': 'type: object\nrequired: [scenario]\nproperties: { scenario: { type: string } }\n',
  'response.yaml': 'type: object\nrequired: [id]\nproperties: { id: { type: string } }\n',
};
const answers = {
  'list-sessions-v2-from-date-name': ['--name', 'from'],
  'create-session-request': ['--file', 'request.yaml'],
  'create-session-response': ['--file', 'response.yaml'],
};

function readFiles(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, 'utf8')] as const;
    }),
  );
}

// The kinds of artifacts that the story needs.
const generate = ['generate', '--only', 'types,client,server,not-shown'] as const;
const budget = ['--max-gaps', 'all=64'] as const;

/** A copy of the practice API and a program, in its own folder. */
class Project {
  readonly folder = makeFolder(files);

  async run(...argv: readonly string[]): Promise<string> {
    const { code, printed } = await runIn(this.folder, argv);
    expect({ code, printed }).toEqual({ code: 0, printed });
    return printed;
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** Reads the description and the output. */
  readAll(): { readonly [path: string]: string } {
    return { ...readFiles(join(this.folder, 'spec')), ...readFiles(join(this.folder, 'generated')) };
  }

  listErrorLines(): number[] {
    return [...new Set([...runCompiler(this.folder).matchAll(/^main\.ts\((\d+),/gm)].map(([, line]) => Number(line)))];
  }

  async answerAll(...flags: readonly string[]): Promise<void> {
    for (const [id, answer] of Object.entries(answers))
      await this.run('gaps', 'answer', id, ...answer, '--source', 'mail', ...flags);
  }

  /** Removes the uses, and expects the tasks for a person. */
  async settle(): Promise<void> {
    const settled = await this.run('gaps', 'settle');
    expect(settled).toContain('2 places changed');
    expect(settled.match(/ {2}- .*/g)).toEqual([
      expect.stringMatching(/^ {2}- main\.ts:5:7: nothing uses `hasId` now; remove it$/),
      expect.stringMatching(
        /^ {2}- main\.ts:\d+:9: 'create-session-request' is answered, but this value does not match/,
      ),
    ]);
    const edited = this.read('main.ts');
    expect(edited).toContain("  body: assume('create-session-request', { scenario: 7 }),\n");
    expect(edited).not.toMatch(/reveal|wireNames/);
  }
}

// Leaves out the manifest, because it contains the path of the overlay.
function readOutput(project: Project): readonly string[] {
  const texts = Object.entries(readFiles(join(project.folder, 'generated')));
  return texts.filter(([path]) => !path.endsWith('lacuna.json')).map(([, text]) => text);
}

// Takes seconds, because it generates client and server of the practice API for each answer, and compiles the client.
test('gaps are used, answered and settled', { timeout: 240_000 }, async () => {
  const project = new Project();
  await project.run(...generate);
  expect(runCompiler(project.folder)).toBe('');
  expect((await project.run('gaps', 'uses')).match(/main\.ts:\d+/g)?.sort()).toEqual([
    'main.ts:10',
    'main.ts:4',
    'main.ts:8',
  ]);
  const refused = /'createSession',\s*\[[^\]]*'create-session-request'/;
  expect(project.read('generated/server/index.ts')).toMatch(refused);
  expect((await runIn(project.folder, ['check', ...budget])).errors).toContain('error gaps-over-budget');

  await project.answerAll();
  expect(project.listErrorLines()).toEqual([4, 8, 10]);
  const ledger = JSON.parse(project.read('generated/not-shown.json'));
  expect(ledger.resolved.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(Object.keys(answers)));
  expect(project.read('generated/client/list-sessions-v2.ts')).toContain("writeQuery(draft, 'from', args.fromDate)");
  expect(project.read('generated/server/index.ts')).not.toMatch(refused);
  const reference = {
    folder: project.folder,
    spec: 'spec/openapi.yaml',
    out: 'reference',
    only: ['reference'],
  } as const;
  const article = (await emitWithoutRedoc(reference)).files.get('reference/article.html') ?? '';
  for (const id of Object.keys(answers)) expect(article.split(`id="not-shown-${id}"`)).toHaveLength(2);
  expect(article.slice(article.indexOf('id="resolved"'))).toContain('id="not-shown-create-session-request"');
  await project.run('check', ...budget);
  expect((await runIn(project.folder, ['check', '--check-code'])).code).toBe(2);
  const answered = readOutput(project);

  await project.settle();
  // The tests of overlays and of answers try parts of the rest.
  if (effort === 'part') return;

  const theirs = new Project();
  await theirs.run(...generate);
  await theirs.answerAll('--overlay', 'spec/answers.yaml');
  expect(theirs.read('spec/openapi.yaml')).toBe(files['spec/openapi.yaml']);
  expect(readOutput(theirs)).toEqual(answered);
  await theirs.settle();
});
