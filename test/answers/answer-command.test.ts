import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeFolder, writeFiles } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** `lacuna gaps answer`, with files of several kinds. */
const spec = `openapi: 3.1.1
info: { title: Pets, version: '1' }
servers: [{ url: 'https://api.invalid' }]
paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      parameters:
        - name: <from date>
          in: query
          schema: { type: string }
          x-not-shown: [{ id: from-name, kind: parameter-name, question: Which name?, source: '1' }]
      responses:
        '200': { description: ok, x-source: '1', content: { application/json: { schema: { $ref: 'pet.yaml#/Pet' } } } }
`;
const pet = `# the pet
Pet:
  x-source: '1'
  x-not-shown: [{ id: pet-shape, kind: shape, question: Which shape?, source: '1' }]
`;

function open(): string {
  const folder = makeFolder({
    'spec/openapi.yaml': spec,
    'spec/pet.yaml': `\ufeff${pet.replaceAll('\n', '\r\n')}`,
    'shape.yaml': 'type: object\nproperties: { name: { type: string } }\n',
    'long.yaml': 'type: integer\nmaximum: 9007199254740993\n',
  });
  return folder;
}

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const answerName = ['gaps', 'answer', 'from-name', '--name', 'from', '--source', 'mail'] as const;
const answerShape = ['gaps', 'answer', 'pet-shape', '--file', 'shape.yaml', '--source', 'mail'] as const;

async function run(folder: string, ...argv: readonly string[]): Promise<string> {
  const { code, printed } = await runIn(folder, argv);
  expect({ code, printed }).toEqual({ code: 0, printed });
  return printed;
}

const twice = `openapi: 3.1.1
info: { title: Pets, version: '1' }
servers: [{ url: 'https://api.invalid' }]
paths:
  /pets:
    get:
      operationId: listPets
      x-source: '1'
      x-not-shown: [{ id: order, kind: behaviour, question: Which order?, source: '1' }]
      responses: { '204': { description: ok, x-source: '1' } }
  /cats:
    get:
      operationId: listCats
      x-source: '1'
      x-not-shown: [order]
      responses: { '204': { description: ok, x-source: '1' } }
`;
const answerOrder = ['gaps', 'answer', 'order', '--text', 'By date.', '--source', 'mail'] as const;

describe('an answer to a gap that a filter omits in part', () => {
  const select = (id: string): object => ({ spec: 'pets.yaml', out: id, only: ['types'], include: { ids: [id] } });

  test('changes the description once for all its outputs, and generates each of them', async () => {
    const folder = makeFolder({
      'pets.yaml': twice,
      'lacuna.config.json': JSON.stringify({ apis: { pets: select('listPets'), cats: select('listCats') } }),
    });
    await run(folder, 'generate');
    const isOpen = (out: string): boolean => read(folder, `${out}/lacuna.json`).includes('"openGaps"');
    expect([isOpen('listPets'), isOpen('listCats')]).toEqual([true, true]);
    const shown = await run(folder, ...answerOrder, '--dry-run');
    expect(shown.split('\n').filter((line) => line === '+++ pets.yaml')).toEqual(['+++ pets.yaml']);
    expect(shown).not.toMatch(/files? written/);
    await run(folder, ...answerOrder);
    expect(read(folder, 'pets.yaml')).not.toContain('x-not-shown');
    expect([isOpen('listPets'), isOpen('listCats')]).toEqual([false, false]);
  });

  test('in an overlay that all outputs share is written once for all of them', async () => {
    const overlay = 'answers.yaml';
    const apis = { pets: { ...select('listPets'), overlay }, cats: { ...select('listCats'), overlay } };
    const folder = makeFolder({
      'pets.yaml': twice,
      'lacuna.config.json': JSON.stringify({ apis }),
    });
    await run(folder, ...answerOrder);
    const isOpen = (out: string): boolean => read(folder, `${out}/lacuna.json`).includes('"openGaps"');
    expect([isOpen('listPets'), isOpen('listCats')]).toEqual([false, false]);
    expect(read(folder, overlay).split('answer: By date.')).toHaveLength(2);
  });

  test('is written at all its places in an overlay', async () => {
    const folder = makeFolder({ 'pets.yaml': twice });
    await run(
      folder,
      'generate',
      '--spec',
      'pets.yaml',
      '--out',
      'api',
      '--include',
      'ids=listCats',
      '--only',
      'types',
    );
    await run(folder, ...answerOrder, '--out', 'api', '--overlay', 'answers.yaml');
    expect(read(folder, 'pets.yaml')).toBe(twice);
    await run(folder, 'generate', '--spec', 'pets.yaml', '--out', 'all', '--overlay', 'answers.yaml');
    expect(read(folder, 'all/lacuna.json')).not.toContain('"openGaps"');
  });
});

