import type { JsonObject } from '../../src/model/element.js';
import type { Expected, WireCase } from './wire-case.js';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const record = { type: 'object', additionalProperties: text };

/** Every character of printable ASCII that is neither a letter nor a digit. */
const marks = ` !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;

function parameterCase(
  name: string,
  cite: string,
  parameter: JsonObject & { readonly in: string },
  value: unknown,
  expected: Expected,
  since?: '3.1' | '3.2',
): WireCase {
  const wireName = parameter['name'] ?? (parameter.in === 'header' ? 'X-Color' : 'color');
  const isPath = parameter.in === 'path';
  const schema = parameter['content'] ? {} : { schema: text };
  return {
    name,
    cite,
    ...(since && { since }),
    ...(isPath && { path: `/{${wireName}}` }),
    operation: { parameters: [{ ...schema, required: isPath, ...parameter, name: wireName, 'x-identifier': 'value' }] },
    args: { value },
    expected,
  };
}

const unreserved = 'RFC 3986, 2.3; RFC 6570, 3.2.1';
const reserved = 'OpenAPI, allowReserved; RFC 6570, 3.2.3; WHATWG URL, special-query percent-encode set';

const characters: readonly WireCase[] = [
  parameterCase('marks in a path', unreserved, { in: 'path' }, marks, {
    url: '/%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~',
  }),
  parameterCase('marks in a label', unreserved, { in: 'path', style: 'label', schema: list }, [marks, 'a'], {
    url: '/.%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~,a',
  }),
  parameterCase(
    'dots in an exploded label',
    unreserved,
    { in: 'path', style: 'label', explode: true, schema: list },
    ['a.b', 'c'],
    {
      url: '/.a%2Eb.c',
    },
  ),
  parameterCase(
    'marks in a matrix',
    unreserved,
    { in: 'path', style: 'matrix', explode: true, schema: record },
    { 'a;=': ';=,' },
    {
      url: '/;a%3B%3D=%3B%3D%2C',
    },
  ),
  parameterCase('other scripts in a path', 'RFC 3629; RFC 6570, 3.2.1', { in: 'path' }, 'ü漢🎈', {
    url: '/%C3%BC%E6%BC%A2%F0%9F%8E%88',
  }),
  parameterCase('marks in a query', unreserved, { in: 'query' }, marks, {
    url: '?color=%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~',
  }),
  parameterCase(
    'marks in the items of a query',
    unreserved,
    { in: 'query', explode: false, schema: list },
    [',&', '+ '],
    {
      url: '?color=%2C%26,%2B%20',
    },
  ),
  parameterCase('other scripts in a query', 'RFC 3629; RFC 6570, 3.2.1', { in: 'query' }, 'ü漢🎈', {
    url: '?color=%C3%BC%E6%BC%A2%F0%9F%8E%88',
  }),
  parameterCase(
    'reserved characters in a query',
    reserved,
    { in: 'query', allowReserved: true },
    `:/?#[]@!$&'()*+,;=`,
    {
      url: '?color=:/?%23%5B%5D@!$%26%27()*%2B,;%3D',
    },
  ),
  parameterCase('triples in a reserved query', reserved, { in: 'query', allowReserved: true }, '%41%zz "<>', {
    url: '?color=%41%25zz%20%22%3C%3E',
  }),
  parameterCase(
    'reserved items of a query',
    reserved,
    { in: 'query', allowReserved: true, explode: false, schema: list },
    ['a/b', 'c,d'],
    {
      url: '?color=a/b,c%2Cd',
    },
  ),
  parameterCase(
    'reserved members of a query',
    reserved,
    { in: 'query', allowReserved: true, style: 'deepObject', schema: record },
    { a: '/x' },
    {
      url: '?color%5Ba%5D=/x',
    },
  ),
  parameterCase(
    'reserved items, parted by pipes',
    reserved,
    { in: 'query', allowReserved: true, style: 'pipeDelimited', schema: list },
    ['/a', ':b'],
    {
      url: '?color=/a%7C:b',
    },
  ),
  parameterCase(
    'reserved characters in a path',
    'OpenAPI 3.2, 4.12.2.2, allowReserved; RFC 3986, 3.3',
    { in: 'path', allowReserved: true },
    `a:/?#[]@!$&'()*+,;=`,
    {
      url: `/a:%2F%3F%23%5B%5D@!$&'()*+,;=`,
    },
    '3.2',
  ),
  parameterCase(
    'an equals sign in the names and values of a reserved path',
    'OpenAPI 3.2, 4.12.2.2, allowReserved; RFC 6570, 3.2.3',
    { in: 'path', allowReserved: true, explode: true, schema: record },
    { 'a=b': 'c=d' },
    { url: '/a%3Db=c=d' },
    '3.2',
  ),
  parameterCase(
    'a semicolon in a reserved matrix',
    'OpenAPI 3.2, 4.12.2.2, allowReserved; RFC 6570, 3.2.7',
    { in: 'path', style: 'matrix', allowReserved: true },
    'a;b',
    { url: '/;color=a%3Bb' },
    '3.2',
  ),
  parameterCase('marks in a header', 'OpenAPI, Parameter Locations; RFC 9110, 5.5', { in: 'header' }, `a${marks}`, {
    headers: { 'x-color': `a${marks}` },
  }),
  parameterCase('marks in a cookie by style form', unreserved, { in: 'cookie' }, marks, {
    headers: {
      cookie: 'color=%20%21%22%23%24%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F%40%5B%5C%5D%5E_%60%7B%7C%7D~',
    },
  }),
  parameterCase(
    'marks in a cookie by style cookie',
    'OpenAPI 3.2, 4.12.2.2; RFC 6265, 4.1.1, cookie-octet',
    { in: 'cookie', style: 'cookie' },
    "!#$%&'()*+-./:<=>?@[]^_`{|}~",
    {
      headers: { cookie: "color=!#$%&'()*+-./:<=>?@[]^_`{|}~" },
    },
    '3.2',
  ),
  {
    name: 'the example of a cookie by style cookie',
    cite: 'OpenAPI 3.2, 4.12.7, Parameter Object Examples',
    since: '3.2',
    operation: {
      parameters: [
        {
          name: 'cookie',
          in: 'cookie',
          style: 'cookie',
          schema: { type: 'object', properties: { greeting: text, code: { type: 'integer', minimum: 0 } } },
        },
      ],
    },
    args: { cookie: { greeting: 'Hello%2C world!', code: 42 } },
    expected: { headers: { cookie: 'greeting=Hello%2C world!; code=42' } },
  },
  ...[' a', 'a '].map((value) =>
    parameterCase(
      `${JSON.stringify(value)} in a cookie by style cookie`,
      'RFC 6265, 5.2: white space around a value is removed',
      { in: 'cookie', style: 'cookie' },
      value,
      { refused: 'color' },
      '3.2',
    ),
  ),
  ...['"', ',', ';', '\\', 'ü', '\t'].map((mark) =>
    parameterCase(
      `${JSON.stringify(mark)} in a cookie by style cookie`,
      'RFC 6265, 4.1.1, cookie-octet',
      { in: 'cookie', style: 'cookie' },
      `a${mark}b`,
      { refused: 'color' },
      '3.2',
    ),
  ),
];

