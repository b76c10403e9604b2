import { isItems } from './is-iterable.js';
import { findMediaType } from './read-media-type.js';
import type { Validate } from './read-parameters.js';
import { ReplyError } from './server-reply.js';
import type { Items } from './server-stream.js';
import type { StripReply } from './strip-replies.js';

/** The checks of the replies of every operation, by operation and status key. */
export interface ReplyChecks {
  readonly [operation: string]: { readonly [status: string]: ReplyCheck };
}

/** The checks of one response. Unlisted content and headers are not checked. */
export interface ReplyCheck {
  readonly content?: readonly ContentCheck[];
  readonly headers?: readonly (readonly [name: string, validate: Validate, read?: Read])[];
}

/** Converts a value to what the caller reads. */
type Read = (value: unknown) => unknown;

/** How content is checked. `json`: as the value that its reader receives; `items`: item by item; `text`: as text. */
export interface ContentCheck extends ValueCheck {
  readonly mediaType: string;
  readonly as: 'json' | 'items' | 'text';
  /** The checks of the first items, which have their own schemas. */
  readonly first?: readonly ValueCheck[];
}

/** How a value is checked. Without a validator, it is not checked. */
interface ValueCheck {
  readonly validate?: Validate;
  /** Converts the value to what the caller reads; by default writes JSON and parses it. */
  readonly read?: Read;
}

/**
 * Checks the reply of a handler and returns the body to send. The items of a stream are checked one by one as they are
 * sent. Throws a `ReplyError` that lists what the description forbids, except members that it does not declare. If a
 * body or an item has such members, passes an `UndeclaredError` to `report`.
 */
export type CheckReply = (operation: string, reply: unknown, report?: (error: Error) => void) => unknown;

/** The error for members of a reply that the description does not declare. The reply is sent. */
class UndeclaredError extends Error {
  override readonly name: string = 'UndeclaredError';
}

/** Creates the function that checks replies. `strip` finds undeclared members. */
export function checkAgainst(checks: ReplyChecks, strip: StripReply): CheckReply {
  return (operation, reply, report) => {
    const given: CheckedReply = Object(reply);
    const body = checkReply(checks[operation] ?? {}, operation, given, (whole) =>
      strip(operation, { ...given, body: whole }),
    );
    return strip(operation, { ...given, body }, (places) => {
      const shown = `${places.slice(0, 10).join(', ')}${places.length > 10 ? ` and ${places.length - 10} more` : ''}`;
      const place = `${operation}: body of its reply ${given.status}`;
      report?.(new UndeclaredError(`${place} has members that the description does not declare: ${shown}`));
    });
  };
}

function checkReply(
  checks: ReplyChecks[string],
  operation: string,
  { status, code, contentType, headers, body }: CheckedReply,
  strip: Strip,
): unknown {
  const check = checks[String(status)];
  const given = new Map<string, unknown>(Object.entries(Object(headers)));
  for (const [name, validate, read] of check?.headers ?? []) {
    const value = given.get(name);
    // The server leaves out a header that is `null`.
    if (value != null)
      refuseFailures(validate(read ? read(value) : value), `${operation}: header '${name}' of its reply ${status}`);
  }
  // These responses have no content (RFC 9110, 15).
  const content =
    code === 204 || code === 205 || code === 304 ? undefined : check && findContentCheck(check, contentType);
  if (!content) return body;
  const place = `${operation}: body of its reply ${status}`;
  if (content.as === 'items') return isItems(body) ? checkItems(content, body, place, strip) : body;
  const { validate, read = content.as === 'json' ? readAgain : (text: unknown) => text } = content;
  const failures = validate?.(read(body)) ?? [];
  if (failures.length > 0 && validate?.(read(strip(body))).length !== 0) refuseFailures(failures, place);
  return body;
}

/** Returns a body without its undeclared members, which are not failures even where the description forbids them. */
type Strip = (body: unknown) => unknown;

function findContentCheck({ content = [] }: ReplyCheck, contentType: unknown): ContentCheck | undefined {
  return contentType === undefined ? content[0] : findMediaType(content, String(contentType));
}

/** Reads the body of a part that has declared headers; by default as JSON. */
export function readPartBody(read: Read = readAgain): Read {
  return (part) => read(Object(part).body);
}

interface CheckedReply {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly contentType?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

async function* checkItems(
  check: ContentCheck,
  items: Items<unknown>,
  place: string,
  strip: Strip,
): AsyncGenerator<unknown> {
  let index = 0;
  for await (const item of items) {
    const { validate, read = readAgain } = check.first?.[index] ?? check;
    const failures = validate?.(read(item)) ?? [];
    const again = failures.length > 0 ? strip([item]) : undefined;
    if (isItems(again))
      for await (const one of again)
        if (validate?.(read(one)).length !== 0) refuseFailures(failures, `${place}, item ${index}`);
    index += 1;
    yield item;
  }
}

// The caller reads a `Date` as text and `undefined` as absent.
function readAgain(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? JSON.parse(text) : undefined;
}

function refuseFailures(failures: ReturnType<Validate>, place: string): void {
  if (failures.length === 0) return;
  throw new ReplyError(failures.map(({ instancePath, message }) => `${place}${instancePath}: ${message}`).join('; '));
}
