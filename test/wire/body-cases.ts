import type { JsonObject } from '../../src/model/element.js';
import type { Expected, WireCase } from './wire-case.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const anything = { type: 'object', additionalProperties: true };

function bodyCase(
  name: string,
  cite: string,
  content: JsonObject,
  body: unknown,
  expected: Expected,
  contentType?: string,
): WireCase {
  return {
    name,
    cite,
    operation: { requestBody: { content } },
    args: { body, ...(contentType !== undefined && { contentType }) },
    expected,
  };
}

const sentAs = (type: string | null, body: string): Expected => ({ headers: { 'content-type': type }, body });

const jsonCite = 'RFC 8259; RFC 9110, 8.3';
const json: readonly WireCase[] = [
  ...(
    [
      [{ a: 'ü"\n', b: [1, null] }, '{"a":"ü\\"\\n","b":[1,null]}'],
      [null, 'null'],
      ['', '""'],
      [false, 'false'],
      [[], '[]'],
      [{ a: undefined }, '{}'],
    ] as const
  ).map(([value, body]) =>
    bodyCase(
      `${JSON.stringify(value)} as JSON`,
      jsonCite,
      { 'application/json': { schema: {} } },
      value,
      sentAs('application/json', body),
    ),
  ),
  ...[
    Number.NaN,
    { a: [null, { b: Number.NEGATIVE_INFINITY }] },
    new Date(Number.NaN),
    { a: [null, { b: new Date(Number.NaN) }] },
    { a: { toJSON: () => null } },
  ].map((value, index) =>
    bodyCase(`no JSON number or date ${index}`, 'RFC 8259, 6', { 'application/json': { schema: {} } }, value, {
      refused: 'body',
    }),
  ),
  ...[Symbol('a'), 1n, { a: [1n] }].map((value, index) =>
    bodyCase(`no JSON value ${index}`, 'RFC 8259, 3', { 'application/json': { schema: {} } }, value, {
      refused: 'body',
    }),
  ),
  bodyCase(
    'a JSON suffix',
    'RFC 6839, 3.1',
    { 'application/vnd.pet+json': { schema: anything } },
    { a: 1 },
    sentAs('application/vnd.pet+json', '{"a":1}'),
  ),
  bodyCase(
    'JSON with a parameter',
    'RFC 9110, 8.3.1',
    { 'application/json; charset=utf-8': { schema: anything } },
    { a: 1 },
    sentAs('application/json; charset=utf-8', '{"a":1}'),
  ),
  bodyCase('no body', 'RFC 9110, 6.4', { 'application/json': { schema: {} } }, undefined, sentAs(null, '')),
];