const names: readonly WireCase[] = [
  parameterCase('a name in a query', unreserved, { in: 'query', name: 'a b[]&=ü$' }, '1', {
    url: '?a%20b%5B%5D%26%3D%C3%BC%24=1',
  }),
  parameterCase('a name in a matrix', unreserved, { in: 'path', style: 'matrix', name: 'a b' }, '1', {
    url: '/;a%20b=1',
  }),
  parameterCase(
    'names of members in a query',
    unreserved,
    { in: 'query', schema: record },
    { 'a b[]&=ü': '1' },
    {
      url: '?a%20b%5B%5D%26%3D%C3%BC=1',
    },
  ),
  parameterCase(
    'names of members in deepObject',
    unreserved,
    { in: 'query', style: 'deepObject', schema: record },
    { 'a b&=': '1' },
    {
      url: '?color%5Ba%20b%26%3D%5D=1',
    },
  ),
  parameterCase(
    'a bracket in a name in deepObject',
    'OpenAPI, Style Examples: nothing escapes it',
    { in: 'query', style: 'deepObject', schema: record },
    { 'a]': '1' },
    { refused: 'color' },
  ),
  parameterCase('a name in a cookie', unreserved, { in: 'cookie', name: 'a b' }, '1', {
    headers: { cookie: 'a%20b=1' },
  }),
  parameterCase(
    'a name in a cookie by style cookie',
    'RFC 6265, 4.1.1, token',
    { in: 'cookie', style: 'cookie', name: 'a b' },
    '1',
    { refused: 'a b' },
    '3.2',
  ),
];

