import { findMediaType, findParameter, readMediaType } from '../read/media-type.js';
import { nameCharset } from '../values/charset.js';
import { findHeaderFault, type HeaderForm, writeHeaderText } from '../values/header-text.js';
import type { ServerResponse } from './message.js';

/** How one response is written: its status code, its content and its headers. */
export interface ReplyPlan {
  /**
   * The status code that is sent. For a range or `default`: the code if the handler chooses none; absent if it must
   * choose.
   */
  readonly code?: number;
  /** The first digit of the status codes that the handler may choose; absent: any. */
  readonly range?: 1 | 2 | 3 | 4 | 5;
  /** The media types; empty if the response has no content. */
  readonly content: readonly ReplyContent[];
  readonly headers?: readonly ReplyHeader[];
}

/**
 * How content of one media type is written. Multipart content needs a boundary (RFC 2046, 5.1.1): the server chooses
 * it, or the handler states it in `contentType`.
 */
export type ReplyContent =
  | {
      /** The media type as in the description. */
      readonly mediaType: string;
      readonly write: (body: unknown) => NonNullable<ServerResponse['body']>;
      readonly boundary?: 'stated';
    }
  | {
      readonly mediaType: string;
      readonly write: (body: unknown, boundary: string) => NonNullable<ServerResponse['body']>;
      readonly boundary: 'chosen';
    };

/** A header that the description declares. */
export interface ReplyHeader {
  readonly name: string;
  readonly required?: true;
  readonly value: HeaderForm;
  /** Converts the value. For a document, also writes its JSON. */
  readonly convert?: (value: unknown) => unknown;
}

/**
 * Further headers of a reply by name, except declared ones and `content-type`. Several values are sent as several
 * lines, and `null` and `undefined` are left out.
 */
export interface ExtraHeaders {
  readonly [name: string]: string | readonly string[] | null | undefined;
}

/** The error for a reply that does not match the description of its operation. The response is 500. */
export class ReplyError extends Error {
  override readonly name: string = 'ReplyError';
}

/** Writes the reply of a handler as a response. Throws a `ReplyError` if the description has no such reply. */
export function writeReply(plans: ReadonlyMap<string, ReplyPlan>, reply: unknown): ServerResponse {
  if (typeof reply !== 'object' || reply === null) throw new ReplyError('the handler did not return a reply');
  const { status, code, contentType, headers, extraHeaders, body }: GivenReply = reply;
  const key = String(status);
  const plan = plans.get(key);
  if (plan === undefined) throw new ReplyError(`the status '${key}' is not declared`);
  if (plan.content.length === 0 && body !== undefined && body !== null)
    throw new ReplyError(`the status '${key}' is declared without a body`);
  const sent = chooseCode(plans, plan, key, code);
  const further = plan.headers ? writeHeaders(plan.headers, headers) : [];
  if (extraHeaders !== undefined) further.push(...writeExtraHeaders(extraHeaders, plan.headers));
  checkCode(sent);
  for (const [name, value] of further) checkHeader(name, value);
  const content = sent === 204 || sent === 205 || sent === 304 ? undefined : chooseContent(plan, contentType);
  if (content === undefined) return { code: sent, headers: further };
  const given = typeof contentType === 'string' ? contentType : content.mediaType;
  if (given !== content.mediaType) checkHeader('content-type', given);
  const stated = content.boundary && findParameter(given, 'boundary');
  if (content.boundary !== 'chosen') {
    if (content.boundary === 'stated' && stated === undefined)
      throw new ReplyError("the reply needs a 'contentType' with a boundary");
    const written = content.write(body);
    const type = typeof written === 'string' ? nameCharset(given, written) : given;
    return { code: sent, headers: [['content-type', type], ...further], body: written };
  }
  const boundary = stated ?? crypto.randomUUID();
  const mediaType = stated === undefined ? `${given}; boundary=${boundary}` : given;
  return { code: sent, headers: [['content-type', mediaType], ...further], body: content.write(body, boundary) };
}

/** Returns a response that can be sent. Throws a `ReplyError` if its status code or a header is invalid. */
export function checkResponse(response: ServerResponse): ServerResponse {
  checkCode(response.code);
  for (const [name, value] of response.headers) checkHeader(name, value);
  return response;
}

function checkCode(code: number): void {
  if (!Number.isInteger(code) || code < 200 || code > 599)
    throw new ReplyError(`the status code ${code} must be an integer from 200 to 599`);
}

interface GivenReply {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly contentType?: unknown;
  readonly headers?: unknown;
  readonly extraHeaders?: unknown;
  readonly body?: unknown;
}

