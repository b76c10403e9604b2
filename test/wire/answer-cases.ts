import type { JsonObject } from '../../src/model/element.js';
import type { WireCase } from './wire-case.js';

const text = { type: 'string' };
const undocumented = 'undocumented';

function answerCase(
  name: string,
  cite: string,
  responses: JsonObject,
  answer: NonNullable<WireCase['answer']>,
  outcome: NonNullable<WireCase['expected']['outcome']>,
): WireCase {
  const described = Object.fromEntries(
    Object.entries(responses).map(([status, content]) => [
      status,
      { description: 'Any.', ...(content !== null && { content }) },
    ]),
  );
  return { name, cite, method: 'get', operation: { responses: described }, answer, expected: { outcome } };
}

const as = (
  type: string | undefined,
  body: string | Uint8Array | undefined,
  status = 200,
): NonNullable<WireCase['answer']> => ({
  status,
  ...(type !== undefined && { headers: { 'content-type': type } }),
  ...(body !== undefined && { body }),
});

const json = { 'application/json': { schema: {} } };
const bodies: readonly WireCase[] = [
  answerCase('JSON', 'RFC 8259; RFC 9110, 8.3', { 200: json }, as('application/json', '{"a":"ü🎈"}'), {
    status: 200,
    body: { a: 'ü🎈' },
  }),
  answerCase(
    'JSON by any case, with parameters',
    'RFC 9110, 8.3.1',
    { 200: json },
    as('Application/JSON ; charset="utf-8"', '[]'),
    { status: 200, body: [] },
  ),
  answerCase('JSON behind a byte order mark', 'RFC 8259, 8.1', { 200: json }, as('application/json', '\ufeff1'), {
    status: 200,
    body: 1,
  }),
  answerCase(
    'a JSON suffix',
    'RFC 6839, 3.1',
    { 200: { 'application/problem+json': { schema: {} } } },
    as('application/problem+json', '{"status":1}'),
    { status: 200, body: { status: 1 } },
  ),
  answerCase('text', 'RFC 2046, 4.1', { 200: { 'text/plain': { schema: text } } }, as('text/plain', 'ü'), {
    status: 200,
    body: 'ü',
  }),
  answerCase(
    'text in its charset',
    'RFC 9110, 8.3.2',
    { 200: { 'text/plain': { schema: text } } },
    as('text/plain; charset=iso-8859-1', new Uint8Array([0xfc])),
    { status: 200, body: 'ü' },
  ),
  answerCase(
    'XML as text',
    'OpenAPI, XML Object: handed through',
    { 200: { 'application/xml': { schema: text } } },
    as('application/xml', '<a/>'),
    { status: 200, body: '<a/>' },
  ),
  answerCase(
    'bytes',
    'RFC 2046, 4.5.1',
    { 200: { 'application/octet-stream': {} } },
    as('application/octet-stream', new Uint8Array([0, 255])),
    { status: 200, body: new Uint8Array([0, 255]) },
  ),
  answerCase(
    'a range of media types',
    'RFC 9110, 12.5.1',
    { 200: { 'image/*': {} } },
    as('image/png', new Uint8Array([1])),
    { status: 200, body: new Uint8Array([1]) },
  ),
  answerCase(
    'a range of suffixes',
    'OpenAPI, Response Object: content; RFC 6839, 3.1',
    { 200: { 'application/*+json': { schema: {} } } },
    as('application/vnd.a+json', '[1]'),
    { status: 200, body: [1] },
  ),
  ...[
    { 'application/json': {}, '*/*': {} },
    { 'application/*+json': {}, 'application/*': {} },
  ].map((content) =>
    answerCase(
      `no JSON, though anything but JSON may come (${Object.keys(content)})`,
      'OpenAPI, Response Object: the most specific key is applicable',
      { 200: content },
      as('*/*' in content ? 'application/json' : 'application/a+json', '{"a'),
      { status: undocumented, body: '{"a' },
    ),
  ),
  answerCase('204', 'RFC 9110, 15.3.5', { 204: null }, as(undefined, undefined, 204), { status: 204, body: undefined }),
  answerCase('an empty answer', 'OpenAPI, Response Object: no content', { 200: null }, as(undefined, ''), {
    status: 200,
    body: undefined,
  }),
  answerCase('no empty answer', 'OpenAPI, Response Object: no content', { 200: null }, as('text/plain', 'x'), {
    status: undocumented,
    body: 'x',
  }),
];

