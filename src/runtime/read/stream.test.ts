import { describe, expect, test } from 'vitest';
import type { ReadItems, StreamContext } from '../values/stream-types.js';
import { readEvents, readJsonEvents } from './stream-events.js';
import { readJsonLines, readJsonSequence } from './stream-json.js';
import { readPartItems, readParts } from './stream-parts.js';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

// An empty chunk changes nothing.
async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    yield new Uint8Array();
  }
}

function makeContext(options: Partial<StreamContext> = {}): StreamContext {
  return { contentType: '', maxBytes: 1e6, operation: 'watch', progress: {}, ...options };
}

async function readAll(read: ReadItems, text: string, context = makeContext(), size = 1e6): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of read(chunksOf(bytesOf(text), size), context)) items.push(item);
  return items;
}

/** Reads a stream in one piece, byte by byte, and cut at each position. The results must be equal. */
async function readSplit(read: ReadItems, text: string, options?: Partial<StreamContext>): Promise<unknown[]> {
  const whole = await readAll(read, text, makeContext(options));
  for (let size = 1; size <= Math.min(bytesOf(text).length, 40); size += 1) {
    expect(await readAll(read, text, makeContext(options), size), `in pieces of ${size} bytes`).toEqual(whole);
  }
  return whole;
}

describe('server-sent events (WHATWG HTML, 9.2.6)', () => {
  test.each<[string, string, object[]]>([
    // The examples of section 9.2.6.
    ['stocks', 'data: YHOO\ndata: +2\ndata: 10\n\n', [{ data: 'YHOO\n+2\n10' }]],
    [
      'four blocks',
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n',
      [{ data: 'first event', id: '1' }, { data: 'second event', id: '' }, { data: ' third event' }],
    ],
    ['empty data', 'data\n\ndata\ndata\n\ndata:', [{ data: '' }, { data: '\n' }]],
    ['space after the colon', 'data:test\n\ndata: test\n\n', [{ data: 'test' }, { data: 'test' }]],
    // WHATWG HTML, 9.2.5: line ends and byte order mark.
    ['CR', 'data: a\rdata: b\r\r', [{ data: 'a\nb' }]],
    ['CRLF', 'data: a\r\ndata: b\r\n\r\n', [{ data: 'a\nb' }]],
    ['mixed', 'data: a\r\ndata: b\rdata: c\n\r', [{ data: 'a\nb\nc' }]],
    ['a byte order mark', '\ufeffdata: a\n\ndata: \ufeffb\n\n', [{ data: 'a' }, { data: '\ufeffb' }]],
    ['two byte order marks', '\ufeff\ufeffdata: a\n\ndata: b\n\n', [{ data: 'b' }]],
    // WHATWG HTML, 9.2.6: the fields.
    ['a type', 'event: add\ndata: 73857293\n\n', [{ event: 'add', data: '73857293' }]],
    ['the last type counts', 'event: a\nevent: b\ndata: x\n\n', [{ event: 'b', data: 'x' }]],
    ['an empty type', 'event: a\nevent\ndata: x\n\n', [{ data: 'x' }]],
    ['a type alone', 'event: a\n\ndata: x\n\n', [{ data: 'x' }]],
    ['an id with NUL', 'id: a\0b\ndata: x\n\n', [{ data: 'x' }]],
    ['retry', 'retry: 100\ndata: x\n\nretry: 1e3\ndata: y\n\n', [{ retry: 100, data: 'x' }, { data: 'y' }]],
    ['other fields', 'datas: x\nData: y\nfoo\ndata: z\n\n', [{ data: 'z' }]],
    ['a colon in a value', 'data: a: b\n\n', [{ data: 'a: b' }]],
    ['a comment inside', 'data: a\n:data: b\ndata: c\n\n', [{ data: 'a\nc' }]],
    ['characters of several bytes', 'data: ü漢🎈\n\n', [{ data: 'ü漢🎈' }]],
    // WHATWG HTML, 9.2.6: the end of the stream drops an incomplete event.
    ['no blank line at the end', 'data: a\n\ndata: b\n', [{ data: 'a' }]],
    ['no line end at the end', 'data: a', []],
  ])('%s', async (_what, text, expected) => {
    expect(await readSplit(readEvents, text)).toEqual(expected);
  });

  test('an event is yielded as soon as its blank line arrives, even if an LF may follow the CR', async () => {
    let send: (text: string) => void = () => {};
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(bytesOf(text));
      },
    });
    const events = readEvents(source, makeContext());
    send('data: a\r\r');
    expect(await events.next()).toMatchObject({ value: { data: 'a' } });
    send('\ndata: b\r\n\r\n');
    expect(await events.next()).toMatchObject({ value: { data: 'b' } });
  });

  test.each([
    ['id: 1\ndata: a\n\n', { lastEventId: '1' }],
    ['id: 1\n\nretry: 20\n\n', { lastEventId: '1', retryMs: 20 }],
    ['id: 1\ndata: a\n\nid\ndata: b\n\n', { lastEventId: '' }],
    ['id: 1\ndata: a\n\nid: 2\ndata: b\n', { lastEventId: '1' }],
    ['retry: 5', {}],
    ['retry: -5\n\n', {}],
  ])('after %j, the next connection begins with %j', async (text, expected) => {
    const context = makeContext();
    await readAll(readEvents, text, context);
    expect(context.progress).toEqual(expected);
  });

  test('JSON in a field', async () => {
    expect(await readAll(readJsonEvents('data'), 'event: a\ndata: {"b":\ndata: 1}\n\n')).toEqual([
      { event: 'a', data: { b: 1 } },
    ]);
    await expect(readAll(readJsonEvents('data'), 'data: {\n\n')).rejects.toMatchObject({
      name: 'StreamItemError',
      text: '{',
    });
  });

  test.each([
    ['data: 1234\n\n', 10, [{ data: '1234' }]],
    ['data: 1\ndata: 2\ndata: 3\ndata: 4\ndata: 5\n\n', 10, [{ data: '1\n2\n3\n4\n5' }]],
    ['data: 12345\n\ndata: 12345\n\n', 11, [{ data: '12345' }, { data: '12345' }]],
  ])('%j fits into a limit of %s', async (text, maxBytes, expected) => {
    expect(await readAll(readEvents, text, makeContext({ maxBytes }), 3)).toEqual(expected);
  });

  test.each(['data: aaaaaaaaaaaa', 'data: a\n'.repeat(8)])('%j is too large for a limit of 10', async (text) => {
    await expect(readAll(readEvents, text, makeContext({ maxBytes: 10 }), 3)).rejects.toMatchObject({
      name: 'SizeLimitError',
    });
  });
});