function chooseCode(plans: ReadonlyMap<string, ReplyPlan>, plan: ReplyPlan, key: string, code: unknown): number {
  const chosen = code ?? plan.code;
  if (plan.range === undefined && key !== 'default') {
    if (chosen === plan.code && plan.code !== undefined) return plan.code;
    throw new ReplyError(`the status '${key}' cannot have another code`);
  }
  if (typeof chosen !== 'number' || (plan.range !== undefined && Math.floor(chosen / 100) !== plan.range)) {
    throw new ReplyError(`the status '${key}' needs a code in its range`);
  }
  // Callers read a response by the Response Object whose key matches its status code most closely.
  if (plans.has(String(chosen)) || (key === 'default' && plans.has(`${Math.floor(chosen / 100)}XX`)))
    throw new ReplyError(`the code ${chosen} is declared separately, so it cannot have the status '${key}'`);
  return chosen;
}

function chooseContent(plan: ReplyPlan, contentType: unknown): ReplyContent | undefined {
  const [first, second] = plan.content;
  if (contentType === undefined && (second !== undefined || first?.mediaType.includes('*')))
    throw new ReplyError("the reply needs a 'contentType'");
  if (contentType === undefined || first === undefined) return first;
  const exact = plan.content.find(({ mediaType }) => mediaType === contentType && !mediaType.includes('*'));
  const found = exact ?? findRange(plan.content, String(contentType));
  if (!found) throw new ReplyError(`the content type '${String(contentType)}' is not declared`);
  return found;
}

// A range is not a media type that a response can have.
function findRange(content: readonly ReplyContent[], contentType: string): ReplyContent | undefined {
  if (readMediaType(contentType)?.range.includes('*')) return undefined;
  return findMediaType(
    content.filter((entry) => entry.mediaType.includes('*') || entry.boundary),
    contentType,
  );
}

/** Writes the declared headers of a reply or of a part. Throws a `ReplyError` if a required one is missing. */
export function writeHeaders(plans: readonly ReplyHeader[], headers: unknown): (readonly [string, string])[] {
  const given: object = typeof headers === 'object' && headers !== null ? headers : {};
  return plans.flatMap(({ name, required, value: style, convert }) => {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    const sent = value === undefined ? [] : writeLines(name, convert ? convert(value) : value, style);
    if (required && sent.length === 0) throw new ReplyError(`the header '${name}' is missing`);
    return sent.map((line) => [name, line] as const);
  });
}

// Cookies cannot share a line (RFC 6265, 3).
function writeLines(name: string, value: unknown, form: HeaderForm): readonly string[] {
  const isSeveral = Array.isArray(value) && form !== 'json' && name.toLowerCase() === 'set-cookie';
  const lines: readonly unknown[] = isSeveral ? value : [value];
  return lines.flatMap((line) => writeHeader(name, line, form) ?? []);
}

function writeHeader(name: string, value: unknown, form: HeaderForm): string | undefined {
  return writeHeaderText(value, form, (problem) => {
    throw new ReplyError(`the header '${name}' ${problem}`);
  });
}

function writeExtraHeaders(extra: unknown, declared: readonly ReplyHeader[] = []): (readonly [string, string])[] {
  if (typeof extra !== 'object' || extra === null) return [];
  const names = new Set(['content-type', ...declared.map(({ name }) => name.toLowerCase())]);
  return Object.entries(extra).flatMap(([name, value]: [string, unknown]) => {
    if (names.has(name.toLowerCase()))
      throw new ReplyError(`the header '${name}' is declared, so it cannot be in 'extraHeaders'`);
    const lines: readonly unknown[] = Array.isArray(value) ? value : [value];
    return lines.flatMap((line) => (line == null ? [] : [[name, String(line)] as const]));
  });
}

/** Throws a `ReplyError` for a header that cannot be sent. Field names are tokens (RFC 9110, 5.1). */
export function checkHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw new ReplyError(`'${name}' is not a valid name of a header`);
  if (framing.has(name.toLowerCase())) throw new ReplyError(`only the server can set the header '${name}'`);
  const fault = findHeaderFault(value);
  if (fault !== undefined) throw new ReplyError(`the header '${name}' ${fault}`);
}

const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Writes JSON. Throws a `ReplyError` if JSON cannot express the value. */
export function writeJsonContent(body: unknown): string {
  const text: unknown = JSON.stringify(body);
  if (typeof text !== 'string') throw new ReplyError('the body must be a JSON value');
  return text;
}

/** The usual content of a reply: JSON. */
export const jsonContent: ReplyContent = { mediaType: 'application/json', write: writeJsonContent };

/** Writes text as UTF-8. */
export function writeTextContent(body: unknown): string {
  if (typeof body === 'object' || body === undefined) throw new ReplyError('the body must be text');
  return String(body);
}