const many = { 'text/*': { schema: text }, 'text/csv': {}, ...json, 'application/octet-stream': {} };
const choices: readonly WireCase[] = (
  [
    ['application/json', '{"a":1}', 200, { a: 1 }],
    ['text/plain', '{"a":1}', 200, '{"a":1}'],
    ['text/csv', 'a,b', 200, 'a,b'],
    ['application/octet-stream', 'ab', 200, new Uint8Array([97, 98])],
    ['application/pdf', 'ab', undocumented, new Uint8Array([97, 98])],
    ['application/json-seq', '{}', undocumented, '{}'],
    ['application/json', '{"a', undocumented, '{"a'],
    ['application/problem+json', '{}', 200, {}],
    [undefined, '{}', 200, {}],
    [undefined, '{"a', undocumented, '{"a'],
  ] as const
).map(([type, body, status, read]) =>
  answerCase(
    `${type} ${body} of several media types`,
    'OpenAPI, Response Object: content; RFC 9110, 8.3',
    { 200: many },
    as(type, body),
    { status, body: read },
  ),
);

const problem = { 'application/problem+json': { schema: {} } };
const structure = { 'application/x-own': { schema: { type: 'object' } } };
const plain = { 'text/plain': { schema: text } };
const versions = { 'application/a+json; v=1': {}, 'application/a+json; v="2"': {} };
const others: readonly WireCase[] = (
  [
    // JSON and text of another type or without one, where the response describes only one such type.
    [json, 'application/vnd.a+json', '[1]', 'application/json', [1]],
    [json, 'text/json; charset=utf-8', '[1]', 'application/json', [1]],
    [json, undefined, '[1]', 'application/json', [1]],
    [problem, 'application/json', '[1]', 'application/problem+json', [1]],
    [problem, undefined, '[1]', 'application/problem+json', [1]],
    [{ 'application/*+json': {} }, 'application/json', '[1]', 'application/*+json', [1]],
    [{ ...json, ...plain }, 'application/a+json', '[1]', 'application/json', [1]],
    [{ ...json, ...plain }, undefined, '[1]', 'application/json', [1]],
    [{ ...json, ...plain }, undefined, '[1', 'text/plain', '[1'],
    [{ ...json, 'image/*': {} }, 'application/a+json', '[1]', 'application/json', [1]],
    [structure, 'application/a+json', '{}', 'application/x-own', {}],
    [{ ...json, 'image/*': {} }, undefined, '[1]', 'application/json', [1]],
    [{ ...json, 'application/*': { schema: text } }, 'application/a+json', '[1]', 'application/*', '[1]'],
    [{ 'text/event-stream': {}, ...json }, 'application/a+json', '[1]', 'application/json', [1]],
    [plain, 'text/html', '<p>', 'text/plain', '<p>'],
    [plain, 'text/html; charset=iso-8859-1', new Uint8Array([0xfc]), 'text/plain', 'ü'],
    [plain, undefined, 'ü', 'text/plain', 'ü'],
    [{ 'application/xml': {} }, 'text/xml', '<a/>', 'application/xml', '<a/>'],
    [{ 'text/csv': {}, 'application/pdf': {} }, 'text/plain', 'a', 'text/csv', 'a'],
    // Parameters of a described type.
    [{ 'application/json; charset=utf-8': {} }, 'application/json', '1', 'application/json; charset=utf-8', 1],
    [
      { 'application/json; charset=utf-8': {} },
      'Application/JSON;charset="UTF-8"',
      '1',
      'application/json; charset=utf-8',
      1,
    ],
    [{ 'image/png; a=b': {} }, 'image/png', 'p', 'image/png; a=b', new Uint8Array([112])],
    [versions, 'application/a+json;V=2;w=3', '1', 'application/a+json; v="2"', 1],
    [versions, 'application/a+json', '1', 'application/a+json; v=1', 1],
    [versions, 'application/a+json; v=3', '1', 'application/a+json; v=1', 1],
    // What cannot be read.
    [json, 'text/plain', '[1]', undefined, '[1]', 'application/json'],
    [json, 'text/html', '<p>', undefined, '<p>', 'application/json'],
    [json, 'application/json', '[1', undefined, '[1', 'application/json'],
    [structure, 'application/json-seq', '{}', undefined, '{}', 'application/x-own'],
    [json, 'application/a+json', '[1', undefined, '[1', 'application/json'],
    [json, undefined, '<p>', undefined, '<p>', 'application/json'],
    [json, 'application/json', '', undefined, '', 'application/json'],
    [
      json,
      'application/json',
      new Uint8Array([0x22, 0xfc, 0x22]),
      undefined,
      new Uint8Array([0x22, 0xfc, 0x22]),
      'UTF-8',
    ],
    [problem, undefined, '<p>', undefined, '<p>', 'application/problem+json'],
    [{ ...json, ...problem }, 'application/a+json', '1', undefined, 1, 'application/json or application/problem+json'],
    [{ ...json, ...plain }, 'image/png', 'p', undefined, new Uint8Array([112]), 'application/json or text/plain'],
    [plain, 'application/json', '"a"', undefined, 'a', 'text/plain'],
    [plain, undefined, new Uint8Array([0xfc]), undefined, new Uint8Array([0xfc]), 'UTF-8'],
    [plain, 'text/plain; charset=none', 'a', undefined, 'a', 'text/plain'],
    [{ 'application/pdf': {} }, undefined, 'a', undefined, 'a', 'application/pdf'],
    [{ 'text/event-stream': {} }, 'text/html', '<p>', undefined, '<p>', 'text/event-stream'],
    [null, 'text/plain', 'x', undefined, 'x', 'empty'],
  ] as const
).map(([content, type, body, contentType, read, needed]) =>
  answerCase(
    `${type} ${body} where ${Object.keys(content ?? {}).join() || 'nothing'} is described`,
    'RFC 9110, 8.3; RFC 6839, 3.1; RFC 8259, 8.1',
    { 200: content },
    as(type, body),
    {
      status: needed === undefined ? 200 : undocumented,
      body: read,
      contentType,
      ...(needed !== undefined && { reason: `the response 200 is not ${needed}` }),
    },
  ),
);