describe('a configuration of several descriptions', () => {
  const describeGaps = (title: string, ...ids: readonly string[]): string =>
    `${twice.slice(0, twice.indexOf('  /pets:'))}  /${title}:
    get: { operationId: list, x-source: '1', responses: { '204': { description: ok, x-source: '1' } } }
x-not-shown: [${ids.map((id) => `{ id: ${id}, kind: policy, question: Which?, source: '1' }`).join(', ')}]
`;

  function openShops(): string {
    const apis = Object.fromEntries(
      ['pets', 'cats', 'dogs'].map((name) => [name, { spec: `${name === 'dogs' ? 'cats' : name}.yaml`, out: name }]),
    );
    return makeFolder({
      'pets.yaml': describeGaps('pets', 'both', 'own'),
      'cats.yaml': describeGaps('cats', 'both', 'other'),
      'lacuna.config.json': JSON.stringify({ only: ['types'], apis }),
    });
  }

  const answer = (id: string, ...flags: readonly string[]): readonly string[] => [
    ...['gaps', 'answer', id, '--text', 'Yes.', '--source', 'mail', ...flags],
  ];
  const add = (id: string, at: string, ...flags: readonly string[]): readonly string[] => [
    ...['gaps', 'add', id, '--at', at, '--kind', 'policy', '--question', 'Why?', '--source', '2', ...flags],
  ];
  const list = (folder: string): readonly string[] => [read(folder, 'pets.yaml'), read(folder, 'cats.yaml')];

  test.each([
    [answer('both'), "several descriptions have 'both': pets, cats, dogs"],
    [
      answer('both', '--description', 'pet'),
      "the configuration has no description 'pet'\n  hint: did you mean 'pets'?",
    ],
    [answer('bot'), "there is no gap 'bot'\n  hint: did you mean 'both'?"],
    [answer('other', '--description', 'pets'), "there is no gap 'other'"],
    [add('more', '#/info'), "several descriptions have '#/info': pets, cats, dogs"],
    [add('more', '/cat'), "no operation or place '/cat'"],
    [['gaps', 'show', 'both', 'own'], "several descriptions have 'both': pets, cats, dogs"],
    [['gaps', 'show', 'own', '--description', 'none'], "no description 'none'"],
    [['gaps', 'uses', '--description', 'none'], "no description 'none'"],
    [['gaps', 'settle', '--description', 'none'], "no description 'none'"],
    [['gaps', 'settle', 'both'], "several descriptions have 'both': pets, cats, dogs"],
  ])('is not edited without a choice, or with a wrong one: %j', async (argv, message) => {
    const folder = openShops();
    const before = list(folder);
    const { code, errors } = await runIn(folder, argv);
    expect({ code, errors, count: errors.split('error ').length - 1 }).toEqual({
      code: 2,
      errors: expect.stringContaining(message),
      count: 1,
    });
    expect(list(folder)).toEqual(before);
  });

  test.each([
    [answer('own'), 'pets'],
    [answer('other'), 'cats'],
    [answer('both', '--description', 'pets'), 'pets'],
    [answer('both', '--description', 'dogs'), 'cats'],
    [add('more', '#/paths/~1cats/get'), 'cats'],
    [add('more', '#/info', '--description', 'pets'), 'pets'],
  ])('is edited where the gap or the place is, with all outputs: %j', async (argv, edited) => {
    const folder = openShops();
    const [pets, cats] = list(folder);
    expect(await run(folder, ...argv)).toContain(`+++ ${edited}.yaml\n`);
    const [nowPets, nowCats] = list(folder);
    expect([nowPets !== pets, nowCats !== cats]).toEqual([edited === 'pets', edited === 'cats']);
    const outputs = ['pets', 'cats', 'dogs'].filter((name) => existsSync(join(folder, name)));
    expect(outputs).toEqual(edited === 'pets' ? ['pets'] : ['cats', 'dogs']);
  });

  test('shows each gap of the descriptions that have it', async () => {
    const folder = openShops();
    const shown = await run(folder, 'gaps', 'show', 'own', 'other', '--format', 'json');
    const found = JSON.parse(shown).descriptions.map(
      ({ name, listed }: { name: string; listed: readonly { id: string }[] }) => [name, listed.map(({ id }) => id)],
    );
    expect(found).toEqual([
      ['pets', ['own']],
      ['cats', ['other']],
      ['dogs', ['other']],
    ]);
  });

  test('with a description that has errors is edited only if a flag chooses another one', async () => {
    const folder = openShops();
    writeFiles(folder, { 'cats.yaml': 'swagger: 2.0\n' });
    const { code, errors } = await runIn(folder, answer('own'));
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("whether 'cats' has 'own'") });
    expect(read(folder, 'pets.yaml')).toContain('id: own');
    await run(folder, ...answer('own', '--description', 'pets'));
  });

  test('has several overlays, one of which a flag names', async () => {
    const folder = openShops();
    const apis = { pets: { spec: 'pets.yaml', overlay: 'pets-answers.yaml' }, cats: { spec: 'cats.yaml' } };
    writeFiles(folder, { 'lacuna.config.json': JSON.stringify({ only: ['types'], apis }) });
    await run(folder, ...answer('both', '--overlay', 'pets-answers.yaml'));
    expect(read(folder, 'pets-answers.yaml')).toContain('x-resolves: both');
  });
});