const undefinedParts = 'RFC 6570, 2.3 and 3.2.1';
const absences: readonly WireCase[] = [
  parameterCase('undefined in a path', 'RFC 3986, 3.3', { in: 'path' }, undefined, { refused: 'color' }),
  parameterCase('undefined in a query', undefinedParts, { in: 'query' }, undefined, { url: '' }),
  parameterCase('undefined in a header', undefinedParts, { in: 'header' }, undefined, { headers: { 'x-color': null } }),
  parameterCase('undefined in a cookie', undefinedParts, { in: 'cookie' }, undefined, { headers: { cookie: null } }),
  parameterCase('an empty value in a query', 'OpenAPI, allowEmptyValue', { in: 'query', allowEmptyValue: true }, '', {
    url: '?color=',
  }),
  parameterCase('an empty item', 'RFC 6570, 3.2.8', { in: 'query', explode: false, schema: list }, ['', 'a', ''], {
    url: '?color=,a,',
  }),
  parameterCase('an empty item, exploded', 'RFC 6570, 3.2.8', { in: 'query', schema: list }, ['', 'a'], {
    url: '?color=&color=a',
  }),
  parameterCase(
    'an empty item in a matrix',
    'RFC 6570, 3.2.7',
    { in: 'path', style: 'matrix', explode: true, schema: list },
    ['', 'a'],
    { url: '/;color;color=a' },
  ),
  parameterCase(
    'undefined and null members of a query',
    undefinedParts,
    { in: 'query', schema: record },
    { a: undefined, b: null, c: '1' },
    { url: '?c=1' },
  ),
  parameterCase(
    'undefined and null members of a path',
    undefinedParts,
    { in: 'path', schema: record },
    { a: undefined, b: null, c: '1' },
    { url: '/c,1' },
  ),
  parameterCase(
    'undefined and null members of a header',
    undefinedParts,
    { in: 'header', schema: record },
    { a: null, c: '1' },
    { headers: { 'x-color': 'c,1' } },
  ),
  parameterCase(
    'undefined and null members of deepObject',
    undefinedParts,
    { in: 'query', style: 'deepObject', schema: record },
    { a: null, c: '1' },
    { url: '?color%5Bc%5D=1' },
  ),
];