const all = { 404: json, '4XX': json, default: json };
const statuses: readonly WireCase[] = (
  [
    [all, 404, 404],
    [all, 409, '4XX'],
    [all, 500, 'default'],
    [{ '2XX': json, 201: json }, 201, 201],
    [{ '2XX': json, 201: json }, 202, '2XX'],
    [{ 200: json }, 201, undocumented],
    [{ 200: json }, 500, undocumented],
  ] as const
).map(([responses, code, status]) =>
  answerCase(
    `${code} of ${Object.keys(responses)}`,
    'OpenAPI, Responses Object: an exact code before its range, a range before default',
    responses,
    as('application/json', '"x"', code),
    { status, body: 'x' },
  ),
);

const optional: readonly WireCase[] = (
  [
    // 204 has no content, and only `default` describes it.
    [{ default: json }, as(undefined, undefined, 204), 'default', undefined],
    [{ default: json }, as('application/json', undefined, 204), 'default', undefined],
    [{ default: { 'image/png': {}, ...plain } }, as('image/png', undefined, 204), 'default', new Uint8Array()],
    [{ default: json, 404: json }, as(undefined, undefined, 204), 'default', undefined],
    [{ default: json }, as('application/json', '1', 200), 'default', 1],
    [{ default: json }, as('application/json', '[', 200), undocumented, '['],
    [{ default: json, 200: json }, as(undefined, undefined, 204), undocumented, ''],
    [{ default: { 'text/event-stream': {} } }, as(undefined, undefined, 204), 'default', undefined],
  ] as const
).map(([responses, answer, status, body], index) =>
  answerCase(`content that may be absent ${index}`, 'RFC 9110, 15.3.5', responses, answer, { status, body }),
);

