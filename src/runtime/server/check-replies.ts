import {
  type ContentChecks,
  chooseChecks,
  findByMediaType,
  findFailures,
  findHeaderFailures,
  listSentHeaders,
  type ResponseChecks,
} from '../validate/message-checks.js';
import type { Failure } from '../validate/validators.js';
import { isItems } from '../values/is-iterable.js';
import { ReplyError } from './reply.js';
import type { Items } from './stream.js';
import type { StripReply } from './strip-replies.js';

/** The checks of the replies of every operation, by operation and status key. */
export interface ReplyChecks {
  readonly [operation: string]: { readonly [status: string]: ResponseChecks };
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
export function checkRepliesBy(checks: ReplyChecks, strip: StripReply): CheckReply {
  return (operation, reply, report) => {
    const given: CheckedReply = Object(reply);
    const body = checkReply(checks[operation]?.[String(given.status)] ?? {}, operation, given, (whole) =>
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
  checks: ResponseChecks,
  operation: string,
  { status, code, contentType, headers, body }: CheckedReply,
  strip: Strip,
): unknown {
  const sent = listSentHeaders(headers);
  refuse(findHeaderFailures(checks.headers, sent, (name) => `${operation}: header '${name}' of its reply ${status}`));
  // These responses have no content (RFC 9110, 15).
  const content =
    code === 204 || code === 205 || code === 304 ? undefined : findByMediaType(checks.content, contentType);
  if (!content) return body;
  const place = `${operation}: body of its reply ${status}`;
  if (content.isItems) return isItems(body) ? checkItems(content, body, place, strip) : body;
  const failures = findFailures(content, body, place);
  if (failures.length > 0 && findFailures(content, strip(body), place).length > 0) refuse(failures);
  return body;
}

/** Returns a body without its undeclared members, which are not failures even where the description forbids them. */
type Strip = (body: unknown) => unknown;

interface CheckedReply {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly contentType?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

async function* checkItems(
  content: ContentChecks,
  items: Items<unknown>,
  place: string,
  strip: Strip,
): AsyncGenerator<unknown> {
  let index = 0;
  for await (const item of items) {
    const checks = chooseChecks(content, index);
    const failures = findFailures(checks, item, `${place}, item ${index}`);
    const again = failures.length > 0 ? strip([item]) : undefined;
    if (isItems(again))
      for await (const one of again) if (findFailures(checks, one, place).length > 0) refuse(failures);
    index += 1;
    yield item;
  }
}

function refuse(failures: readonly Failure[]): void {
  if (failures.length === 0) return;
  throw new ReplyError(failures.map(({ instancePath, message }) => `${instancePath}: ${message}`).join('; '));
}
