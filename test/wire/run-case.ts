import type { WireCase } from './wire-case.js';
import type { WireModule } from './wire-client.js';

const base = 'https://api.invalid/v1';

/** Calls the operation of a case. Returns the observed values in the form of the case's expectation. */
export async function runCase(
  api: WireModule,
  { args = {}, auth, answer, expected }: WireCase,
  index: number,
): Promise<WireCase['expected']> {
  let request: Request | undefined;
  const transport = async (url: string, init: RequestInit): Promise<Response> => {
    request = new Request(url, init);
    return new Response(streamOf(answer?.body), { status: answer?.status ?? 204, headers: answer?.headers ?? {} });
  };
  const client = api.createClient({ baseUrl: base, transport, ...(auth && { auth }) });
  const operation = api[`o${index}`] as { outcome(client: unknown, args: object): Promise<Answer> };
  let outcome: Answer | undefined;
  let error: unknown;
  try {
    outcome = await operation.outcome(client, Object.fromEntries(Object.entries(args).map(openStreams)));
  } catch (thrown) {
    error = thrown;
  }
  const refused = nameRefused(error);
  return {
    ...(refused !== undefined && { refused }),
    ...(error !== undefined && refused === undefined && { refused: `not by an error of the client: ${error}` }),
    ...(expected.url !== undefined && request && { url: request.url.slice(`${base}/o${index}`.length) }),
    ...(expected.headers && { headers: readHeaders(request, Object.keys(expected.headers)) }),
    ...(expected.body !== undefined && request && { body: await readBody(request) }),
    ...(expected.outcome && outcome && { outcome: await readOutcome(outcome, expected.outcome) }),
  };
}

// A stream can be read only once, so a case contains a function that creates it.
function openStreams([name, value]: [string, unknown]): [string, unknown] {
  if (name !== 'body') return [name, value];
  if (typeof value === 'function') return [name, value()];
  if (Object.prototype.toString.call(value) !== '[object Object]') return [name, value];
  const members = Object.entries(Object(value)).map(([key, member]) => [
    key,
    typeof member === 'function' ? member() : member,
  ]);
  return [name, Object.fromEntries(members)];
}

interface Answer {
  readonly status: number | string;
  readonly code: number;
  readonly body: unknown;
  readonly contentType?: string;
  readonly reason?: string;
}

// A response arrives byte by byte, so that a reader cannot depend on how the bytes are divided.
function streamOf(body: string | Uint8Array | undefined): ReadableStream<Uint8Array> | null {
  if (body === undefined) return null;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, at + 1));
      at += 1;
    },
  });
}

function nameRefused(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== 'InvalidInputError') return undefined;
  return /^'(.*?)'/.exec(error.message)?.[1]?.toLowerCase().replace(/^x-/, '');
}

function readHeaders(request: Request | undefined, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    names.map((name) => [name, request?.headers.get(name)?.replace(/boundary=\w+$/, 'boundary=B') ?? null]),
  );
}

async function readBody(request: Request): Promise<string> {
  const boundary = /boundary=(\w+)$/.exec(request.headers.get('content-type') ?? '')?.[1];
  const text = await request.text();
  return boundary === undefined ? text : text.replaceAll(boundary, 'B').replaceAll('\r\n', '\n');
}

async function readOutcome(answer: Answer, wanted: object): Promise<Record<string, unknown>> {
  const body = isStream(answer.body) ? await readItems(answer.body) : answer.body;
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, { ...answer, body }[key as keyof Answer]]));
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

async function readItems(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  try {
    for await (const item of stream) items.push(item);
  } catch (error) {
    items.push(error instanceof Error ? error.name : error);
  }
  return items;
}
