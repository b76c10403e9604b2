import { expect, test } from 'vitest';
import { Malformed } from '../read/json.js';
import { type FormPlan, formReader, multipartReader, validateFiles } from './form.js';

const text = { style: 'form', explode: true, shape: ['string'] } as const;
const plan: FormPlan = {
  fields: [
    { name: 'name', value: text },
    { name: 'age', value: { ...text, shape: ['integer'] } },
    { name: 'tags', value: text, repeated: true },
    { name: 'address', value: 'json' },
    { name: 'ids', value: { ...text, explode: false, shape: { items: ['integer'] } } },
    { name: 'photo', value: 'bytes' },
  ],
};
const options = { maxDepth: 100, contentType: 'multipart/form-data; boundary=xYz' };
const encode = (body: string): Uint8Array => new TextEncoder().encode(body);
const readUrlencoded = (body: string): unknown => formReader(plan)(encode(body), options);

test('a form is read by its fields', () => {
  expect(
    readUrlencoded('name=Tom+%26+Jerry&age=3&tags=a&tags=b%2Cc&address=%7B%22city%22%3A%22X%22%7D&ids=1,2&other=1'),
  ).toEqual({ name: 'Tom & Jerry', age: 3, tags: ['a', 'b,c'], address: { city: 'X' }, ids: [1, 2], other: '1' });
  expect(readUrlencoded('')).toEqual({});
});

test('a form may contain large numbers', () => {
  let count = 0;
  const onLarge = (): void => {
    count += 1;
  };
  formReader(plan)(encode(''), { ...options, onLarge });
  multipartReader(plan)(encode('--xYz--'), { ...options, onLarge });
  expect(count).toBe(2);
});

test.each([
  ['name=a&name=b', "has a field 'name' that is given more than once"],
  ['address={', 'must be JSON'],
  ['%ff=1', 'has a name that is not percent-encoded UTF-8'],
  ['name=%', "has a field 'name' that is not percent-encoded UTF-8"],
  ['__proto__=1', "must not have '__proto__'"],
  ['constructor[prototype]=1&constructor=2', "must not have 'constructor'"],
])('the form %s is refused', (body, message) => {
  expect(() => readUrlencoded(body)).toThrow(
    expect.toSatisfy((error) => error instanceof Malformed && error.message === message),
  );
});

function multipart(...parts: readonly string[]): string {
  return `${parts.map((part) => `--xYz\r\n${part}\r\n`).join('')}--xYz--\r\n`;
}
const field = (name: string, value: string, more = ''): string =>
  `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}`;

test('a field by style is read from its parts, which are not percent-encoded (OpenAPI 3.2, 4.15.1.2)', () => {
  const object = { properties: [['a b', ['string']]], additional: ['string'] } as const;
  const styled = multipartReader({
    fields: [
      { name: 'form', value: { ...text, shape: { properties: [['x', ['string']]] } } },
      { name: 'many', value: { ...text, shape: { items: ['string'] } } },
      { name: 'one', value: { ...text, explode: false, shape: { items: ['string'] } } },
      { name: 'space', value: { style: 'spaceDelimited', explode: false, shape: { items: ['string'] } } },
      { name: 'pipe', value: { style: 'pipeDelimited', explode: false, shape: { items: ['string'] } } },
      { name: 'deep', value: { style: 'deepObject', explode: true, shape: object } },
    ],
  });
  const body = multipart(
    field('x', '1,2 %20+'),
    field('many', 'a,b'),
    field('many', 'c'),
    field('one', 'a b,%,+'),
    field('space', '+ %'),
    field('pipe', '%|ü'),
    field('deep[a b]', '100%+'),
  );
  expect(styled(encode(body), options)).toEqual({
    form: { x: '1,2 %20+' },
    many: ['a,b', 'c'],
    one: ['a b', '%', '+'],
    space: ['+', '%'],
    pipe: ['%', 'ü'],
    deep: { 'a b': '100%+' },
  });
});

test('a field that may be an object or text is found by its own name and by the names of the members', () => {
  const shape = { anyOf: [{ properties: [['x', ['string']]] }, ['string']] } as const;
  const fields: FormPlan['fields'] = [{ name: 'data', value: { ...text, shape } }];
  const read = (name: string): unknown[] => [
    formReader({ fields })(encode(`${name}=1`), options),
    multipartReader({ fields })(encode(multipart(field(name, '1'))), options),
  ];
  expect(read('x')).toEqual([{ data: { x: '1' } }, { data: { x: '1' } }]);
  expect(read('data')).toEqual([{ data: '1' }, { data: '1' }]);
});

