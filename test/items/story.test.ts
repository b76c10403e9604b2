import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runCompiler } from '../run-compiler.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** The life of three items of the practice API: a program leans on them, they are answered, settled and undone. */
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

function readAll(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, readFileSync(path, 'utf8')] as const;
    }),
  );
}

// Compiles the practice API's client twice, which takes seconds.
test('items are used, answered, settled and undone', { timeout: 120_000 }, async () => {
  const folder = makeFolder(files);
  const run = async (...argv: readonly string[]): Promise<string> => {
    const { code, printed } = await runIn(folder, argv);
    expect({ code, printed }).toEqual({ code: 0, printed });
    return printed;
  };
  const listErrorLines = (): number[] => [
    ...new Set([...runCompiler(folder).matchAll(/^main\.ts\((\d+),/gm)].map(([, line]) => Number(line))),
  ];
  await run('generate');
  expect(runCompiler(folder)).toBe('');
  const before = { ...readAll(join(folder, 'spec')), ...readAll(join(folder, 'generated')) };
  expect((await run('items', 'uses')).match(/main\.ts:\d+/g)?.sort()).toEqual(['main.ts:10', 'main.ts:4', 'main.ts:8']);

  for (const [id, flags] of Object.entries(answers)) await run('items', 'answer', id, ...flags, '--source', 'mail');
  expect(listErrorLines()).toEqual([4, 8, 10]);
  const ledger = JSON.parse(readFileSync(join(folder, 'generated/not-shown.json'), 'utf8'));
  expect(ledger.resolved.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(Object.keys(answers)));
  expect((await runIn(folder, ['check', '--check-code'])).code).toBe(2);

  const settled = await run('items', 'settle');
  expect(settled).toContain('2 places mended');
  expect(settled.match(/ {2}- .*/g)).toEqual([
    expect.stringMatching(/^ {2}- main\.ts:\d+:9: 'create-session-request' is answered, and this value does not fit/),
  ]);
  const mended = readFileSync(join(folder, 'main.ts'), 'utf8');
  expect(mended).toContain("  body: assume('create-session-request', { scenario: 7 }),\n");
  expect(mended).not.toMatch(/reveal|wireNames/);

  for (const id of Object.keys(answers).reverse()) await run('items', 'answer', '--undo', id);
  expect({ ...readAll(join(folder, 'spec')), ...readAll(join(folder, 'generated')) }).toEqual(before);
  expect(existsSync(join(folder, 'spec/lacuna.answers.json'))).toBe(false);
});