const urlencoded = (schema: JsonObject, encoding: JsonObject = {}): JsonObject => ({
  'application/x-www-form-urlencoded': { schema, encoding },
});
const formCite = 'WHATWG URL, 5.2; OpenAPI 3.2, 4.14.5.1';
const formOf = (body: string): Expected => sentAs('application/x-www-form-urlencoded', body);
const props = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const forms: readonly WireCase[] = [
  bodyCase(
    'marks in a form',
    formCite,
    urlencoded(props({ a: text })),
    { a: ` !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~ü` },
    formOf('a=+%21%22%23%24%25%26%27%28%29*%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D%7E%C3%BC'),
  ),
  bodyCase(
    'names in a form',
    formCite,
    urlencoded(props({ 'a b&=': text, 'c[]': list })),
    { 'a b&=': '', 'c[]': ['1', '2'] },
    formOf('a+b%26%3D=&c%5B%5D=1&c%5B%5D=2'),
  ),
  bodyCase(
    'values in a form',
    formCite,
    urlencoded(
      props({
        n: { type: 'number' },
        b: { type: 'boolean' },
        o: anything,
        u: text,
        l: { type: 'array', items: anything },
      }),
    ),
    { n: 0.5, b: false, o: { x: [1] }, u: undefined, l: [{ a: 1 }, undefined, {}] },
    formOf('n=0.5&b=false&o=%7B%22x%22%3A%5B1%5D%7D&l=%7B%22a%22%3A1%7D&l=%7B%7D'),
  ),
  bodyCase(
    'an array beside an object in a form, which has no items of its own',
    formCite,
    urlencoded(props({ a: { anyOf: [list, anything] } })),
    { a: ['x', 'y'] },
    formOf('a=%5B%22x%22%2C%22y%22%5D'),
  ),
  bodyCase('an empty form', formCite, urlencoded(anything), {}, formOf('')),
  bodyCase('no form', 'RFC 9110, 6.4', urlencoded(anything), undefined, sentAs(null, '')),
  bodyCase(
    'a list by style form',
    'OpenAPI 3.2, 4.15.1.2; RFC 6570, 3.2.8',
    urlencoded(props({ a: list }), { a: { style: 'form', explode: false } }),
    { a: ['x y', 'z,'] },
    formOf('a=x%20y,z%2C'),
  ),
  bodyCase(
    'a list by style form, exploded',
    'OpenAPI 3.2, 4.15.1.2; RFC 6570, 3.2.8',
    urlencoded(props({ a: list }), { a: { explode: true } }),
    { a: ['x', 'y'] },
    formOf('a=x&a=y'),
  ),
  bodyCase(
    'an object by style form, exploded',
    'OpenAPI 3.2, 4.15.1.2; RFC 6570, 3.2.8',
    urlencoded(props({ a: anything }), { a: { style: 'form', explode: true } }),
    { a: { b: '1', c: 2 } },
    formOf('b=1&c=2'),
  ),
  bodyCase(
    'a list parted by spaces',
    'OpenAPI 3.2, 4.12.6',
    urlencoded(props({ a: list }), { a: { style: 'spaceDelimited' } }),
    { a: ['x', 'y'] },
    formOf('a=x%20y'),
  ),
  bodyCase(
    'a list parted by pipes',
    'OpenAPI 3.2, 4.12.6',
    urlencoded(props({ a: list }), { a: { style: 'pipeDelimited' } }),
    { a: ['x', 'y'] },
    formOf('a=x%7Cy'),
  ),
  bodyCase(
    'deepObject in a form',
    'OpenAPI 3.2, 4.12.6',
    urlencoded(props({ a: anything }), { a: { style: 'deepObject', explode: true } }),
    { a: { b: '1' } },
    formOf('a%5Bb%5D=1'),
  ),
  bodyCase(
    'reserved characters in a form',
    'OpenAPI, Encoding Object: allowReserved',
    urlencoded(props({ a: text }), { a: { allowReserved: true } }),
    { a: '/a?b:&' },
    formOf('a=/a?b:%26'),
  ),
  bodyCase(
    'other characters in a form by style',
    'OpenAPI 3.2, 4.15.1.2; RFC 6570, 3.2.8',
    urlencoded(props({ a: text }), { a: { style: 'form' } }),
    { a: '/a?b:&' },
    formOf('a=%2Fa%3Fb%3A%26'),
  ),
  bodyCase(
    'a list as JSON in a form',
    'OpenAPI, Encoding Object: contentType',
    urlencoded(props({ a: { oneOf: [text, list] } }), { a: { contentType: 'application/json' } }),
    { a: ['x'] },
    formOf('a=%5B%22x%22%5D'),
  ),
  bodyCase(
    'a list that may be null in a form',
    formCite,
    urlencoded(props({ a: { ...list, nullable: true } })),
    { a: ['x', 'y'] },
    formOf('a=x&a=y'),
  ),
  bodyCase(
    'texts as JSON in a form',
    'OpenAPI 3.2, 4.14.5.1: each item by itself, by its contentType; RFC 8259, 7',
    urlencoded(props({ a: list }), { a: { contentType: 'application/json' } }),
    { a: ['x', '1'] },
    formOf('a=%22x%22&a=%221%22'),
  ),
  ...['a=b', new URLSearchParams('a=b'), ['a']].map((value, index) =>
    bodyCase(`no fields of a form ${index}`, 'OpenAPI 3.2, 4.14.5.1', urlencoded({}), value, { refused: 'body' }),
  ),
  ...[Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN)].flatMap((value) => [
    bodyCase(
      `${value} in JSON in a form`,
      'RFC 8259, 6',
      urlencoded(props({ a: anything })),
      { a: { b: [null, { c: value }] } },
      { refused: 'a' },
    ),
    bodyCase(
      `${value} in a list as JSON in a form`,
      'RFC 8259, 6',
      urlencoded(props({ a: list }), { a: { contentType: 'application/json' } }),
      { a: ['null', value] },
      { refused: 'a' },
    ),
  ]),
  bodyCase(
    'NaN in a form',
    'RFC 8259, 6',
    urlencoded(props({ a: { type: 'number' } })),
    { a: Number.NaN },
    { refused: 'a' },
  ),
  bodyCase(
    'null in a form',
    'OpenAPI 3.2, 4.15.1.1 and appendix B; RFC 6570, 2.3',
    urlencoded(props({ a: text, n: { type: 'integer', nullable: true }, l: list, o: anything })),
    { a: null, b: null, n: null, l: null, o: null },
    formOf(''),
  ),
  bodyCase(
    'null that is JSON or has a style, in a form',
    'OpenAPI 3.2, 4.15.1.1 and appendix B; RFC 6570, 2.3',
    urlencoded(props({ j: list, s: list, d: anything }), {
      j: { contentType: 'application/json' },
      s: { style: 'form' },
      d: { style: 'deepObject' },
    }),
    { j: null, s: null, d: null },
    formOf(''),
  ),
  bodyCase(
    'null in a list in a form',
    'OpenAPI 3.2, appendix B',
    urlencoded(props({ a: list })),
    { a: ['x', null] },
    {
      refused: 'a',
    },
  ),
];

