import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run.js';
import { makeFolder, writeFiles } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';
import { runOnTerminal } from './pseudo-terminal.js';

/** `lacuna gaps add` writes a gap into a description. Flags and the answers of a person state the gap. */
const spec = `openapi: 3.1.1
info: { title: Pets, version: '1' } # the pets
servers: [{ url: 'https://api.invalid' }]
paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      # as seen
      responses:
        '200': { description: ok, x-source: '1', content: { application/json: { schema: { $ref: 'pet.json#/Pet' } } } }
`;
const pet = '{\r\n  "Pet": {\r\n    "x-source": "1",\r\n    "type": "object"\r\n  }\r\n}\r\n';
const order = ['gaps', 'add', 'order', '--at', 'listPets', '--kind', 'behaviour'] as const;
const today = new Date().toISOString().slice(0, 10);
const stated = [...order, '--question', 'In which order?', '--source', 'Guide, 4.2'] as const;

const open = (): string => makeFolder({ 'spec/openapi.yaml': spec, 'spec/pet.json': pet });
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

async function run(folder: string, argv: readonly string[]): Promise<string> {
  const { code, printed } = await runIn(folder, argv);
  expect({ code, printed }).toEqual({ code: 0, printed });
  return printed;
}

test('a gap is written at the end of its object, shown and generated, and nothing else changes', async () => {
  const folder = open();
  const printed = await run(folder, [
    ...stated,
    '--known',
    'by date',
    '--known',
    'newest first',
    '--since',
    '2026-01-31',
  ]);
  expect(read(folder, 'spec/openapi.yaml')).toBe(`${spec}      x-not-shown:
        - id: order
          kind: behaviour
          question: In which order?
          source: Guide, 4.2
          known:
            - by date
            - newest first
          since: "2026-01-31"
`);
  expect(printed).toContain('+        - id: order\n');
  expect(JSON.parse(read(folder, 'generated/not-shown.json')).items).toEqual([
    {
      id: 'order',
      kind: 'behaviour',
      question: 'In which order?',
      source: 'Guide, 4.2',
      known: ['by date', 'newest first'],
      since: '2026-01-31',
      pointer: '/paths/~1pets/get',
      operations: ['listPets'],
    },
  ]);
});

test('a gap is added to the list that an object has, and to JSON in another file', async () => {
  const folder = open();
  await run(folder, stated);
  await run(folder, [...stated.map((word) => (word === 'order' ? 'order-again' : word)), '--owner', 'API team']);
  expect(
    read(folder, 'spec/openapi.yaml')
      .slice(spec.length)
      .match(/- id: .*/g),
  ).toEqual(['- id: order', '- id: order-again']);
  expect(read(folder, 'spec/openapi.yaml')).toContain('          owner: API team\n');
  const fields = ['--kind', 'fields', '--question', 'Which others?', '--source', '3'];
  await run(folder, ['gaps', 'add', 'pet-fields', '--at', 'pet.json#/Pet', ...fields]);
  expect(read(folder, 'spec/pet.json')).toBe(
    pet.replace(
      '"object"',
      [
        '"object",',
        '    "x-not-shown": [',
        '      {',
        '        "id": "pet-fields",',
        '        "kind": "fields",',
        '        "question": "Which others?",',
        '        "source": "3",',
        `        "since": "${today}"`,
        '      }',
        '    ]',
      ].join('\r\n'),
    ),
  );
});

test('--dry-run shows the gap and writes nothing', async () => {
  const folder = open();
  expect(await run(folder, [...stated, '--dry-run'])).toContain('+          question: In which order?\n');
  expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
  expect(existsSync(join(folder, 'generated'))).toBe(false);
});

test.each([
  [[...stated, '--issue', 'ticket 7'], 'is not a URL'],
  [stated.map((word) => (word === 'behaviour' ? 'unit' : word)), "'unit'"],
  [stated.map((word) => (word === 'order' ? 'Order' : word)), 'lowercase letters'],
])('a mistake leaves the description unchanged: %s', async (argv, message) => {
  const folder = open();
  const { code, errors } = await runIn(folder, argv);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('error gap-does-not-fit') });
  expect(errors).toContain(message);
  expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
});

/** Runs the command with a person who answers. */
async function runWithAnswers(
  folder: string,
  argv: readonly string[],
  answers: readonly string[],
  atEnd: () => void = () => undefined,
): Promise<{ code: number; asked: readonly string[]; errors: string }> {
  const asked: string[] = [];
  let errors = '';
  const code = await runCommandLine(argv, {
    folder,
    colours: false,
    isInteractive: false,
    ask: async (question) => {
      if (asked.push(question) === answers.length) atEnd();
      return answers[asked.length - 1];
    },
    print: () => undefined,
    printError: (text) => {
      errors += text;
    },
  });
  return { code, asked, errors };
}