const nowhere = 'OpenAPI, Style Examples: undefined for it';
const refusals: readonly WireCase[] = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, new Date(0), () => 1, Symbol('a'), '\ud800', {}, []].flatMap((value) => [
    parameterCase(`${String(value)} in a path`, nowhere, { in: 'path' }, value, { refused: 'color' }),
  ]),
  ...[Number.NaN, new Date(0), () => 1, new Map(), '\udc00'].flatMap((value) => [
    parameterCase(`${String(value)} in a query`, nowhere, { in: 'query' }, value, { refused: 'color' }),
    parameterCase(`${String(value)} in a list of a query`, nowhere, { in: 'query', schema: list }, [value], {
      refused: 'color',
    }),
    parameterCase(
      `${String(value)} in deepObject`,
      nowhere,
      { in: 'query', style: 'deepObject', schema: record },
      { a: value },
      { refused: 'color' },
    ),
    parameterCase(`${String(value)} in a header`, nowhere, { in: 'header' }, value, { refused: 'color' }),
    parameterCase(`${String(value)} in a list of a header`, nowhere, { in: 'header', schema: list }, [value], {
      refused: 'color',
    }),
    parameterCase(`${String(value)} in a cookie`, nowhere, { in: 'cookie' }, value, { refused: 'color' }),
  ]),
  ...['.', '..', '', '%2e', '.%2E', '%2e%2e'].map((value) =>
    parameterCase(
      `${JSON.stringify(value)} in a reserved path`,
      'RFC 3986, 5.2.4; WHATWG URL, double-dot URL path segment',
      { in: 'path', allowReserved: true },
      value,
      { refused: 'color' },
      '3.2',
    ),
  ),
  ...['.', '..'].map((value) =>
    parameterCase(
      `${JSON.stringify(value)} in a path`,
      'WHATWG URL, double-dot URL path segment',
      { in: 'path' },
      value,
      { refused: 'color' },
    ),
  ),
  ...['a\rb', 'a\nb', 'a\0b', 'a\x7fb', '漢'].map((value) =>
    parameterCase(`${JSON.stringify(value)} in a header`, 'RFC 9110, 5.5, field-value', { in: 'header' }, value, {
      refused: 'color',
    }),
  ),
  parameterCase(
    'a comma in an item of a header',
    'RFC 9110, 5.6.1: nothing escapes it',
    { in: 'header', schema: list },
    ['a,b'],
    { refused: 'color' },
  ),
  parameterCase('white space around an item of a header', 'RFC 9110, 5.6.1', { in: 'header', schema: list }, [' a'], {
    refused: 'color',
  }),
  parameterCase(
    'an equals sign in an exploded header',
    'OpenAPI, Style Examples: nothing escapes it',
    { in: 'header', explode: true, schema: record },
    { 'a=b': '1' },
    { refused: 'color' },
  ),
  parameterCase(
    'the delimiter in an item',
    'OpenAPI 3.2, 4.12.6: nothing escapes it',
    { in: 'query', style: 'spaceDelimited', schema: list },
    ['a b'],
    { refused: 'color' },
  ),
  parameterCase(
    'a pipe in an item',
    'OpenAPI 3.2, 4.12.6: nothing escapes it',
    { in: 'query', style: 'pipeDelimited', schema: list },
    ['a|b'],
    { refused: 'color' },
  ),
  parameterCase('null in a list', undefinedParts, { in: 'query', schema: list }, ['a', null], { refused: 'color' }),
  parameterCase('a list in a list', nowhere, { in: 'query', schema: list }, [['a']], { refused: 'color' }),
  parameterCase('an object in a list', nowhere, { in: 'query', explode: false, schema: list }, [{}], {
    refused: 'color',
  }),
];