const multipart = (schema: JsonObject, encoding: JsonObject = {}): JsonObject => ({
  'multipart/form-data': { schema, encoding },
});
const partsOf = (body: string): Expected => sentAs('multipart/form-data; boundary=B', body);
const file = { type: 'string', format: 'binary' };
const nothing = { type: 'null' };
const partCite = 'RFC 7578, 4.2 to 4.4; RFC 2046, 5.1.1';
const disposition = 'Content-Disposition: form-data;';
const parts: readonly WireCase[] = [
  bodyCase(
    'text in parts',
    partCite,
    multipart(props({ a: text, n: { type: 'integer' }, l: list, u: text })),
    { a: 'ü\n', n: 1, l: ['x', ''], u: undefined },
    partsOf(
      `--B\n${disposition} name="a"\n\nü\n\n--B\n${disposition} name="n"\n\n1\n--B\n${disposition} name="l"\n\nx\n--B\n${disposition} name="l"\n\n\n--B--\n`,
    ),
  ),
  bodyCase(
    'names of parts',
    'WHATWG HTML, 4.10.21.8; RFC 7578, 4.2',
    multipart(props({ 'a"\r\nü': text })),
    { 'a"\r\nü': '1' },
    partsOf(`--B\n${disposition} name="a%22%0D%0Aü"\n\n1\n--B--\n`),
  ),
  bodyCase(
    'JSON in parts',
    'OpenAPI, Encoding Object: contentType; RFC 7578, 4.4',
    multipart(props({ o: anything, l: { type: 'array', items: anything } })),
    { o: { a: 1 }, l: [{}, { b: 2 }] },
    partsOf(
      `--B\n${disposition} name="o"\nContent-Type: application/json\n\n{"a":1}\n--B\n${disposition} name="l"\nContent-Type: application/json\n\n{}\n--B\n${disposition} name="l"\nContent-Type: application/json\n\n{"b":2}\n--B--\n`,
    ),
  ),
  bodyCase(
    'a File',
    partCite,
    multipart(props({ f: file })),
    { f: new File(['x'], 'a "b".txt', { type: 'text/plain' }) },
    partsOf(`--B\n${disposition} name="f"; filename="a %22b%22.txt"\nContent-Type: text/plain\n\nx\n--B--\n`),
  ),
  bodyCase(
    'a Blob, and bytes',
    partCite,
    multipart(props({ f: { type: 'array', items: file } })),
    { f: [new Blob(['x']), new Uint8Array([121])] },
    partsOf(
      `--B\n${disposition} name="f"; filename="blob"\nContent-Type: application/octet-stream\n\nx\n--B\n${disposition} name="f"; filename="blob"\nContent-Type: application/octet-stream\n\ny\n--B--\n`,
    ),
  ),
  bodyCase(
    'a file that is a stream',
    partCite,
    multipart(props({ f: file, a: text })),
    { f: (): ReadableStream => new Blob(['x']).stream(), a: '1' },
    partsOf(
      `--B\n${disposition} name="f"; filename="blob"\nContent-Type: application/octet-stream\n\nx\n--B\n${disposition} name="a"\n\n1\n--B--\n`,
    ),
  ),
  bodyCase(
    'a media type of its own',
    'OpenAPI, Encoding Object: contentType',
    multipart(props({ f: file, x: text, j: text }), {
      f: { contentType: 'image/png' },
      x: { contentType: 'application/xml; charset=utf-8' },
      j: { contentType: 'application/json' },
    }),
    { f: new Blob(['p'], { type: 'image/gif' }), x: '<a/>', j: 'text' },
    partsOf(
      `--B\n${disposition} name="f"; filename="blob"\nContent-Type: image/png\n\np\n--B\n${disposition} name="x"\nContent-Type: application/xml; charset=utf-8\n\n<a/>\n--B\n${disposition} name="j"\nContent-Type: application/json\n\n"text"\n--B--\n`,
    ),
  ),
  ...(
    [
      ['text/plain; charset=iso-8859-1', 'ü', '\ufffd'],
      ['text/csv; charset="us-ascii"', 'a', 'a'],
      ['text/csv; charset=UTF-8', 'ü', 'ü'],
      ['text/csv; charset=iso-8859-1', '€', undefined],
      ['text/csv; charset=utf-16', 'a', undefined],
      ['application/json; charset=iso-8859-1', 'ü', '"ü"'],
    ] as const
  ).map(([contentType, value, sent]) =>
    bodyCase(
      `${value} as ${contentType} in a part`,
      'RFC 7578, 4.4; RFC 2046, 4.1.2; RFC 8259, 8.1',
      multipart(props({ x: text }), { x: { contentType } }),
      { x: value },
      sent === undefined
        ? { refused: 'x' }
        : partsOf(`--B\n${disposition} name="x"\nContent-Type: ${contentType}\n\n${sent}\n--B--\n`),
    ),
  ),
  bodyCase(
    'text outside ASCII in a part',
    'RFC 7578, 4.4; RFC 2046, 4.1.2',
    multipart(props({ a: text, b: text }), { a: { contentType: 'text/csv' }, b: { contentType: 'text/csv' } }),
    { a: 'ü', b: 'u' },
    partsOf(
      `--B\n${disposition} name="a"\nContent-Type: text/csv; charset=utf-8\n\nü\n--B\n${disposition} name="b"\nContent-Type: text/csv\n\nu\n--B--\n`,
    ),
  ),
  bodyCase(
    'one of several media types',
    'OpenAPI, Encoding Object: contentType',
    multipart(props({ f: file }), { f: { contentType: 'image/png, image/jpeg' } }),
    { f: new Blob(['p'], { type: 'image/jpeg' }) },
    partsOf(`--B\n${disposition} name="f"; filename="blob"\nContent-Type: image/jpeg\n\np\n--B--\n`),
  ),
  bodyCase(
    'none of several media types',
    'OpenAPI, Encoding Object: contentType',
    multipart(props({ f: file }), { f: { contentType: 'image/png, image/jpeg' } }),
    { f: new Blob(['p']) },
    { refused: 'f' },
  ),
  {
    ...bodyCase(
      'a list by style in parts',
      'OpenAPI 3.2, 4.15.1.2',
      multipart(props({ a: list }), { a: { style: 'form', explode: false } }),
      { a: ['x y', 'ü'] },
      partsOf(`--B\n${disposition} name="a"\n\nx y,ü\n--B--\n`),
    ),
    since: '3.1',
  },
  {
    ...bodyCase(
      'deepObject in parts',
      'OpenAPI 3.2, 4.15.1.2',
      multipart(props({ a: anything }), { a: { style: 'deepObject' } }),
      { a: { 'b c': '1&' } },
      partsOf(`--B\n${disposition} name="a[b c]"\n\n1&\n--B--\n`),
    ),
    since: '3.1',
  },
  bodyCase(
    'texts as JSON in parts',
    'OpenAPI 3.2, 4.14.5.1: each item by itself, by its contentType; RFC 8259, 7',
    multipart(props({ l: list }), { l: { contentType: 'application/json' } }),
    { l: ['x', '1'] },
    partsOf(
      `--B\n${disposition} name="l"\nContent-Type: application/json\n\n"x"\n--B\n${disposition} name="l"\nContent-Type: application/json\n\n"1"\n--B--\n`,
    ),
  ),
  bodyCase(
    'text and JSON in a range of media types',
    'OpenAPI, Encoding Object: contentType; RFC 9110, 8.3.1: a range is no media type',
    multipart(props({ t: text, o: anything, x: anything }), {
      t: { contentType: 'text/*' },
      o: { contentType: 'application/*' },
      x: { contentType: 'text/csv, application/vnd.a+json' },
    }),
    { t: 'a', o: {}, x: {} },
    partsOf(
      `--B\n${disposition} name="t"\nContent-Type: text/plain\n\na\n--B\n${disposition} name="o"\nContent-Type: application/json\n\n{}\n--B\n${disposition} name="x"\nContent-Type: application/vnd.a+json\n\n{}\n--B--\n`,
    ),
  ),
  bodyCase(
    'bytes in image/*',
    'OpenAPI, Encoding Object: contentType; RFC 9110, 8.3.1',
    multipart(props({ f: file }), { f: { contentType: 'image/*' } }),
    { f: new Uint8Array([1]) },
    { refused: 'f' },
  ),
  bodyCase(
    'text in image/*',
    'OpenAPI, Encoding Object: contentType; RFC 9110, 8.3.1',
    multipart(props({ f: text }), { f: { contentType: 'image/*' } }),
    { f: 'a' },
    { refused: 'f' },
  ),
  bodyCase(
    'a list that may be null, in parts',
    'OpenAPI, Encoding Object: contentType, array; RFC 7578, 4.3',
    multipart(props({ l: { ...list, nullable: true } })),
    { l: ['x', 'y'] },
    partsOf(`--B\n${disposition} name="l"\n\nx\n--B\n${disposition} name="l"\n\ny\n--B--\n`),
  ),
  {
    ...bodyCase(
      'files and lists that may be null, a file or several, and a file by its media type',
      'OpenAPI 3.2, 4.14.5.1 and 4.15.1.1; RFC 7578, 4.3',
      multipart(
        props({
          f: { anyOf: [file, nothing] },
          g: { anyOf: [file, { type: 'array', items: file }] },
          l: { oneOf: [list, nothing] },
          m: { ...text, contentMediaType: 'application/octet-stream' },
        }),
      ),
      { f: new Blob(['f']), g: [new Blob(['g']), new Blob(['h'])], l: ['x'], m: new Blob(['m']) },
      partsOf(
        `${['f', 'g', 'g', 'l', 'm'].map((name, index) => `--B\n${disposition} name="${name}"${name === 'l' ? '' : '; filename="blob"\nContent-Type: application/octet-stream'}\n\n${'fghxm'[index]}\n`).join('')}--B--\n`,
      ),
    ),
    since: '3.1',
  },
  bodyCase(
    'a file where there may be several',
    'OpenAPI 3.2, 4.14.5.1',
    multipart(props({ g: { anyOf: [file, { type: 'array', items: file }] } })),
    { g: new Blob(['g']) },
    partsOf(`--B\n${disposition} name="g"; filename="blob"\nContent-Type: application/octet-stream\n\ng\n--B--\n`),
  ),
  bodyCase(
    'null in parts',
    'OpenAPI 3.2, 4.15.1.1 and appendix B; RFC 6570, 2.3',
    multipart(
      props({ a: text, n: { type: 'integer', nullable: true }, l: list, o: anything, j: text, f: file, h: file }),
      { j: { contentType: 'application/json' }, h: { headers: { 'X-A': { required: true, schema: text } } } },
    ),
    { a: null, b: null, n: null, l: null, o: null, j: null, f: null, h: null },
    partsOf('--B--\n'),
  ),
  bodyCase(
    'a part without its required header',
    'OpenAPI 3.2, Encoding Object: headers; Header Object: required',
    multipart(props({ a: text }), { a: { headers: { 'X-A': { required: true, schema: text } } } }),
    { a: 'x' },
    { refused: 'a' },
  ),
  {
    ...bodyCase(
      'a string with contentEncoding, as text and as bytes',
      'OpenAPI 3.2, 4.15.1.1; RFC 7578, 4.4',
      multipart(
        props({
          t: { ...text, contentEncoding: 'base64' },
          l: { type: 'array', items: { ...text, contentEncoding: 'base64url' } },
          p: { ...text, contentEncoding: 'base64' },
        }),
        { p: { contentType: 'image/png' } },
      ),
      { t: 'aGk=', l: ['aGk', new Uint8Array([104])], p: 'iVBORw0=' },
      partsOf(
        `${['name="t"', 'name="l"', 'name="l"; filename="blob"', 'name="p"'].map((name, index) => `--B\n${disposition} ${name}\nContent-Type: ${index === 3 ? 'image/png' : 'application/octet-stream'}\n\n${['aGk=', 'aGk', 'h', 'iVBORw0='][index]}\n`).join('')}--B--\n`,
      ),
    ),
    since: '3.1',
  },
  bodyCase('no fields of parts', 'RFC 7578, 4', multipart({}), new FormData(), { refused: 'body' }),
  bodyCase('no parts', 'RFC 9110, 6.4', multipart(anything), undefined, sentAs(null, '')),
  bodyCase(
    'NaN in JSON in a part',
    'RFC 8259, 6',
    multipart(props({ a: anything })),
    { a: { b: [Number.NaN] } },
    { refused: 'a' },
  ),
  bodyCase(
    'an invalid date in JSON in a part',
    'RFC 8259, 6',
    multipart(props({ a: anything })),
    { a: { b: [new Date(Number.NaN), null] } },
    { refused: 'a' },
  ),
  bodyCase(
    'a part that is no text',
    'RFC 7578, 4.2',
    multipart(props({ a: text })),
    { a: Number.NaN },
    { refused: 'a' },
  ),
];