test('on a terminal, the command asks for the required fields that no flag states', async () => {
  const folder = open();
  const { code, asked } = await runWithAnswers(
    folder,
    ['gaps', 'add', '--source', 'Guide, 4.2'],
    ['listPets', 'conduct', 'behaviour', ' In which order? ', 'order'],
  );
  expect(code).toBe(0);
  expect(asked.map((question) => question.split(/[?:]/)[0])).toEqual([
    'What is the gap about',
    'Which kind of gap is it',
    'Which kind of gap is it',
    'What is the question, in one sentence that a person can answer',
    'Which id should it have',
  ]);
  expect(read(folder, 'spec/openapi.yaml')).toBe(
    `${spec}      x-not-shown:\n        - id: order\n          kind: behaviour\n          question: In which order?\n          source: Guide, 4.2\n          since: "${today}"\n`,
  );
});

test('each answer is checked at once and asked for again, with the kinds that the place can have', async () => {
  const folder = open();
  const { code, asked, errors } = await runWithAnswers(
    folder,
    ['gaps', 'add'],
    ['listPet', '#/paths', 'listPets', 'unit', 'behaviour', '', 'In which order?', ' ', 'Guide', 'Order', 'order'],
  );
  expect({ code, errors }).toMatchObject({ code: 0 });
  expect(asked.map((question) => question.split('?')[0])).toEqual([
    ...Array.from({ length: 3 }, () => 'What is the gap about'),
    ...Array.from({ length: 2 }, () => 'Which kind of gap is it'),
    ...Array.from({ length: 2 }, () => 'What is the question, in one sentence that a person can answer'),
    ...Array.from({ length: 2 }, () => 'Which part of the documentation leaves it open'),
    ...Array.from({ length: 2 }, () => 'Which id should it have'),
  ]);
  expect(asked[3]).toContain('  behaviour   what happens in a certain case\n');
  expect(asked[3]).not.toContain('unit');
  for (const message of [
    "did you mean 'listPets'?",
    "no operation or place '#/paths'",
    'error gap-does-not-fit',
    'an answer is needed',
    '"Order" is not an id',
  ])
    expect(errors).toContain(message);
  expect(read(folder, 'spec/openapi.yaml')).toContain('        - id: order\n          kind: behaviour\n');
});

test('if the input ends or the gap has an error, the command is printed with everything that was typed', async () => {
  const folder = open();
  const flags = ['gaps', 'add', '--known', "it's sorted", '--spec', 'spec/openapi.yaml'];
  const ended = await runWithAnswers(folder, flags, ['listPets', 'behaviour', "What's the order?"]);
  const known = `--known 'it'\\''s sorted' --spec spec/openapi.yaml`;
  const typed = `--at listPets --kind behaviour --question 'What'\\''s the order?'`;
  expect(ended).toMatchObject({ code: 2 });
  expect(ended.errors).toContain(`  to continue later: lacuna gaps add ${typed} ${known}\n`);
  expect(ended.errors).toContain('are missing: id, --source');
  const broken = await runWithAnswers(folder, order, ['Which?', 'Guide'], () =>
    writeFiles(folder, { 'spec/openapi.yaml': `${spec}x: [` }),
  );
  expect(broken.errors).toContain(
    "lacuna gaps add order --at listPets --kind behaviour --question 'Which?' --source Guide",
  );
});

test('a wrong flag is an error before any question', async () => {
  const { code, asked } = await runWithAnswers(open(), ['gaps', 'add', '--at', 'listPet'], []);
  expect({ code, asked }).toEqual({ code: 2, asked: [] });
});

test('a report for programs lists the missing fields', async () => {
  const folder = open();
  const { asked, code } = await runWithAnswers(folder, [...order, '--format', 'json'], []);
  expect({ asked, code }).toEqual({ asked: [], code: 2 });
  expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
});