const array2 = { type: 'object', properties: { a: list, b: { type: 'object', properties: { c: text } } } };
const nested: readonly WireCase[] = [
  parameterCase(
    'a list in an object by style form',
    nowhere,
    { in: 'query', schema: array2 },
    { a: ['1', '2'] },
    { url: '?a=1&a=2', isUndefined: true },
  ),
  parameterCase(
    'a list in deepObject',
    nowhere,
    { in: 'query', style: 'deepObject', schema: array2 },
    { a: ['1', '2'] },
    { url: '?color%5Ba%5D=1&color%5Ba%5D=2', isUndefined: true },
  ),
  parameterCase(
    'an object in deepObject',
    nowhere,
    { in: 'query', style: 'deepObject', schema: array2 },
    { b: { c: '1' } },
    { url: '?color%5Bb%5D%5Bc%5D=1', isUndefined: true },
  ),
];

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const documents: readonly WireCase[] = [
  parameterCase(
    'JSON in a query',
    'OpenAPI, Parameter Object: content; RFC 8259',
    { in: 'query', ...json(record) },
    { a: 'ü&' },
    { url: '?color=%7B%22a%22%3A%22%C3%BC%26%22%7D' },
  ),
  parameterCase('JSON in a path', 'OpenAPI, Parameter Object: content', { in: 'path', ...json(list) }, ['a/b'], {
    url: '/%5B%22a%2Fb%22%5D',
  }),
  parameterCase(
    'JSON in a header',
    'OpenAPI, Parameter Object: content; RFC 8259, 7; RFC 9110, 5.5',
    { in: 'header', ...json(record) },
    { a: 'ü🎈,' },
    { headers: { 'x-color': '{"a":"\\u00fc\\ud83c\\udf88,"}' } },
  ),
  parameterCase(
    'JSON in a cookie',
    'OpenAPI, Parameter Object: content; RFC 6265, 4.1.1',
    { in: 'cookie', ...json(list) },
    ['a;b'],
    { headers: { cookie: 'color=%5B%22a%3Bb%22%5D' } },
  ),
  parameterCase(
    'text in a query',
    'OpenAPI, Parameter Object: content',
    { in: 'query', content: { 'text/plain': { schema: text } } },
    'a b',
    { url: '?color=a%20b' },
  ),
  ...(['query', 'path', 'header', 'cookie'] as const).flatMap((where) =>
    [Number.NaN, { a: [null, Number.POSITIVE_INFINITY] }, { b: new Date(Number.NaN) }].map((value) =>
      parameterCase(
        `${JSON.stringify(value)} for no JSON number in a ${where}`,
        'RFC 8259, 6',
        { in: where, ...json({}) },
        value,
        {
          refused: 'color',
        },
      ),
    ),
  ),
  ...(
    [
      ['query', { url: '?color=a%2Bb%3Dc%2526d%26l%3D1%26l%3D2' }],
      ['path', { url: '/a%2Bb%3Dc%2526d%26l%3D1%26l%3D2' }],
      ['header', { headers: { 'x-color': 'a+b=c%26d&l=1&l=2' } }],
      ['cookie', { headers: { cookie: 'color=a%2Bb%3Dc%2526d%26l%3D1%26l%3D2' } }],
    ] as const
  ).map(([where, expected]) =>
    parameterCase(
      `a form in a ${where}`,
      'OpenAPI, Parameter Object: content; WHATWG URL, 5.2; RFC 3986, 2.3',
      { in: where, content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      { 'a b': 'c&d', l: [1, 2] },
      expected,
    ),
  ),
  parameterCase(
    'no form',
    'RFC 6570, 2.3',
    { in: 'query', content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
    undefined,
    { url: '' },
  ),
  parameterCase('null as JSON', 'RFC 8259, 3', { in: 'query', ...json({}) }, null, { url: '?color=null' }),
  parameterCase('no JSON', 'RFC 6570, 2.3', { in: 'query', ...json({}) }, undefined, { url: '' }),
  parameterCase(
    'the whole query as form',
    'OpenAPI 3.2, 4.12.3; WHATWG URL, 5.2',
    { in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: record } } },
    { 'a b': 'c&d*~', e: '' },
    { url: '?a+b=c%26d*%7E&e=' },
    '3.2',
  ),
  parameterCase(
    'the whole query as JSON',
    'OpenAPI 3.2, 4.12.3',
    { in: 'querystring', ...json(record) },
    { numbers: [1, 2], flag: null },
    { url: '?%7B%22numbers%22%3A%5B1%2C2%5D%2C%22flag%22%3Anull%7D' },
    '3.2',
  ),
  parameterCase(
    'the whole query as text',
    'OpenAPI 3.2, 4.12.3',
    { in: 'querystring', content: { 'text/plain': { schema: text } } },
    '$.a.b[1:1]',
    { url: '?%24.a.b%5B1%3A1%5D' },
    '3.2',
  ),
];

