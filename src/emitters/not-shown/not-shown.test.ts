import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../test/make-folder.js';
import { type ArtifactKind, generate } from '../../index.js';
import { renderMarkdown } from '../../text/render-markdown.js';

const description = `openapi: 3.1.1
info:
  title: Pets *and* <more>
  version: '1'
x-not-shown:
  - { id: events, kind: events, question: Which events are there?, source: 'Guide, 6' }
x-resolved:
  - { id: old-thing, question: 'What | is it?', answer: 'It is | 7', source: mail, date: '2026-01-31' }
paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      responses:
        2XX:
          description: ok
          x-not-shown:
            - id: status
              kind: status-code
              question: Which **code** has [it](javascript:alert(1))?
              source: Guide, 2
              known: [200 was seen, 204 too]
              guess: '201'
              owner: Payments *team*
              issue: https://example.com/issues/7?a=1&b=2
              since: '2026-01-31'
              x-priority: { level: 2 }
          content: { application/json: { schema: { $ref: 'other.yaml#/Pet' } } }
    post:
      x-source: '1'
      responses: { 2XX: { description: ok, x-not-shown: [status] } }
  /owners:
    get:
      operationId: listOwners
      x-source: '1'
      responses: { '200': { description: ok } }
`;
const other = `Pet:
  type: object
  x-source: '3'
  x-not-shown:
    - { id: pet-fields, kind: fields, question: Which fields are there?, source: 'Guide, 3' }
`;

async function emit(files: { readonly [name: string]: string }): Promise<(name: string) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'lacuna-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'spec'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'spec', name), text);
  const { diagnostics } = await generate({ folder, only: ['not-shown', 'description'] });
  expect(diagnostics.list.filter(({ severity }) => severity === 'error')).toEqual([]);
  return (name) => readFileSync(join(folder, 'generated', name), 'utf8');
}

test('the ledger lists each gap, its place in the description and the operations that it affects', async () => {
  const read = await emit({ 'openapi.yaml': description, 'other.yaml': other });
  const ledger = JSON.parse(read('not-shown.json'));
  expect(ledger).toEqual({
    items: [
      {
        id: 'events',
        kind: 'events',
        question: 'Which events are there?',
        source: 'Guide, 6',
        pointer: '',
        operations: [],
      },
      {
        id: 'status',
        kind: 'status-code',
        question: 'Which **code** has [it](javascript:alert(1))?',
        source: 'Guide, 2',
        known: ['200 was seen', '204 too'],
        guess: '201',
        owner: 'Payments *team*',
        issue: 'https://example.com/issues/7?a=1&b=2',
        since: '2026-01-31',
        'x-priority': { level: 2 },
        pointer: '/paths/~1pets/get/responses/2XX',
        operations: ['listPets', 'POST /pets'],
      },
      {
        id: 'pet-fields',
        kind: 'fields',
        question: 'Which fields are there?',
        source: 'Guide, 3',
        pointer: '/components/schemas/Pet',
        operations: ['listPets'],
      },
    ],
    resolved: [{ id: 'old-thing', question: 'What | is it?', answer: 'It is | 7', source: 'mail', date: '2026-01-31' }],
  });
  const bundle = JSON.parse(read('openapi.json'));
  expect(bundle.components.schemas.Pet['x-not-shown'][0].id).toBe('pet-fields');
});

test('the Markdown ledger counts gaps by kind and by operation and shows each as text', async () => {
  const read = await emit({ 'openapi.yaml': description, 'other.yaml': other });
  const text = read('not-shown.md');
  const html = renderMarkdown(text, 1).text;
  expect(text).toContain('3 questions are open: the documentation of Pets \\*and\\* &lt;more> does not answer them.');
  expect(html).toContain('Which **code** has [it](javascript:alert(1))?');
  expect(text).toContain('| [fields](#fields) | more fields of an object | 1 |');
  expect(text).toContain('- **listPets** `GET /pets`: [status](#status), [pet-fields](#pet-fields)\n');
  expect(text).toContain('- **POST /pets** `POST /pets`: [status](#status)\n');
  expect(text).not.toContain('listOwners');
  expect(text).toContain('- **the API as a whole**: [events](#events)\n');
  expect(text).toMatch(
    /### status\n\n.*\n\n- Known: 200 was seen\n- Known: 204 too\n- Our guess, which the documentation does not confirm: 201\n/,
  );
  expect(text).toContain(
    '- Owner: Payments \\*team\\*\n- Issue: https://example.com/issues/7?a=1&amp;b=2\n- Open since: 2026-01-31\n- x-priority: {"level":2}\n',
  );
  expect(text).toContain('- Source: Guide, 3\n- Affects: `listPets`\n');
  expect(text).toContain('| old-thing | What \\| is it? | It is \\| 7 | mail | 2026-01-31 |');
});

test('the ledger is written by default, for a description with open or answered gaps', async () => {
  const bare = "openapi: 3.1.1\ninfo: { title: Pets, version: '1' }\npaths: {}\n";
  const answered = `${bare}x-resolved: [{ id: old, answer: '7', source: mail, date: '2026-01-31' }]\n`;
  const open = `${bare}x-not-shown: [{ id: events, kind: events, question: Which?, source: '6' }]\n`;
  const list = async (text: string, only?: readonly ArtifactKind[]): Promise<readonly string[]> => {
    const folder = makeFolder({ 'spec/openapi.yaml': text });
    await generate({ folder, ...(only && { only }) });
    return readdirSync(join(folder, 'generated')).filter((name) => name.startsWith('not-shown'));
  };
  const both = ['not-shown.json', 'not-shown.md'];
  expect(await list(open)).toEqual(both);
  expect(await list(answered)).toEqual(both);
  expect(await list(bare)).toEqual([]);
  expect(await list(open, ['types'])).toEqual([]);
  expect(await list(bare, ['types', 'not-shown'])).toEqual([]);
});

test('the ledger says when all questions are answered', async () => {
  const read = await emit({
    'openapi.yaml':
      "openapi: 3.1.1\ninfo: { title: Pets, version: '1' }\npaths: {}\nx-resolved: [{ id: old, answer: '7', source: mail, date: '2026-01-31' }]\n",
  });
  expect(JSON.parse(read('not-shown.json'))).toMatchObject({ items: [], resolved: [{ id: 'old' }] });
  expect(read('not-shown.md')).toContain('# Not shown\n\nThere are no open questions about Pets.\n');
});