describe('JSON Lines', () => {
  test('each line is an item, and the last one may have no line end', async () => {
    expect(await readSplit(readJsonLines, '{"a":1}\r\n[2]\n\n"ü\\n"\nnull\n 3 ')).toEqual([
      { a: 1 },
      [2],
      'ü\n',
      null,
      3,
    ]);
    expect(await readAll(readJsonLines, '')).toEqual([]);
  });

  test('text that is not JSON is an error with that text, after the items before it', async () => {
    const items = readJsonLines(chunksOf(bytesOf('1\n{"a"\n2\n'), 2), makeContext());
    expect(await items.next()).toEqual({ done: false, value: 1 });
    await expect(items.next()).rejects.toMatchObject({ name: 'StreamItemError', text: '{"a"' });
  });

  test('an endless line exceeds the limit', async () => {
    await expect(readAll(readJsonLines, `"${'a'.repeat(100)}`, makeContext({ maxBytes: 50 }), 7)).rejects.toMatchObject(
      { name: 'SizeLimitError' },
    );
  });
});

describe('text in pieces', () => {
  test.each<[string, Partial<StreamContext>, unknown]>([
    ['"ab"\n"cd"\n', { maxBytes: 4 }, ['ab', 'cd']],
    ['"abcd"\n"ef"', { maxBytes: 4 }, 'SizeLimitError'],
    ['1\n2', { parse: (text: string) => [text] }, [['1'], ['2']]],
  ])('%j, %o', async (text, options, expected) => {
    const read = readAll(readJsonLines, text, makeContext(options), 1).catch((error: Error) => error.name);
    expect(await read).toEqual(expected);
  });

  test.each([
    ['JSON Lines', readJsonLines, '"a"\n"', '\u00fc"\n'],
    ['a JSON sequence', readJsonSequence, '\u001e"a"\n\u001e"', '\u00fc"\n'],
    ['JSON in parts', readPartItems('json'), '--b\r\n\r\n"a"\r\n--b\r\n\r\n"', '\u00fc"\r\n--b--'],
  ])('bytes that are not UTF-8 are an error in %s, after the items before them', async (_, read, before, after) => {
    for (const cut of [1, 2]) {
      const bytes = Buffer.concat([bytesOf(before), bytesOf(after).subarray(0, 1), bytesOf(after).subarray(2)]);
      const items = read(chunksOf(bytes, cut), makeContext({ contentType: 'multipart/mixed; boundary=b' }));
      expect(await items.next()).toEqual({ done: false, value: 'a' });
      await expect(items.next()).rejects.toThrow(/^\w+: an item of the response is not UTF-8$/);
    }
  });

  test('a character that is cut off at the end is an error, and is replaced in events', async () => {
    const cut = bytesOf('data: \u00fc').subarray(0, -1);
    await expect(readJsonLines(chunksOf(cut, 1), makeContext()).next()).rejects.toThrow('is not UTF-8');
    const event = Buffer.concat([cut, bytesOf('\n\n')]);
    expect(await readEvents(chunksOf(event, 1), makeContext()).next()).toMatchObject({ value: { data: '\ufffd' } });
  });
});