test('a description that no configuration names cannot be chosen', async () => {
  const folder = open();
  const { code, errors } = await runIn(folder, [
    'gaps',
    'uses',
    '--spec',
    'spec/openapi.yaml',
    '--description',
    'pets',
  ]);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("no description 'pets'") });
});

describe('an answer', () => {
  test('in an overlay for a gap of another file is refused, with the flag that writes the description', async () => {
    const folder = open();
    writeFiles(folder, { 'lacuna.config.json': '{ "spec": "spec/openapi.yaml", "overlay": "spec/answers.yaml" }' });
    await run(folder, ...answerName);
    const { errors } = await runIn(folder, [...answerShape]);
    expect(errors).toContain('hint: to edit the description instead of the overlay, add --overlay none');
    expect(await run(folder, ...answerShape, '--overlay', 'none')).not.toContain('record-differs');
  });

  const grades = `openapi: 3.1.1
info: { title: Grades, version: '1' }
servers: [{ url: 'https://api.invalid' }]
paths:
  /grades:
    get:
      operationId: listGrades
      x-source: '1'
      responses:
        2XX:
          description: ok
          x-source: '1'
          x-not-shown:
            - { id: pages, kind: header, question: Which?, source: '1' }
            - { id: status, kind: status-code, question: Which?, source: '1' }
components:
  schemas:
    Grade: { type: integer, enum: [1], x-source: '1', x-not-shown: [{ id: grades, kind: values, question: Which?, source: '1' }] }
    Mark: { type: integer, x-source: '1', x-not-shown: [{ id: marks, kind: values, question: Which?, source: '1' }] }
    Step: { type: integer, x-source: '1', x-not-shown: [{ id: steps, kind: values, question: Which?, source: '1', known: ['3', '4'] }] }
    Level: { type: string, x-source: '1', x-not-shown: [{ id: levels, kind: values, question: Which?, source: '1', known: [low, mid or high] }] }
    Size: { type: string, x-source: '1', x-not-shown: [{ id: sizes, kind: values, question: Which?, source: '1', known: small or large }] }
    Report: { description: A report, x-source: '1', x-not-shown: [{ id: report, kind: shape, question: Which?, source: '1' }] }
`;

  test.each([
    [['pages', '--file', 'header.yaml'], "the header 'Pages' in the file lacks 'schema'", 'correct the file of --file'],
    [['pages', '--file', 'list.yaml'], 'the file contains no object', 'correct the file of --file'],
    [['report', '--file', 'header.yaml'], 'Pages', undefined],
    [['report', '--file', 'other.yaml'], "a different 'description' here", 'correct the file of --file'],
    [['report', '--file', 'same.yaml'], "x-source: '1', type: object }", undefined],
    [['grades', '--values', '2,x'], "'x' is not a value of type 'integer'", 'correct the value of --values'],
    [['grades', '--values', '2.5'], "'2.5' is not a value of type 'integer'", 'correct the value of --values'],
    [['marks', '--complete'], 'the known values are not in', 'answer it by hand'],
    [['marks', '--values', '1,2'], 'enum: [ 1, 2 ]', undefined],
    [['steps', '--values', '5,4'], 'enum: [ 3, 4, 5 ]', undefined],
    [['steps', '--complete'], 'enum: [ 3, 4 ]', undefined],
    [['steps', '--values', '5', '--overlay', 'spec/o.yaml'], '+        - 3\n+        - 4\n+        - 5\n', undefined],
    [
      ['levels', '--values', 'top'],
      "--values must contain every value, also 'low', because 'known' has other",
      'correct the value of --values',
    ],
    [['levels', '--complete', '--overlay', 'spec/o.yaml'], "'mid or high'", 'correct the value of --values'],
    [['levels', '--values', 'low,mid,high'], 'enum: [ low, mid, high ]', undefined],
    [['sizes', '--values', 'tiny'], "'known' has other texts: 'small", 'correct the value of --values'],
    [['sizes', '--values', 'tiny,small,large'], 'enum: [ tiny, small, large ]', undefined],
    [['status', '--status', '404'], "'404' is not one status code of '2XX'", 'correct the value of --status'],
    [['status', '--status', '2XX'], "'2XX' is not one status code of '2XX'", 'correct the value of --status'],
    [['status', '--status', '204'], '+        "204":', undefined],
    [['pages', '--file', 'none.yaml'], 'cannot be read', 'relative to the current folder'],
    [['pages', '--file', 'broken.yaml'], 'broken.yaml:1:5: error yaml-syntax', ''],
    [['pages', '--file', 'latin.yaml'], 'latin.yaml:1:6: error invalid-bytes', 'save the file as UTF-8'],
    [['pages', '--file', 'two.yaml'], 'two.yaml:2:1: error several-documents', 'put each document into its own file'],
    [['pages', '--file', 'empty.yaml'], 'empty.yaml:1:1: error empty-file', ''],
  ])('is compared with its gap: %s', async (argv, message, hint) => {
    const folder = makeFolder({
      'spec/openapi.yaml': grades,
      'header.yaml': 'Pages: { description: How many }',
      'list.yaml': '- Pages',
      'other.yaml': 'description: Another one',
      'same.yaml': 'description: A report\ntype: object',
      'broken.yaml': 'a: [',
      'latin.yaml': Buffer.from('Pages\xe9: {}', 'latin1'),
      'two.yaml': 'Pages: { schema: { type: integer } }\n---\nLast: { schema: { type: integer } }\n',
      'empty.yaml': '',
    });
    const ran = await runIn(folder, ['gaps', 'answer', ...argv, '--source', 'mail', '--dry-run']);
    expect(ran.errors).toContain(hint ?? '');
    expect({ code: ran.code, errors: ran.errors }).toMatchObject({ code: hint === undefined ? 0 : 2 });
    // The report breaks long lines.
    expect((ran.printed + ran.errors).replace(/\n {4}/g, ' ')).toContain(message);
  });

  test('is written into the description and generated, and code keeps the identifier of the parameter', async () => {
    const folder = open();
    await run(folder, 'generate');
    const printed = await run(folder, ...answerName);
    expect(printed).toContain('-        - name: <from date>\n+        - name: from\n');
    expect(printed).toContain('answered since the last run: from-name\n');
    expect(read(folder, 'spec/openapi.yaml')).toContain('          x-identifier: fromDate\n');
    expect(read(folder, 'generated/client/list-pets.ts')).toMatch(/fromDate\?: string/);
    expect(read(folder, 'generated/client/list-pets.ts')).toContain("'from'");
    // An interrupted run can have given the same answer.
    expect(await run(folder, ...answerName)).toContain('nothing to change in the description');
    const { code, errors } = await runIn(folder, [
      'gaps',
      'answer',
      'from-name',
      '--name',
      'since',
      '--source',
      'mail',
    ]);
    expect({ code, errors }).toEqual({
      code: 2,
      errors:
        "error gap-unknown: the gap 'from-name' is no longer open; its answer: from\n  hint: to answer it again, restore the description from version control\n",
    });
  });

  test('is written into the file that has the gap, with its byte order mark and line ends', async () => {
    const folder = open();
    await run(folder, 'generate');
    await run(folder, ...answerShape);
    expect(read(folder, 'spec/pet.yaml')).toBe(
      "\ufeff# the pet\r\nPet:\r\n  x-source: '1'\r\n  type: object\r\n  properties:\r\n    name:\r\n      type: string\r\n",
    );
  });

  test('stays in ledger and reference with its question', async () => {
    const folder = open();
    await run(folder, ...answerName, '--only', 'reference,not-shown');
    expect(read(folder, 'generated/not-shown.md')).toContain('| from-name | Which name? | from | mail |');
    const page = read(folder, 'generated/reference/article.html');
    expect(page).toMatch(/from-name<\/code> Which name\? <b>from<\/b> <i>\(mail, \d{4}-/);
  });

  test('replaces the text of its object with --replace, and is added to it without', async () => {
    const text = grades.replace(
      "x-source: '1'\n      responses",
      `x-source: '1'
      description: |
        Lists grades,
        perhaps sorted.
      x-not-shown: [{ id: order, kind: behaviour, question: Which order?, source: '1' }]
      responses`,
    );
    const answer = ['gaps', 'answer', 'order', '--text', 'Sorted by name.', '--source', 'mail'] as const;
    const folder = makeFolder({ 'spec/openapi.yaml': text });
    expect(await run(folder, ...answer, '--dry-run')).toContain('+        Sorted by name.\n');
    expect(await run(folder, ...answer, '--replace')).toContain('+      description: Sorted by name.\n');
    expect(read(folder, 'spec/openapi.yaml')).not.toContain('perhaps sorted');
  });

  test('does not change the record of an earlier version, and says so', async () => {
    const folder = open();
    writeFiles(folder, { 'spec/lacuna.answers.json': '{}' });
    const { code, errors } = await runIn(folder, answerName);
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining("'spec/lacuna.answers.json'") });
    expect(read(folder, 'spec/lacuna.answers.json')).toBe('{}');
  });

  test('is only shown with --dry-run', async () => {
    const folder = open();
    expect(await run(folder, ...answerName, '--dry-run')).toContain('+        - name: from\n');
    expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
    expect(existsSync(join(folder, 'generated'))).toBe(false);
  });

  test('is refused, and nothing is written, if the description would then have an error', async () => {
    const folder = open();
    writeFiles(folder, { 'shape.yaml': "type: object\n$ref: '#/components/schemas/None'\n" });
    const { code, errors } = await runIn(folder, answerShape);
    expect(code).toBe(2);
    expect(errors).toContain("spec/pet.yaml:3:3: error answer-does-not-fit: with this answer to 'pet-shape'");
    expect(read(folder, 'spec/pet.yaml')).toBe(`\ufeff${pet.replaceAll('\n', '\r\n')}`);
  });

  test.each([
    [['from-name', '--text', 'from'], 'answer-form', 'answer with --name NAME'],
    [['from-name', '--name', 'from'], 'answer-without-source', '--source'],
    [['from-nam', '--name', 'from'], 'gap-unknown', "did you mean 'from-name'?"],
    [['pet-shape', '--file', 'none.yaml'], 'answer-file', 'none.yaml'],
    [['pet-shape', '--file', 'long.yaml'], 'number-not-held', 'long.yaml:2:10'],
    [['pet-shape', '--file', 'spec/openapi.yaml', '--complete'], 'answer-form', '--file FILE'],
    [['pet-shape', '--file', 'shape.yaml', '--replace'], 'answer-form', '--file FILE'],
    [['from-name', 'more', '--name', 'from'], 'unexpected-argument', 'more'],
  ])('%s is refused: %s', async (argv, code, hint) => {
    const folder = open();
    const source = code === 'answer-without-source' ? [] : ['--source', 'mail'];
    const { code: exitCode, errors } = await runIn(folder, ['gaps', 'answer', ...argv, ...source]);
    expect(exitCode).toBe(2);
    expect(errors).toContain(`error ${code}:`);
    expect(errors).toContain(hint);
    expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
  });

  test.each([
    [...answerName],
    ['gaps', 'add', 'order', '--at', 'listPets', '--kind', 'behaviour', '--question', 'Which?', '--source', '1'],
  ])('%s %s is refused for standard input', async (...argv) => {
    const folder = open();
    const { code, errors } = await runIn(folder, [...argv, '--spec', '-']);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('error edit-of-input') });
    expect(errors).toContain('name the file of the description with --spec');
  });

  test('behind an alias is refused', async () => {
    const folder = open();
    const tail = "        '200':";
    const aliased = spec
      .replace(/ {8}'200': .*\n/, `${tail} *ok\n`)
      .replace(
        'paths:',
        "x-ok: &ok\n  description: ok\n  x-source: '1'\n  x-not-shown: [{ id: ok-header, kind: header, question: Which?, source: '1' }]\npaths:",
      );
    writeFiles(folder, { 'spec/openapi.yaml': aliased });
    const { code, errors } = await runIn(folder, ['gaps', 'answer', 'ok-header', '--complete', '--source', 'mail']);
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('error answer-not-written') });
    expect(errors).toContain('the place is reached through an alias');
    expect(read(folder, 'spec/openapi.yaml')).toBe(aliased);
  });
});