// Builds a case for a path template with a value of `color`. `sent` is the path that is sent. Without it, the call is
// refused.
const besideText = (
  [
    ['/v{color}', '.', '/v.'],
    ['/{color}.json', '.', '/..json'],
    ['/{color}.json', '..', '/...json'],
    ['/x/{color}', '%2e%2e', '/x/%252e%252e'],
    ['/x/{color}', '%2E', '/x/%252E'],
    ['/x/{color}', '...', '/x/...'],
    ['/{color}%2E', '.', undefined],
    ['/.{color}', '.', undefined],
    ['/{color}.', 'a', '/a.'],
    ['/a{color}/..{shade}', '..', '/a../..x'],
    ['/{color}.{shade}', '.', '/..x'],
  ] as const
).map(
  ([path, value, url]): WireCase => ({
    name: `${JSON.stringify(value)} in ${path}`,
    cite: 'RFC 6570, 3.2.2; RFC 3986, 5.2.4',
    path,
    operation: {
      parameters: ['color', 'shade'].flatMap((name) =>
        path.includes(`{${name}}`) ? [{ name, in: 'path', required: true, schema: text }] : [],
      ),
    },
    args: { color: value, ...(path.includes('{shade}') && { shade: 'x' }) },
    expected: url === undefined ? { refused: 'color' } : { url },
  }),
);

const labels = (
  [
    ['/a{color}', '', '/a.'],
    ['/a{color}', '.', '/a..'],
    ['/a{color}', ['b', ''], '/a.b,'],
    ['/{color}', '', undefined],
    ['/{color}', '.', undefined],
    ['/{color}', ['.', 'b'], '/..,b'],
  ] as const
).map(
  ([path, value, url]): WireCase => ({
    name: `${JSON.stringify(value)} as label in ${path}`,
    cite: 'RFC 6570, 3.2.5; RFC 3986, 5.2.4',
    path,
    operation: {
      parameters: [
        { name: 'color', in: 'path', required: true, style: 'label', schema: typeof value === 'string' ? text : list },
      ],
    },
    args: { color: value },
    expected: url === undefined ? { refused: 'color' } : { url },
  }),
);

const together: readonly WireCase[] = [
  ...besideText,
  ...labels,
  {
    name: 'parameters of each location together, in their order',
    cite: 'OpenAPI, Path Templating; RFC 3986, 3.4; RFC 6265, 4.2.1',
    path: '/a b/{x}.{y}/{z}/é',
    operation: {
      parameters: [
        { name: 'x', in: 'path', required: true, schema: text },
        { name: 'y', in: 'path', required: true, schema: { type: 'integer' } },
        { name: 'z', in: 'path', required: true, style: 'matrix', schema: text },
        { name: 'q', in: 'query', schema: text },
        { name: 'r', in: 'query', schema: list },
        { name: 'c', in: 'cookie', schema: text },
        { name: 'd', in: 'cookie', schema: { type: 'boolean' } },
      ],
    },
    args: { x: 'a', y: -1, z: 'm', q: '1', r: ['2', '3'], c: 'x', d: false },
    expected: { url: '/a%20b/a.-1/;z=m/%C3%A9?q=1&r=2&r=3', headers: { cookie: 'c=x; d=false' } },
  },
];

/** Characters, names, absent values, refused values and documents, in each location. */
export const encodingCases: readonly WireCase[] = [
  ...characters,
  ...names,
  ...absences,
  ...refusals,
  ...nested,
  ...documents,
  ...together,
];