describe('JSON text sequences (RFC 7464)', () => {
  test.each([
    ['\u001e"abcd"', 6, ['abcd']],
    ['\u001e[1]\n\u001e[2]\n', 5, [[1], [2]]],
    ['\u001e"abcd"', 5, 'SizeLimitError'],
    ['\u001e-1', 9, 'StreamItemError'],
    ['\u001e1 ', 9, [1]],
    ['\u001e"a" \n', 9, ['a']],
  ])('%j with a limit of %s', async (text, maxBytes, expected) => {
    const read = readAll(readJsonSequence, text, makeContext({ maxBytes }), 1).catch((error: Error) => error.name);
    expect(await read).toEqual(expected);
  });

  test.each([
    ['\u001e{"a":1}\n\u001e[2]\n', [{ a: 1 }, [2]]],
    // RFC 7464, 2.1: several separators in a row count as one.
    ['\u001e\u001e1\n\u001e\u001e', [1]],
    ['\n\u001e \u001e1\n', [1]],
    // RFC 7464, 2.1: any JSON text, also with white space.
    ['\u001e{\n "a": [\n1\n]\n}\n\u001e"b\\n"\n\u001enull\n', [{ a: [1] }, 'b\n', null]],
    // RFC 7464, 2.4: objects, arrays and strings need no white space after them.
    ['\u001e[1]\u001e{}\u001e"a"', [[1], {}, 'a']],
    ['', []],
  ])('%j', async (text, expected) => {
    expect(await readSplit(readJsonSequence, text)).toEqual(expected);
  });

  // RFC 7464, 2.4: "123" may have been "1234". RFC 7464, 2.3: a text that is not JSON.
  test.each(['\u001e123', '\u001etrue\u001e[1]\n', '\u001enull', '\u001e{"a"\n', '1\n', '\u001e1\n2\n'])(
    '%j cannot be read',
    async (text) => {
      for (const size of [1, 1e6]) {
        const read = readAll(readJsonSequence, text, makeContext(), size);
        await expect(read).rejects.toMatchObject({ name: 'StreamItemError' });
      }
    },
  );

  test('a text is yielded as soon as its line feed arrives', async () => {
    const source = new ReadableStream<Uint8Array>({ start: (at) => at.enqueue(bytesOf('\u001e{"a":1}\n')) });
    expect(await readJsonSequence(source, makeContext()).next()).toEqual({ done: false, value: { a: 1 } });
  });
});