const xml = '<?xml version="1.0"?><a>ü</a>';
const others: readonly WireCase[] = [
  ...(
    [
      ['text/plain', 'a\r\n~', 'text/plain'],
      ['text/plain', 'a\r\nü', 'text/plain; charset=utf-8'],
      ['text/csv; header=absent', '€', 'text/csv; header=absent; charset=utf-8'],
      ['text/plain; Charset = "utf-8"', 'ü', 'text/plain; Charset = "utf-8"'],
    ] as const
  ).map(([mediaType, value, sent]) =>
    bodyCase(
      `${JSON.stringify(value)} as ${mediaType}`,
      'RFC 2046, 4.1.2; RFC 6657, 3',
      { [mediaType]: { schema: text } },
      value,
      sentAs(sent, value),
    ),
  ),
  bodyCase(
    'text of a range',
    'RFC 2046, 4.1.2',
    { 'text/*': { schema: text } },
    'ü',
    sentAs('text/markdown; charset=utf-8', 'ü'),
    'text/markdown',
  ),
  bodyCase(
    'XML as text',
    'OpenAPI, XML Object: handed through',
    { 'application/xml': { schema: text } },
    xml,
    sentAs('application/xml', xml),
  ),
  ...(
    [
      ['iso-8859-1', 'a ü', { body: 'a \ufffd' }],
      ['us-ascii', 'a', { body: 'a' }],
      ['iso-8859-1', '€', { refused: 'body' }],
      ['windows-1252', '\x80', { refused: 'body' }],
      ['us-ascii', 'ü', { refused: 'body' }],
      ['utf-16le', 'a', { refused: 'body' }],
      ['UTF-8', '€', { body: '€' }],
    ] as const
  ).map(([charset, value, expected]) =>
    // A byte that is not UTF-8 is read as U+FFFD.
    bodyCase(
      `${JSON.stringify(value)} in ${charset}`,
      'RFC 9110, 8.3.2',
      { [`text/plain; charset=${charset}`]: { schema: text } },
      value,
      expected,
    ),
  ),
  ...['application/json', 'text/plain', 'image/png', 'application/octet-stream', 'application/x-own'].map((mediaType) =>
    bodyCase(
      `base64 in ${mediaType}`,
      'JSON Schema 2020-12, validation, 8.3; OpenAPI 3.1.1, 4.4.2',
      { [mediaType]: { schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' } } },
      'iVBORw0=',
      sentAs(mediaType, mediaType === 'application/json' ? '"iVBORw0="' : 'iVBORw0='),
    ),
  ),
  ...[{}, { contentMediaType: 'image/png' }, { type: 'string', contentEncoding: 'binary' }].map((schema) =>
    bodyCase(
      `bytes by ${JSON.stringify(schema)}`,
      'OpenAPI 3.1.1, 4.4.2; RFC 2045, 6.2',
      { 'image/png': { schema } },
      new Uint8Array([97]),
      sentAs('image/png', 'a'),
    ),
  ),
  bodyCase('text that is none', 'RFC 2046, 4.1', { 'text/plain': { schema: text } }, {}, { refused: 'body' }),
  ...[
    new Uint8Array([97, 98]),
    new Blob(['ab']),
    new TextEncoder().encode('ab').buffer,
    (): ReadableStream => new Blob(['ab']).stream(),
  ].map((bytes) =>
    bodyCase(
      `bytes as ${typeof bytes === 'function' ? 'stream' : bytes.constructor.name}`,
      'RFC 2046, 4.5.1',
      { 'application/octet-stream': { schema: file } },
      bytes,
      sentAs('application/octet-stream', 'ab'),
    ),
  ),
  bodyCase('bytes that are none', 'RFC 2046, 4.5.1', { 'image/png': { schema: file } }, 'text', { refused: 'body' }),
  ...(
    [
      ['application/json', { a: 1 }, '{"a":1}'],
      ['application/x-www-form-urlencoded', { a: 1 }, 'a=1'],
      ['text/plain', 'a', 'a'],
      ['image/png', new Blob(['p']), 'p'],
    ] as const
  ).map(([type, value, body]) =>
    bodyCase(
      `${type} of several media types`,
      'OpenAPI, Request Body Object: content',
      {
        'application/json': { schema: anything },
        'application/x-www-form-urlencoded': { schema: anything },
        'text/plain': { schema: text },
        'image/*': { schema: file },
      },
      value,
      sentAs(type, body),
      type,
    ),
  ),
  ...(
    [
      ['application/*+json', 'application/vnd.a+json', { a: 1 }, '{"a":1}'],
      ['text/*; charset=utf-8', 'text/csv; charset=utf-8', 'a', 'a'],
      ['*/*', 'text/csv', new Blob(['a']), 'a'],
    ] as const
  ).flatMap(([range, type, value, body]) => [
    bodyCase(
      `${type} of ${range}`,
      'OpenAPI, Request Body Object: content',
      { [range]: {} },
      value,
      sentAs(type, body),
      type,
    ),
    bodyCase(
      `${range} itself`,
      'RFC 9110, 8.3.1: a range is no media type',
      { [range]: {} },
      value,
      {
        refused: 'contenttype',
      },
      range,
    ),
  ]),
  bodyCase(
    'the first of several media types',
    'OpenAPI, Request Body Object: content',
    { 'application/vnd.a+json': { schema: anything }, 'text/plain': { schema: text } },
    { a: 1 },
    sentAs('application/vnd.a+json', '{"a":1}'),
  ),
];

const sequences: readonly WireCase[] = (
  [
    [
      'application/jsonl',
      { itemSchema: anything },
      [{ a: 1 }, null],
      '{"a":1}\nnull\n',
      'OpenAPI 3.2, 4.14.3.1; JSON Lines',
    ],
    ['application/json-seq', { itemSchema: anything }, [{ a: 1 }, 2], '\u001e{"a":1}\n\u001e2\n', 'RFC 7464, 2.2'],
    [
      'text/event-stream',
      { itemSchema: anything },
      [{ event: 'a', id: '1', retry: 5, data: 'x\ny' }],
      'event: a\nid: 1\nretry: 5\ndata: x\ndata: y\n\n',
      'WHATWG HTML, 9.2.5',
    ],
    [
      'multipart/mixed',
      { itemSchema: anything, itemEncoding: { contentType: 'application/json' } },
      [{ a: 1 }, {}],
      '--B\nContent-Type: application/json\n\n{"a":1}\n--B\nContent-Type: application/json\n\n{}\n--B--\n',
      'OpenAPI 3.2, 4.14.5.2; RFC 2046, 5.1.3',
    ],
  ] as const
).map(([type, media, items, body, cite]) => ({
  ...bodyCase(
    `a sequence as ${type}`,
    cite,
    { [type]: media },
    items,
    sentAs(type.startsWith('multipart') ? `${type}; boundary=B` : type, body),
  ),
  since: '3.2',
}));

/** Request bodies of each kind of media type. */
export const bodyCases: readonly WireCase[] = [...json, ...forms, ...parts, ...others, ...sequences];
