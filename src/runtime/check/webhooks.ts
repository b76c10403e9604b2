import type { BodyReader } from '../client/client.js';
import { findFailures, findHeaderFailures, type ResponseChecks } from '../validate/message-checks.js';
import type { Failure } from '../validate/validators.js';
import type { Draft } from '../write/draft.js';
import { CheckError } from './calls.js';

/** A webhook that a service received. */
export interface Webhook<Body, Fields> {
  readonly body: Body;
  /** The described media type as which the body was read. */
  readonly contentType: string | undefined;
  readonly headers: Headers & { readonly typed: Fields };
}

/** How one webhook is read and checked. */
export interface WebhookPlan {
  readonly read: BodyReader;
  readonly headers?: readonly (readonly [name: string, isRequired: boolean])[];
  readonly checks: ResponseChecks;
}

/** Reads the webhook with this name from the request that contains it. */
export type ReadWebhook<Webhooks> = <Name extends keyof Webhooks & string>(
  name: Name,
  request: Request,
) => Promise<Webhooks[Name]>;

/** Creates the function that reads webhooks. */
export function readWebhooks<Webhooks>(
  plans: { readonly [Name in keyof Webhooks]: WebhookPlan },
): ReadWebhook<Webhooks> {
  return async (name, request) => {
    const { read, headers: declared = [], checks } = plans[name];
    const found: Failure[] = [];
    const fail = (instancePath: string, keyword: string, expected: string): void => {
      found.push({ instancePath, schemaPointer: '', keyword, expected, message: `must be ${expected}` });
    };
    const headers = Object.assign(new Headers(request.headers), { typed: {} });
    const draft = openDraft(name);
    let body: unknown;
    try {
      body = read(headers, new Uint8Array(await request.arrayBuffer()), draft);
    } catch (thrown) {
      // A reader throws an empty text if the media type is not described.
      if (thrown) fail('/body', 'contentType', `valid ${draft.expected}`);
      else fail('/headers/content-type', 'contentType', `${draft.expected ?? 'described'}`);
    }
    const typed = Object.entries(headers.typed);
    for (const [header, isRequired] of declared) {
      if (typed.some(([each, value]) => each === header && value !== undefined)) continue;
      if (headers.has(header)) fail(`/headers/${header}`, 'type', 'of the described type');
      else if (isRequired) fail(`/headers/${header}`, 'required', 'present');
    }
    found.push(...findHeaderFailures(checks.headers, typed, (header) => `/headers/${header}`));
    const content = checks.content?.find(({ mediaType }) => mediaType === draft.expected);
    if (found.length === 0 && content && body !== undefined) found.push(...findFailures(content, body, '/body'));
    if (found.length > 0) throw new CheckError(name, found);
    const webhook: Webhook<unknown, unknown> = { body, contentType: draft.expected, headers };
    // The plans are generated from the same webhooks as the types.
    return webhook as Webhooks[typeof name];
  };
}

// Readers of bodies expect the request to which a response belongs.
function openDraft(operation: string): Draft {
  const headers = {};
  const init = { method: 'POST', headers, signal: new AbortController().signal };
  return { client: { baseUrl: '' }, operation, query: '', headers, init };
}
