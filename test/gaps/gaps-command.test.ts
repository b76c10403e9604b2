import { describe, expect, test } from 'vitest';
import { makeFolder } from '../make-folder.js';
import { runIn } from '../scaffold/run-scaffold.js';

/** The output of `lacuna gaps`, for people and for programs. */
const spec = `openapi: 3.1.1
info:
  title: Shop
  version: '1'
  x-not-shown:
    - { id: rate-limit, kind: policy, question: How many calls are allowed?, source: '8', owner: Platform, x-priority: 1 }
servers: [{ url: 'https://api.invalid' }]
paths:
  /orders:
    get:
      operationId: listOrders
      x-source: '4'
      responses:
        '200':
          description: Orders
          content:
            application/json:
              schema:
                x-not-shown:
                  - id: list-orders-response
                    kind: shape
                    question: What shape does the response have?
                    source: Guide, 4
                    known: [it has an id]
                    owner: Orders
                    issue: https://example.com/7
                    since: '2026-01-31'
    post:
      x-source: '4'
      responses: { '204': { description: Done } }
`;

async function gaps(...argv: readonly string[]): Promise<string> {
  const folder = makeFolder({ 'spec/openapi.yaml': spec });
  expect((await runIn(folder, ['generate', '--only', 'types,not-shown'])).errors).toBe('');
  const { code, printed, errors } = await runIn(folder, ['gaps', ...argv]);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return printed;
}

describe('the list', () => {
  test('has the open gaps by kind', async () => {
    expect(await gaps()).toBe(`  2 open gaps in spec/openapi.yaml

  shape (1)
    list-orders-response  What shape does the response have?

  policy (1)
    rate-limit            How many calls are allowed?
`);
  });

  test.each([
    [
      ['--by', 'owner'],
      ['  2 open gaps in spec/openapi.yaml', '  Platform (1)', '  Orders (1)'],
    ],
    [
      ['--by', 'operation'],
      ['  2 open gaps in spec/openapi.yaml', '  the API as a whole (1)', '  listOrders (1)'],
    ],
    [
      ['--kind', 'policy'],
      ['  1 of 2 open gaps in spec/openapi.yaml', '  policy (1)'],
    ],
    [
      ['--owner', 'Orders'],
      ['  1 of 2 open gaps in spec/openapi.yaml', '  shape (1)'],
    ],
    [['--operation', 'POST /orders'], ['  0 of 2 open gaps in spec/openapi.yaml']],
  ])('%s', async (argv, headings) => {
    const lines = (await gaps(...argv)).split('\n');
    expect(lines.filter((line) => /^ {2}\S/.test(line))).toEqual(headings);
  });

  test('is a message to the owner of the API', async () => {
    expect(
      await gaps('--message', '--kind', 'shape'),
    ).toBe(`We use the API "Shop", version 1. Its documentation does not answer these questions.
Could you answer those that you can? Please quote the ids.

1. What shape does the response have?
   Where the documentation stops: Guide, 4
   What we know: it has an id
   It affects: listOrders
   Id: list-orders-response
`);
  });

  test('has every field and the places in JSON', async () => {
    const { descriptions } = JSON.parse(await gaps('--format', 'json'));
    expect(descriptions[0].listed).toEqual([
      {
        id: 'rate-limit',
        kind: 'policy',
        question: 'How many calls are allowed?',
        source: '8',
        known: [],
        owner: 'Platform',
        'x-priority': 1,
        operations: [],
        affectsEvery: false,
        answer: 'state the rule in the description',
        commands: ['lacuna gaps answer rate-limit --text TEXT --source TEXT'],
        places: [{ path: 'spec/openapi.yaml', line: 3, column: 3 }],
      },
      expect.objectContaining({
        owner: 'Orders',
        issue: 'https://example.com/7',
        since: '2026-01-31',
        operations: ['listOrders'],
        places: [{ path: 'spec/openapi.yaml', line: 19, column: 17 }],
      }),
    ]);
  });

  test.each([
    ['markdown', '| `rate-limit` | policy | How many calls are allowed? |  | Platform |'],
    ['github', '::notice file=spec/openapi.yaml,line=3,col=3,title=rate-limit::How many calls are allowed?'],
    ['sarif', '"ruleId": "gap-rate-limit"'],
  ])('has a line for each gap as %s', async (format, line) => {
    expect(await gaps('--format', format)).toContain(line);
  });
});

test('one gap is shown with its places and the generated files that contain it', async () => {
  expect(await gaps('show', 'list-orders-response')).toMatch(`  list-orders-response (shape)
  What shape does the response have?

    known        it has an id
    source       Guide, 4
    owner        Orders
    issue        https://example.com/7
    since        2026-01-31
    to answer    describe it with a schema
                 lacuna gaps answer list-orders-response --file FILE --source TEXT
    affects      listOrders
    places       spec/openapi.yaml:19:17
    named in     not-shown    generated/not-shown.json: line 14
                 not-shown    generated/not-shown.md: lines 14, 21
                 types        generated/types/not-shown.ts: lines 18, 21, 35
`);
});

test.each([
  [['items', 'show', 'rate-limit'], "there is no command 'items'", "did you mean 'gaps'?"],
  [['check', '--agreed-items', 'rate-limit'], "there is no flag '--agreed-items'", "did you mean '--agreed-gaps'?"],
  [['check', '--config', 'old.json'], "'maxItems' is unknown", "did you mean 'maxGaps'?"],
  [['explain', 'item-unknown'], "no finding has the code 'item-unknown'", "did you mean 'gap-unknown'?"],
])('a name that earlier versions had is an error with the new name: %j', async (argv, problem, hint) => {
  const folder = makeFolder({ 'spec/openapi.yaml': spec, 'old.json': '{ "maxItems": { "all": 1 } }' });
  const { code, errors } = await runIn(folder, [...argv]);
  expect(code).toBe(2);
  expect(errors).toContain(problem);
  expect(errors).toContain(hint);
});