test('of several descriptions, the place is asked for until one has it', async () => {
  const apis = { pets: { spec: 'pets.yaml', out: 'a' }, cats: { spec: 'cats.yaml', out: 'b' } };
  const bare = spec.replace(/, content: .*/, ' }');
  const folder = makeFolder({
    'pets.yaml': bare,
    'cats.yaml': bare.replace('listPets', 'listCats'),
    'lacuna.config.json': JSON.stringify({ only: ['types'], apis }),
  });
  const flags = ['gaps', 'add', 'order', '--kind', 'behaviour', '--question', 'Which?', '--source', '1'];
  const { code, asked, errors } = await runWithAnswers(folder, flags, ['listCat', 'listCats']);
  expect({ code, asked: asked.length, errors }).toEqual({
    code: 0,
    asked: 2,
    errors: expect.stringContaining("'listCats'?"),
  });
  expect(read(folder, 'cats.yaml')).toContain('id: order');
});

test('the gap of a placeholder is added although the description without it has an error', async () => {
  const folder = open();
  const parameter = '      parameters:\n        - { name: <page number>, in: query, schema: { type: integer } }\n';
  const broken = spec.replace('      # as seen\n', `${parameter}      # as seen\n`);
  writeFiles(folder, { 'spec/openapi.yaml': broken });
  const gap = ['--kind', 'parameter-name', '--question', 'Which name?', '--source', 'Guide'] as const;
  const place = '#/paths/~1pets/get/parameters/0';
  await run(folder, ['gaps', 'add', 'page-name', '--at', place, ...gap]);
  expect(read(folder, 'spec/openapi.yaml')).toContain('x-not-shown: [ { id: page-name, kind');
  writeFiles(folder, { 'spec/openapi.yaml': broken });
  const { code, errors } = await runIn(folder, [
    'gaps',
    'add',
    'order',
    '--at',
    'listPets',
    '--kind',
    'behaviour',
    '--question',
    'Which?',
    '--source',
    'Guide',
  ]);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('error placeholder-without-gap') });
  expect(read(folder, 'spec/openapi.yaml')).toBe(broken);
});

const placed = spec.replace(
  '      # as seen\n',
  `      parameters:
        - { name: <page number>, in: query, schema: { type: integer } }
        - { name: <sort / order>, in: query, schema: { type: string } }
`,
);

test.each([
  ['listPets/parameters/<page number>', 'parameter-name', '<page number>'],
  ['listPets/parameters/<sort / order>', 'parameter-name', '<sort / order>'],
  ['listPets/parameters/1', 'parameter-name', '<sort / order>'],
  ['#/paths//pets/get/parameters/1', 'parameter-name', '<sort / order>'],
  ['#/paths/~1pets/get/parameters/<page number>', 'parameter-name', '<page number>'],
  ['pet.json#/Pet', 'fields', undefined],
])('--at %s finds a place', async (place, kind, name) => {
  const folder = makeFolder({ 'spec/openapi.yaml': name === undefined ? spec : placed, 'spec/pet.json': pet });
  const { printed } = await runIn(folder, [
    ...['gaps', 'add', 'one', '--at', place, '--kind', kind, '--question', 'Which?', '--source', '1'],
  ]);
  const line = printed.split('\n').find((row) => row.startsWith('-') && !row.startsWith('---'));
  if (name === undefined) expect(printed).toContain('+++ spec/pet.json\n');
  else expect(line).toBe(placed.split('\n').flatMap((row) => (row.includes(name) ? [`-${row}`] : []))[0]);
});

test.each([
  ['listPets', 'parameter-name', "hint: for example --at 'listPets/parameters/<page number>' or --at 'listPets/par"],
  ['listPets', 'header', "hint: for example --at 'listPets/responses/200'"],
  ['listPet', 'header', "hint: did you mean 'listPets'?"],
  ['Pet', 'fields', "hint: did you mean '#/components/schemas/Pets'?"],
  ['#/paths/~1cats', 'header', "a place in an operation ('listPets/parameters/limit')"],
])('the place %s of a gap of kind %s is refused with one that is allowed', async (place, kind, hint) => {
  const folder = open();
  const text = `${placed}components: { schemas: { Pets: { type: array, items: { type: string }, x-source: '1' } } }\n`;
  writeFiles(folder, { 'spec/openapi.yaml': text });
  const { code, errors } = await runIn(folder, [
    ...['gaps', 'add', 'one', '--at', place, '--kind', kind, '--question', 'Which?', '--source', '1'],
  ]);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(hint) });
  expect(read(folder, 'spec/openapi.yaml')).toBe(text);
});

