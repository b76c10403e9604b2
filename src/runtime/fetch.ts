import type { Server, ServerRequest, ServerResponse } from './server-message.js';

/** Answers a request as the Fetch standard has them: what Deno, Bun, Cloudflare Workers, service workers and Hono call. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Gives a server as a function from `Request` to `Response`; it never rejects. Header lines of one name come joined, as the standard gives them. */
export function toFetchHandler(server: Server): FetchHandler {
  return async (request) => toResponse(await server.handle(toServerRequest(request)), request.signal);
}

function toServerRequest(request: Request): ServerRequest {
  return {
    method: request.method,
    target: request.url.replace(/^[^/?#]*\/\/[^/?#]*/, '').replace(/#.*$/s, ''),
    headers: new Map([...request.headers].map(([name, value]) => [name, [value]])),
    hasContent: request.body !== null,
    body: { [Symbol.asyncIterator]: () => readChunks(request) },
    signal: request.signal,
  };
}

// Not every runtime can iterate a stream, so it is read by hand.
async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    await reader.cancel();
  }
}

function toResponse({ code, headers, body }: ServerResponse, signal: AbortSignal): Response {
  const hasContent = body !== undefined && code !== 204 && code !== 205 && code !== 304;
  return new Response(hasContent ? toBody(body, signal) : null, {
    status: code,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}

function toBody(
  body: NonNullable<ServerResponse['body']>,
  signal: AbortSignal,
): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : toStream(body, signal);
}

// No faster than the caller reads, and no longer than the caller is there.
function toStream(chunks: AsyncIterable<string | Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stop = async (): Promise<void> => {
    await source.return?.();
  };
  const leave = (): unknown => stop().catch(() => undefined);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const step = await source.next();
        if (step.done) controller.close();
        else controller.enqueue(typeof step.value === 'string' ? encoder.encode(step.value) : step.value);
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
