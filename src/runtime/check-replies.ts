import { findMediaType, readMediaType } from './read-media-type.js';
import type { Validate } from './read-parameters.js';
import { ReplyError } from './server-reply.js';
import { type Items, isItems } from './server-stream.js';

/** What the replies of every operation are checked against, by operation and status key. */
export interface ReplyChecks {
  readonly [operation: string]: { readonly [status: string]: ReplyCheck };
}

/** What one response is checked against; what is not listed may be anything. */
export interface ReplyCheck {
  readonly content?: readonly ContentCheck[];
  readonly headers?: readonly (readonly [name: string, validate: Validate, read?: Read])[];
}

/** Gives a value as the caller will read it. */
type Read = (value: unknown) => unknown;

/** `json`: the value as it is read again; `items`: each item on its way; `text`: the text. */
export interface ContentCheck {
  readonly mediaType: string;
  readonly as: 'json' | 'items' | 'text';
  readonly validate: Validate;
  /** Unless told, JSON is written and parsed again. */
  readonly read?: Read;
}

/**
 * Checks what a handler of an operation gave, and gives the body to be sent, which is checked on its way where it is a
 * stream; throws a `ReplyError` that lists what the description forbids.
 */
export type CheckReply = (operation: string, reply: unknown) => unknown;

/** Makes the function that checks replies. */
export function checkAgainst(checks: ReplyChecks): CheckReply {
  return (operation, reply) => checkReply(checks[operation] ?? {}, operation, Object(reply));
}

function checkReply(
  checks: ReplyChecks[string],
  operation: string,
  { status, contentType, headers, body }: CheckedReply,
): unknown {
  const check = checks[String(status)];
  const given = new Map<string, unknown>(Object.entries(Object(headers)));
  for (const [name, validate, read] of check?.headers ?? []) {
    const value = given.get(name);
    if (value !== undefined)
      refuseFailures(validate, read ? read(value) : value, `${operation}: header '${name}' of its reply ${status}`);
  }
  const content = check && findContentCheck(check, contentType);
  if (!content) return body;
  const place = `${operation}: body of its reply ${status}`;
  if (content.as === 'items') return isItems(body) ? checkItems(content, body, place) : body;
  const { read = content.as === 'json' ? readAgain : (text: unknown) => text } = content;
  refuseFailures(content.validate, read(body), place);
  return body;
}

function findContentCheck({ content = [] }: ReplyCheck, contentType: unknown): ContentCheck | undefined {
  if (contentType === undefined) return content[0];
  const mediaType = readMediaType(String(contentType));
  return mediaType && findMediaType(content, mediaType);
}

interface CheckedReply {
  readonly status?: unknown;
  readonly contentType?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

async function* checkItems(
  { validate, read = readAgain }: ContentCheck,
  items: Items<unknown>,
  place: string,
): AsyncGenerator<unknown> {
  let index = 0;
  for await (const item of items) {
    refuseFailures(validate, read(item), `${place}, item ${index}`);
    index += 1;
    yield item;
  }
}

// What counts is what the caller will read: a `Date` is text, `undefined` is not there.
function readAgain(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}

function refuseFailures(validate: Validate, value: unknown, place: string): void {
  const failures = validate(value);
  if (failures.length === 0) return;
  throw new ReplyError(failures.map(({ instancePath, message }) => `${place}${instancePath}: ${message}`).join('; '));
}