describe('gaps amend', () => {
  const amend = ['gaps', 'amend', 'order', '--question', 'In which order: by date?', '--owner', 'API team'] as const;
  const known = ['--known', 'newest first', '--known', 'by date'] as const;

  test('changes and adds fields of an open gap, and nothing else', async () => {
    const folder = open();
    await run(folder, [...stated, '--known', 'by date', '--since', '2026-01-31']);
    const before = read(folder, 'spec/openapi.yaml');
    await run(folder, [...amend, ...known]);
    expect(read(folder, 'spec/openapi.yaml')).toBe(
      before
        .replace('question: In which order?', 'question: "In which order: by date?"')
        .replace('known:\n            - by date\n', 'known:\n            [ newest first, by date ]\n')
        .concat('          owner: API team\n'),
    );
    expect(read(folder, 'generated/not-shown.json')).toContain('"question": "In which order: by date?"');
    expect(await run(folder, [...amend, ...known])).toContain('nothing to change in the description');
  });

  test('writes the new fields into an overlay', async () => {
    const folder = open();
    await run(folder, stated);
    const before = read(folder, 'spec/openapi.yaml');
    await run(folder, [...amend, ...known, '--overlay', 'spec/changes.yaml']);
    expect(read(folder, 'spec/openapi.yaml')).toBe(before);
    const [gap] = JSON.parse(read(folder, 'generated/not-shown.json')).items;
    expect(gap).toMatchObject({ question: 'In which order: by date?', owner: 'API team', since: today });
    expect(gap.known).toEqual(['newest first', 'by date']);
  });

  test.each([
    [['gaps', 'amend', 'ordr', '--owner', 'me'], "there is no gap 'ordr'\n  hint: did you mean 'order'?"],
    [['gaps', 'amend', '--owner', 'me'], 'needs the id of a gap'],
    [['gaps', 'amend', 'order'], 'error gap-unchanged'],
    [['gaps', 'amend', 'order', '--issue', 'ticket 7'], 'is not a URL'],
    [['gaps', 'amend', 'order', '--kind', 'policy'], 'flag-not-here'],
  ])('is refused, and nothing is written: %j', async (argv, message) => {
    const folder = open();
    await run(folder, stated);
    const before = read(folder, 'spec/openapi.yaml');
    const { code, errors } = await runIn(folder, argv);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining(message) });
    expect(read(folder, 'spec/openapi.yaml')).toBe(before);
  });
});

// Starts a process on a pseudo-terminal.
test('on a terminal, a person types the answers and is asked again after a wrong one', async () => {
  const folder = open();
  const { code, text } = await runOnTerminal(
    folder,
    ['gaps', 'add', '--source', 'Guide, 4.2', '--spec', 'spec/openapi.yaml'],
    [
      ['What is the gap about?', 'listPets'],
      ['Which kind of gap is it?', 'conduct'],
      ['Which kind of gap is it?', 'behaviour'],
      ['What is the question', 'In which order?'],
      ['Which id should it have?', 'order'],
    ],
  );
  expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('+        - id: order') });
  expect(read(folder, 'spec/openapi.yaml')).toMatch(
    /- id: order\n {10}kind: behaviour\n {10}question: In which order\?\n/,
  );
});

// Starts a process on a pseudo-terminal.
test('Ctrl+C prints the command with what was typed', async () => {
  const folder = open();
  const { text } = await runOnTerminal(
    folder,
    ['gaps', 'add', '--spec', 'spec/openapi.yaml'],
    [
      ['What is the gap about?', 'listPets'],
      ['Kind:', '\u0003'],
    ],
  );
  expect(text).toContain('to continue later: lacuna gaps add --at listPets --spec spec/openapi.yaml');
  expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
});

test('under a filter, a gap must fit the whole description', async () => {
  const own = `x-not-shown: [{ id: order, kind: behaviour, question: Which?, source: '1' }]`;
  const cats = `  /cats: { get: { operationId: listCats, x-source: '1', ${own}, responses: { '204': { description: ok, x-source: '1' } } } }\n`;
  const folder = makeFolder({ 'spec/openapi.yaml': spec + cats, 'spec/pet.json': pet });
  const generate = ['generate', '--out', 'api', '--only', 'types', '--spec', 'spec/openapi.yaml'];
  await run(folder, [...generate, '--include', 'ids=listPets']);
  const { code, errors } = await runIn(folder, [...stated, '--out', 'api']);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("'order' is already defined at") });
  expect(read(folder, 'spec/openapi.yaml')).toBe(spec + cats);
  const omitted = ['gaps', 'add', 'cats', '--at', 'listCats', '--kind', 'policy', '--question', 'Q?', '--source', '1'];
  expect(await run(folder, [...omitted, '--out', 'api'])).toContain('{ id: cats, kind: policy,');
});