describe('answers from a file', () => {
  const yaml = `- id: from-name
  name: from
  source: mail
- id: pet-shape
  content: { type: object, required: [age], properties: { age: { type: integer }, name: { type: string } } }
  source: mail, second page
  date: 2026-01-31
`;
  const csv = `id,name,file,source,date\r\nfrom-name,from,,mail,\r\npet-shape,,../shape.yaml,"mail, ""second""\r\npage",2026-01-31\r\n`;

  test.each([
    ['answers.yaml', yaml, 'mail, second page'],
    ['answers.json', JSON.stringify(parse(yaml)), 'mail, second page'],
    ['answers.csv', csv, 'mail, "second"\r\npage'],
  ])('%s are all written', async (name, text, source) => {
    const folder = open();
    writeFiles(folder, { [`in/${name}`]: text });
    const shown = await run(folder, 'gaps', 'answer', '--from', `in/${name}`, '--dry-run');
    expect(shown).toContain('+++ spec/pet.yaml\n');
    expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
    await run(folder, 'gaps', 'answer', '--from', `in/${name}`);
    expect(read(folder, 'spec/pet.yaml')).toContain('type: object');
    const { items, resolved } = JSON.parse(read(folder, 'generated/not-shown.json'));
    expect({ items, resolved }).toMatchObject({
      items: [],
      resolved: [
        { id: 'from-name', answer: 'from', source: 'mail', date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        { id: 'pet-shape', source, date: '2026-01-31' },
      ],
    });
    expect(read(folder, 'generated/client/list-pets.ts')).toMatch(/fromDate\?: string/);
    // The same file again changes nothing.
    expect(await run(folder, 'gaps', 'answer', '--from', `in/${name}`)).toContain('nothing to change');
  });

  test('are written into an overlay, each with its id', async () => {
    const folder = makeFolder({
      'pets.yaml': twice.replace("'1' }]", "'1' }, { id: limit, kind: policy, question: Which?, source: '1' }]"),
      'answers.csv': 'id,text,source\norder,By date.,mail\nlimit,None.,mail\n',
    });
    await run(folder, 'gaps', 'answer', '--from', 'answers.csv', '--spec', 'pets.yaml', '--overlay', 'o.yaml');
    const { actions } = parse(read(folder, 'o.yaml'));
    expect(new Set(actions.map((action: object) => Reflect.get(action, 'x-resolves')))).toEqual(
      new Set(['order', 'limit']),
    );
    expect(JSON.parse(read(folder, 'generated/not-shown.json')).items).toEqual([]);
  });

  const first = '- { id: from-name, name: from, source: mail }\n';
  test.each([
    ['a.yaml', `${first}- { id: pet-shape, text: no, source: mail }\n`, ['a.yaml:2:3: error answer-form']],
    [
      'a.yaml',
      `${first}- { id: pet-shap, file: ../shape.yaml, source: m }\n`,
      ["a.yaml:2:3: error gap-unknown: there is no gap 'pet-shap'"],
    ],
    [
      'a.yaml',
      `${first.replace('name:', 'nam:')}- { id: pet-shape, file: ../shape.yaml }\n- { source: 3 }\n- one\n`,
      [
        "a.yaml:1:3: error answer-row: this answer has the unknown field 'nam'",
        "a.yaml:2:3: error answer-row: this answer lacks 'source'",
        "a.yaml:3:3: error answer-row: this answer lacks 'id'",
        "a.yaml:4:3: error answer-row: this answer lacks 'id'",
      ],
    ],
    [
      'a.yaml',
      '- { id: from-name, name: 5, source: mail }\n- { id: pet-shape, complete: no, source: m }\n',
      [
        "1:3: error answer-row: this answer has a wrong value of 'name'",
        "2:3: error answer-row: this answer has a wrong value of 'complete'",
      ],
    ],
    [
      'a.yaml',
      `${first}${first.replace('name: from', 'name: to')}`,
      ["a.yaml:2:3: error gap-unknown: the gap 'from-name' is no longer open"],
    ],
    ['a.yaml', 'from-name: from\n', ['a.yaml:1:1: error answer-row: this file does not contain a list of answers']],
    [
      'a.yaml',
      `${first}- { id: pet-shape, content: { maximum: 9007199254740993 }, source: m }\n`,
      ['a.yaml:2:40: error number-not-held'],
    ],
    [
      'a.csv',
      'id,name,source\n"from-name",from,mail\n\npet-shape,x\n',
      ['a.csv:4:1: error answer-row: this answer has 2 fields instead of 3'],
    ],
    ['a.csv', 'id,file,source\npet-shape,a"b,"m\n', ['a.csv:2:1: error answer-row: this answer has a quote']],
    [
      'a.csv',
      'id,text,source\nfrom-name,"a\nb",mail\npet-shape,yes,mail\n',
      ['a.csv:2:1: error answer-form', 'a.csv:4:1: error answer-form'],
    ],
    ['none.csv', undefined, ["the file 'in/none.csv' cannot be read: it does not exist"]],
  ])('%s with mistakes change nothing, and each mistake is reported at its line: %s', async (name, text, messages) => {
    const folder = open();
    if (text !== undefined) writeFiles(folder, { [`in/${name}`]: text });
    const { code, errors } = await runIn(folder, ['gaps', 'answer', '--from', `in/${name}`]);
    expect({ code, count: errors.split(' error ').length + errors.split('\nerror ').length - 2 }).toMatchObject({
      code: 2,
    });
    for (const message of messages) expect(errors).toContain(message);
    expect(read(folder, 'spec/openapi.yaml')).toBe(spec);
    expect(read(folder, 'spec/pet.yaml')).toContain('pet-shape');
  });

  test.each([
    [['--text', 'no'], 'flags-exclude'],
    [['from-name'], 'unexpected-argument'],
  ])('exclude the flags of one answer: %j', async (argv, code) => {
    const folder = open();
    writeFiles(folder, { 'a.yaml': first });
    expect((await runIn(folder, ['gaps', 'answer', ...argv, '--from', 'a.yaml'])).errors).toContain(`error ${code}`);
  });
});

test('answers from a file need one of several descriptions', async () => {
  const apis = { pets: { spec: 'pets.yaml', out: 'a' }, cats: { spec: 'cats.yaml', out: 'b' } };
  const folder = makeFolder({
    'pets.yaml': twice,
    'cats.yaml': twice,
    'lacuna.config.json': JSON.stringify({ only: ['types'], apis }),
    'a.csv': 'id,text,source\norder,By date.,mail\n',
  });
  const { code, errors } = await runIn(folder, ['gaps', 'answer', '--from', 'a.csv']);
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining("'--from' needs one description") });
  await run(folder, 'gaps', 'answer', '--from', 'a.csv', '--description', 'pets');
  expect([read(folder, 'pets.yaml'), read(folder, 'cats.yaml')].map((text) => text === twice)).toEqual([false, true]);
});