const sse = 'WHATWG HTML, 9.2.6';
const streams: readonly WireCase[] = [
  answerCase(
    'events',
    sse,
    { 200: { 'text/event-stream': {} } },
    as(
      'Text/Event-Stream ; charset=utf-8',
      '\ufeff: hi\r\n\r\nevent: a\rdata: 1\r\ndata:2\r\n\r\nid: 7\nretry: 10\nretry: 1e3\ndata\n\ndata: cut',
    ),
    {
      status: 200,
      body: [
        { event: 'a', data: '1\n2' },
        { id: '7', retry: 10, data: '' },
      ],
    },
  ),
  answerCase(
    'JSON Lines',
    'JSON Lines',
    { 200: { 'application/x-ndjson': {} } },
    as('application/x-ndjson', '{"a":"ü"}\r\n\n[1]\n2'),
    { status: 200, body: [{ a: 'ü' }, [1], 2] },
  ),
  answerCase(
    'a line that is no JSON',
    'JSON Lines',
    { 200: { 'application/jsonl': {} } },
    as('application/jsonl', '1\n{\n2\n'),
    { status: 200, body: [1, 'StreamItemError'] },
  ),
  answerCase(
    'a JSON sequence',
    'RFC 7464, 2.1',
    { 200: { 'application/json-seq': {} } },
    as('application/json-seq', '\u001e{"a":\n1}\n\u001e\u001e"b"\u001e3\n'),
    { status: 200, body: [{ a: 1 }, 'b', 3] },
  ),
  answerCase(
    'a JSON sequence that was cut off',
    'RFC 7464, 2.4',
    { 200: { 'application/json-seq': {} } },
    as('application/json-seq', '\u001e[1]\n\u001e12'),
    { status: 200, body: [[1], 'StreamItemError'] },
  ),
  {
    ...answerCase(
      'parts',
      'OpenAPI 3.2, 4.14.5.2; RFC 2046, 5.1.1',
      { 200: { 'multipart/mixed': { itemSchema: { type: 'object' } } } },
      as(
        'multipart/mixed; boundary="a b"',
        'x\r\n--a b\r\ncontent-type: application/json\r\n\r\n{"a":1}\r\n--a b \r\n\r\n{}\r\n--a b--\r\ny',
      ),
      { status: 200, body: [{ a: 1 }, {}] },
    ),
    since: '3.2',
  },
  answerCase(
    'a stream beside JSON',
    'OpenAPI, Response Object: content',
    { 200: { ...json, 'text/event-stream': {} } },
    as('application/json', '[1]'),
    { status: 200, body: [1] },
  ),
  answerCase(
    'no stream of another status',
    'OpenAPI, Responses Object',
    { 200: { 'text/event-stream': {} }, default: json },
    as('text/event-stream', 'data: x\n\n', 500),
    { status: undocumented, body: 'data: x\n\n' },
  ),
];

/** Responses: their media types, status keys and streams. Each arrives byte by byte. */
export const answerCases: readonly WireCase[] = [
  ...bodies,
  ...choices,
  ...others,
  ...statuses,
  ...optional,
  ...streams,
];