test('a field by style that has another form is refused, and never left out', () => {
  const member = [['x', ['string']]] as const;
  const fields: FormPlan['fields'] = [
    { name: 'deep', value: { style: 'deepObject', explode: true, shape: { properties: member } } },
    { name: 'flat', value: { ...text, shape: { properties: member } } },
    {
      name: 'either',
      value: { style: 'deepObject', explode: true, shape: { anyOf: [{ properties: member }, ['string']] } },
    },
  ];
  const readBoth = (...names: readonly string[]): unknown[] => [
    formReader({ fields })(encode(names.map((name) => `${name}=1`).join('&')), options),
    multipartReader({ fields })(encode(multipart(...names.map((name) => field(name, '1')))), options),
  ];
  for (const names of [['deep'], ['deep', 'deep[x]'], ['flat'], ['either', 'either[x]']])
    expect(() => readBoth(...names)).toThrow(`has a field '${names[0]}' instead of one for each of its members`);
  // These names do not belong to the field, so they are fields of their own, which a closed schema forbids.
  for (const name of ['deep[]', 'deep[x', 'deeper']) expect(readBoth(name)).toEqual([{ [name]: '1' }, { [name]: '1' }]);
  expect(readBoth('either', 'x')[0]).toEqual({ flat: { x: '1' }, either: '1' });
});

test('a multipart body is read by its fields, and its files stay unchanged', async () => {
  const bytes = String.fromCharCode(0, 13, 10, 45, 45, 120);
  const body = multipart(
    field('name', ' Tom%20\r\n'),
    field('age', '3'),
    field('tags', 'a'),
    field('tags', 'b'),
    `content-type: application/json\r\n${field('address', '{"city":"X"}')}`,
    field('photo', bytes, '; filename="a%22b.png"\r\nContent-Type: image/png'),
  );
  const value = multipartReader(plan)(encode(`preamble\r\n${body}epilogue`), options);
  expect(value).toMatchObject({ name: ' Tom%20\r\n', age: 3, tags: ['a', 'b'], address: { city: 'X' } });
  const { photo } = value as { photo: File };
  expect({ name: photo.name, type: photo.type }).toEqual({ name: 'a"b.png', type: 'image/png' });
  expect(await photo.text()).toBe(bytes);
  const seen: unknown[] = [];
  validateFiles((given) => {
    seen.push(given);
    return [];
  })({ photo, list: [photo, 1] });
  expect(seen).toEqual([{ photo: '      ', list: ['      ', 1] }]);
});

test.each([
  ['', 'does not begin with its boundary'],
  [multipart(field('name', 'a'), field('name', 'b')), "has the field 'name' more than once"],
  [multipart('X: y\r\n\r\na'), 'has a part without a name'],
  [
    multipart(`Content-Disposition: form-data; name="x"\r\n${field('name', 'a')}`),
    "has a part with 'content-disposition' more than once",
  ],
  [multipart('Content-Disposition: form-data; name="name"'), 'has a part whose headers do not end'],
  [`--xYz\r\n${field('name', 'a')}`, 'ends within a part'],
  [`--xYz\r\n${field('name', 'a')}\r\n--xYz\r\n`, 'ends within a part'],
  [multipart(field('__proto__', 'a')), "must not have '__proto__'"],
  [multipart(...Array.from({ length: 1001 }, () => field('x', ''))), 'has more than 1000 parts'],
  [multipart(field('x', '', `; ${'x'.repeat(9000)}`)), 'has a part with more than 8192 bytes of headers'],
])('the multipart body %# is refused', (body, message) => {
  expect(() => multipartReader(plan)(encode(body), options)).toThrow(
    expect.toSatisfy((error) => error instanceof Malformed && error.message === message),
  );
});

test('a multipart body needs a boundary', () => {
  expect(() => multipartReader(plan)(encode(''), { ...options, contentType: 'multipart/form-data' })).toThrow(
    expect.objectContaining({ message: 'has no boundary' }),
  );
});

const read = (fields: FormPlan['fields'], ...parts: readonly string[]): unknown =>
  multipartReader({ fields })(encode(multipart(...parts)), options);

test('a part without a described type is read by its headers', async () => {
  const fields = [{ name: 'x', value: 'part' }] as const;
  expect(read(fields, field('x', '{"a":1}', '\r\nContent-Type: application/json'))).toEqual({ x: { a: 1 } });
  expect(read(fields, field('x', '[1]', '\r\nContent-Type: Application/A+JSON; v=1'))).toEqual({ x: [1] });
  expect(read(fields, field('x', '1', '\r\nContent-Type: application/jsonl'))).toEqual({ x: '1' });
  expect(read(fields, field('x', '1'))).toEqual({ x: '1' });
  // A part with a file name is a file, even if it contains JSON or the name is empty.
  for (const name of ['a.json', '']) {
    const { x } = read(fields, field('x', '1', `; filename="${name}"\r\nContent-Type: application/json`)) as {
      x: File;
    };
    expect([x.name, x.type, await x.text()]).toEqual([name, 'application/json', '1']);
  }
});

test('a file has the type text/plain and no name by default (RFC 7578, 4.4)', () => {
  const { x } = read([{ name: 'x', value: 'bytes' }], field('x', '1')) as { x: File };
  expect([x.name, x.type]).toEqual(['', 'text/plain']);
});