describe('the presence of fields', () => {
  const shop = `openapi: 3.1.1
info: { title: Shop, version: '1' }
servers: [{ url: 'https://api.invalid' }]
x-not-shown: [{ id: absent, kind: presence, question: Which?, source: '1' }]
paths:
  /orders:
    get:
      operationId: listOrders
      x-source: '1'
      responses: { '200': { description: ok, x-source: '1', content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } }
    post:
      operationId: addOrder
      x-source: '1'
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewOrder' } } } }
      responses: { '201': { description: ok, x-source: '1', content: { application/json: { schema: { $ref: '#/components/schemas/NewOrder' } } } } }
components:
  schemas:
    Order:
      x-source: '1'
      type: object
      required:
        - note # perhaps
        - id # always
      not: { properties: { gone: { type: string } } }
      properties:
        id: { type: string }
        note: { type: string }
        pin: { type: string, writeOnly: true }
        town: { type: object, properties: { name: { type: string }, zip: { type: string } } }
    NewOrder: { x-source: '1', type: object, required: [name], properties: { name: { type: string }, size: { type: string } } }
`;
  const order = '#/components/schemas/Order/properties';
  const answer = (file: string, ...more: readonly string[]): readonly string[] => [
    ...['gaps', 'answer', 'absent', '--file', file, '--source', 'mail', '--spec', 'shop.yaml', ...more],
  ];

  test.each([[[]], [['--overlay', 'o.yaml']]])(
    'is answered by a list of the properties that can be absent %j',
    async (more) => {
      const absent = [
        `${order}/note`,
        'listOrders/responses/200/content/application/json/schema/items/properties/town/properties/zip',
      ];
      const folder = makeFolder({
        'shop.yaml': shop,
        'absent.yaml': JSON.stringify(absent.map((one) => one.replace(/^listOrders.*items.properties/, order))),
      });
      await run(folder, ...answer('absent.yaml', ...more), '--only', 'types,not-shown,description');
      const { components, 'x-resolved': resolved } = JSON.parse(read(folder, 'generated/openapi.json'));
      const { Order, NewOrder } = components.schemas;
      expect(Order.required).toEqual(['id', 'town']);
      expect(Order.properties.town.required).toEqual(['name']);
      expect(Order.not).toEqual({ properties: { gone: { type: 'string' } } });
      expect(NewOrder.required).toEqual(['name']);
      expect(resolved[0].answer).toBe(`only these can be absent: ${order}/note, ${order}/town/properties/zip`);
      expect(read(folder, 'generated/types/order.ts')).toMatch(/id: string;\n {2}note\?: string;/);
      if (more.length === 0)
        expect(read(folder, 'shop.yaml')).toContain('      required:\n        - id # always\n        - town\n');
    },
  );

  test.each([
    ['no.yaml', "['#/components/schemas/Order/properties/nte']", "nte' is not a property in a response"],
    ['no.yaml', '[listOrders]', "'listOrders' is not a property in a response"],
    ['no.yaml', '{ a: 1 }', 'the file contains no list of properties'],
    ['no.yaml', "['#/components/schemas/NewOrder/properties/name']", 'describe the response with a schema of its own'],
  ])('cannot be answered by another file: %s %s', async (name, text, message) => {
    const folder = makeFolder({ 'shop.yaml': shop, [name]: text });
    const { code, errors } = await runIn(folder, answer(name));
    expect({ code, errors: errors.replace(/\n {4}/g, ' ') }).toEqual({
      code: 2,
      errors: expect.stringContaining(message),
    });
    expect(read(folder, 'shop.yaml')).toBe(shop);
  });
});