describe('parts of a multipart response (RFC 2046, 5.1.1)', () => {
  const contentType = 'multipart/mixed; boundary="simple boundary"';
  // The example of RFC 2046, section 5.1.1, with a closing epilogue.
  const example = [
    'This is the preamble.',
    '',
    '--simple boundary',
    '',
    'This is implicitly typed plain US-ASCII text.',
    'It does NOT end with a linebreak.',
    '--simple boundary',
    'Content-type: text/plain; charset=us-ascii',
    '',
    'This is explicitly typed plain US-ASCII text.',
    'It DOES end with a linebreak.',
    '',
    '--simple boundary--',
    '',
    'This is the epilogue.',
  ].join('\r\n');

  test('the example of RFC 2046', async () => {
    expect(await readSplit(readPartItems('text'), example, { contentType })).toEqual([
      'This is implicitly typed plain US-ASCII text.\r\nIt does NOT end with a linebreak.',
      'This is explicitly typed plain US-ASCII text.\r\nIt DOES end with a linebreak.\r\n',
    ]);
    const [first, second] = (await readAll(readParts, example, makeContext({ contentType }))) as { headers: Headers }[];
    expect(first?.headers.get('content-type')).toBeNull();
    expect(second?.headers.get('content-type')).toBe('text/plain; charset=us-ascii');
  });

  test('JSON and bytes, white space after a delimiter, an empty part', async () => {
    const mixed = { contentType: 'multipart/mixed; charset=x; boundary=b' };
    const text = '--b \t\r\nX-A: 1\r\n: no name\r\nno x-a: 3\r\nx-a:\r\n  2\r\n\r\n{"a":1}\r\n--b\r\n\r\n2\r\n--b--';
    expect(await readSplit(readPartItems('json'), text, mixed)).toEqual([{ a: 1 }, 2]);
    const [part] = (await readAll(readParts, text, makeContext(mixed))) as { headers: Headers }[];
    expect(part?.headers.get('x-a')).toBe('1, 2');
    expect(await readAll(readPartItems('bytes'), '--b\r\n\r\n\r\n--b--', makeContext(mixed))).toEqual([
      new Uint8Array(),
    ]);
    expect(await readAll(readPartItems('bytes'), '--b--', makeContext(mixed))).toEqual([]);
    expect(await readSplit(readPartItems('text'), '--b\r\n\r\na\r\r\n--b--', mixed)).toEqual(['a\r']);
  });

  test.each([
    ['--b\r\n\r\n1\r\n', 'multipart/mixed; boundary=b'],
    ['--b\r\n\r\n1\r\n--b--', 'multipart/mixed'],
    ['--b\r\nno end of headers\r\n--b--', 'multipart/mixed; boundary=b'],
    ['--b\r\n\r\n{\r\n--b--', 'multipart/mixed; boundary=b'],
    ['--b\r\n\r\n1\r\n--bc\r\n\r\n2\r\n--b--', 'multipart/mixed; boundary=b'],
    ['--b\r\n\r\n1\r\n--b--c\r\n\r\n2\r\n--b--', 'multipart/mixed; boundary=b'],
    ['--b\r\n\r\n1\r\n--b--c', 'multipart/mixed; boundary=b'],
    ['--b\r\n\r\n1--b--', 'multipart/mixed; boundary=b'],
  ])('%j of %j cannot be read', async (text, type) => {
    for (const size of [1, text.length])
      await expect(
        readAll(readPartItems('json'), text, makeContext({ contentType: type }), size),
      ).rejects.toMatchObject({ name: 'StreamItemError' });
  });

  test('text is read in its charset, and JSON is UTF-8', async () => {
    const mixed = makeContext({ contentType: 'multipart/mixed; boundary=b' });
    const part = '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\n"\u00e9"\r\n--b--';
    expect(await readAll(readPartItems('json'), part, mixed)).toEqual(['\u00e9']);
    expect(await readAll(readPartItems('text'), part, mixed)).toEqual(['"\u00c3\u00a9"']);
  });

  test('an endless part exceeds the limit', async () => {
    const limited = makeContext({ contentType, maxBytes: 40 });
    await expect(readAll(readParts, example, limited, 5)).rejects.toMatchObject({ name: 'SizeLimitError' });
  });
});
