import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSeed } from '../../../test/seed.js';
import { jsonHeader, styledHeader } from '../client/typed-headers.js';
import type { PrimitiveType } from '../read/text.js';
import { type OneShape, readHeaderText } from '../read/value.js';
import { ReplyError, writeReply } from '../server/reply.js';
import { type Draft, setHeader } from '../write/draft.js';
import { headerJson, writeHeader } from '../write/header.js';
import { InvalidInputError } from './errors.js';
import type { HeaderForm } from './header-text.js';

type Written = { readonly text: string | null } | { readonly refusal: string };

function attempt(write: () => Headers): Written {
  try {
    return { text: write().get('x-a') };
  } catch (error) {
    if (!(error instanceof InvalidInputError || error instanceof ReplyError)) throw error;
    return { refusal: error.message };
  }
}

/** Writes a header of a request, as a client does. */
function send(value: unknown, form: HeaderForm): Written {
  return attempt(() => {
    const draft: Pick<Draft, 'headers'> = { headers: {} };
    if (form === 'json') Object.assign(draft.headers, { 'x-a': headerJson('x-a', value) });
    else writeHeader(draft, 'x-a', value, form === 'exploded');
    return new Headers(draft.headers);
  });
}

/** Writes a header without parts, as a client does. Clients need less of the runtime for these. */
function sendPlain(value: unknown): Written {
  return attempt(() => {
    const draft: Pick<Draft, 'headers'> = { headers: {} };
    setHeader(draft, 'x-a', value);
    return new Headers(draft.headers);
  });
}

/** Writes a header of a reply, as a server does. */
function reply(value: unknown, form: HeaderForm): Written {
  const plans = new Map([['200', { code: 200, content: [], headers: [{ name: 'x-a', value: form }] }]]);
  return attempt(() => {
    const { headers } = writeReply(plans, { status: 200, headers: { 'x-a': value } });
    return new Headers(headers.map(([name, text]) => [name, text]));
  });
}

const names = ['a', 'b', ' c', 'd=', 'e,f'];

/** The shape of these values leaves the types of the parts open. A text that is a number is read as the number. */
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a,b', ' c ', '=', '', '\u00a0', '\u00fc', '漢', 'a\nb', 'null', 'true', '1'),
);
const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()).map((value) => value + 0);
const drawn = fc.oneof(
  drawShaped(texts, ['string']),
  drawShaped(numbers, ['number']),
  drawShaped(fc.boolean(), ['boolean']),
);

function drawShaped<Value>(
  value: fc.Arbitrary<Value>,
  types: readonly PrimitiveType[],
): fc.Arbitrary<readonly [value: unknown, shape: OneShape]> {
  const members = fc.dictionary(fc.constantFrom(...names), fc.option(value), { maxKeys: 3 });
  return fc.oneof(
    value.map((one) => [one, types] as const),
    fc.array(value, { maxLength: 3 }).map((items) => [items, { items: types }] as const),
    members.map((object) => [object, { properties: [], additional: types }] as const),
  );
}

/** Returns what a reader receives: members that are `null` are undefined (RFC 6570, 2.3). */
function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}

test.each([
  ['simple', { k: 'a=b' }, 'k,a=b'],
  ['simple', ['a=b', 'c'], 'a=b,c'],
  ['exploded', { k: 'a', l: 'b' }, 'k=a,l=b'],
] as const)('by %s, the header of %j is %s', (form, value, text) => {
  expect(send(value, form)).toEqual({ text });
  expect(reply(value, form)).toEqual({ text });
});

test.each(['simple', 'exploded'] as const)(
  'a value that is written into a header by %s is read back unchanged, or refused',
  (form) => {
    let written = 0;
    const property = fc.property(drawn, ([value, shape]) => {
      const plan = { style: 'simple', explode: form === 'exploded', shape } as const;
      const sent = send(value, form);
      expect(reply(value, form)).toEqual('refusal' in sent ? { refusal: `the header ${sent.refusal}` } : sent);
      if (typeof value !== 'object') {
        const plain = sendPlain(value);
        expect('text' in plain ? plain : 'refused').toEqual('text' in sent ? sent : 'refused');
      }
      if (!('text' in sent)) expect(sent.refusal).toMatch(/^'x-a' (has|must) /);
      else if (sent.text === null) expect(isEmpty(defined(value))).toBe(true);
      else {
        written += 1;
        expect(readHeaderText(sent.text, plan, shape)).toEqual(defined(value));
        expect(styledHeader(plan)(sent.text, 'x-a', new Headers())).toEqual(defined(value));
      }
    });
    fc.assert(property, { seed: chooseSeed('headers'), numRuns: 1000 });
    expect(written).toBeGreaterThan(300);
  },
);

test('JSON in a header is read back unchanged, with any characters in its texts', () => {
  const property = fc.property(fc.jsonValue(), (value) => {
    for (const write of [send, reply]) {
      const written = write(value, 'json');
      expect('text' in written && written.text !== null && jsonHeader(written.text)).toEqual(
        JSON.parse(JSON.stringify(value)),
      );
    }
  });
  fc.assert(property, { seed: chooseSeed('headers with JSON'), numRuns: 200 });
});

test.each([
  [['a,b', ' c '], "'x-a' must not contain ',' inside a part, which it would end"],
  [[' c '], "'x-a' must not begin or end with white space, which readers remove"],
  [' c', "'x-a' must not begin or end with white space, which readers remove"],
  ['漢', "'x-a' has a character that headers cannot contain"],
  [['a\r\nb: c'], "'x-a' has a character that headers cannot contain"],
  [[['a']], "'x-a' must be text, a finite number or a boolean"],
  [new Date(0), "'x-a' must be text, a finite number or a boolean"],
  [Number.NaN, "'x-a' must be text, a finite number or a boolean"],
])('%j is refused with a message by both sides', (value, refusal) => {
  expect(reply(value, 'simple')).toEqual({ refusal: `the header ${refusal}` });
  expect(send(value, 'simple')).toEqual({ refusal });
});

test.each([[null], [[]], [{}], [{ a: null }]])(
  '%j is undefined: no header is sent, and a required header is reported as missing',
  (value) => {
    expect(send(value, 'simple')).toEqual({ text: null });
    expect(reply(value, 'simple')).toEqual({ text: null });
    const plans = new Map([
      ['200', { code: 200, content: [], headers: [{ name: 'X-A', required: true, value: 'simple' }] }],
    ] as const);
    expect(() => writeReply(plans, { status: 200, headers: { 'X-A': value } })).toThrow("the header 'X-A' is missing");
  },
);