test('the text of a part is read in its charset', () => {
  const fields = [{ name: 'x', value: 'text' }] as const;
  const latin = multipart(field('x', 'caf#', '\r\nContent-Type: text/plain; charset=iso-8859-1'));
  const bytes = encode(latin).map((byte) => (byte === 0x23 ? 0xe9 : byte));
  expect(multipartReader({ fields })(bytes, options)).toEqual({ x: 'caf\u00e9' });
  const noUtf8 = encode(multipart(field('x', '#'))).map((byte) => (byte === 0x23 ? 0xe9 : byte));
  expect(() => multipartReader({ fields })(noUtf8, options)).toThrow("has a field 'x' that must be text in utf-8");
  expect(() => read(fields, field('x', 'a', '\r\nContent-Type: text/plain; charset=klingon'))).toThrow(
    "has a field 'x' that must be text in klingon",
  );
  // A byte order mark is part of the text.
  expect(read(fields, field('x', '\ufeffa'))).toEqual({ x: '\ufeffa' });
});

test('a form that is not UTF-8 is refused', () => {
  expect(() => formReader(plan)(new Uint8Array([0x61, 0x3d, 0xff]), options)).toThrow('must be text in utf-8');
});

test('a part that names its media type must have one of those of the field', () => {
  const fields = [{ name: 'x', value: 'text', contentTypes: ['text/*', 'image/png'] }] as const;
  const send = (type: string): unknown => read(fields, field('x', '1', `\r\nContent-Type: ${type}`));
  expect([send('text/csv'), send('image/png; a=b'), read(fields, field('x', '1'))]).toEqual(
    Array.from({ length: 3 }, () => ({ x: '1' })),
  );
  for (const type of ['image/gif', 'png'])
    expect(() => send(type)).toThrow("has a field 'x' that must be of text/* or image/png");
});

test.each([
  ['b', true],
  ['b'.repeat(70), true],
  ['b'.repeat(71), false],
  ['', false],
])('the boundary %j is accepted: %s (RFC 2046, 5.1.1)', (boundary, isAccepted) => {
  const readOne = (): unknown =>
    multipartReader(plan)(encode(`--${boundary}\r\n${field('name', 'a')}\r\n--${boundary}--`), {
      ...options,
      contentType: `multipart/form-data; boundary=${boundary}`,
    });
  if (isAccepted) expect(readOne()).toEqual({ name: 'a' });
  else expect(readOne).toThrow('has no boundary');
});

test('fields that are not listed are read by the plan of further fields', () => {
  const additional = { name: '', value: { ...text, shape: ['integer'] } } as const;
  expect(formReader({ fields: [], additional })(encode('a=1&b=2'), options)).toEqual({ a: 1, b: 2 });
  const many = { name: '', value: text, repeated: true } as const;
  expect(
    formReader({ fields: [{ name: 'a', value: text }], additional: many })(encode('a=1&b=2&b=3'), options),
  ).toEqual({ a: '1', b: ['2', '3'] });
  // Member names of a listed field belong to that field only.
  const filter = {
    name: 'f',
    value: { style: 'deepObject', explode: true, shape: { properties: [], additional: ['string'] } },
  } as const;
  expect(formReader({ fields: [filter], additional })(encode('f[a]=x&fa=2'), options)).toEqual({
    f: { a: 'x' },
    fa: 2,
  });
  expect(
    multipartReader({ fields: [filter], additional })(encode(multipart(field('f[a]', 'x'), field('fa', '2'))), options),
  ).toEqual({ f: { a: 'x' }, fa: 2 });
});

test('a listed field may have a name with a meaning to JavaScript', () => {
  const form = formReader({ fields: [{ name: '__proto__', value: text }] })(encode('__proto__=a'), options);
  expect(Object.entries(Object(form))).toEqual([['__proto__', 'a']]);
});

test('a refusal of a field by style names the field', () => {
  const fields = [
    { name: 'n', value: { ...text, explode: false } },
    { name: 'm', value: 'text' },
  ] as const;
  expect(() => formReader({ fields })(encode('m=1&m=2'), options)).toThrow("has the field 'm' more than once");
  expect(() => read(fields, field('n', '1'), field('n', '2'))).toThrow("has the field 'n' more than once");
});

test('a file stays unchecked, and other values are checked without a change', () => {
  const seen: unknown[] = [];
  validateFiles((given) => {
    seen.push(given);
    return [];
  })({ a: new File(['\u00fc'], 'x'), b: { c: 1 }, d: [new File([], 'x'), 'e'], f: null });
  expect(seen).toEqual([{ a: '  ', b: { c: 1 }, d: ['', 'e'], f: null }]);
});

test('text, JSON and names of a form write a space as + or %20', () => {
  const fields = [
    { name: 'a b', value: 'text' },
    { name: 'j', value: 'json' },
  ] as const;
  expect(formReader({ fields })(encode('a+b=c+d%20e%2B&j=%22a+b%22'), options)).toEqual({ 'a b': 'c d e+', j: 'a b' });
});
