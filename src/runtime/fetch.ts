import { Drain, type ServerLimits } from './server/limits.js';
import type { Server, ServerRequest, ServerResponse } from './server/message.js';

/**
 * Responds to a request of the Fetch standard. Deno, Bun, Cloudflare Workers, service workers and Hono call such a
 * function.
 */
export type FetchHandler<Args extends readonly [Request, ...unknown[]] = [request: Request]> = (
  ...args: Args
) => Promise<Response>;

/**
 * Returns a server as a function from `Request` to `Response`, which never rejects. Header lines of the same name are
 * joined, as the standard requires. `context.platform` is the `Request`, or what `toPlatform` returns for the arguments
 * of the function.
 */
export function toFetchHandler<Platform extends Request = Request>(
  server: Server<Platform>,
): FetchHandler<[request: Platform]>;
export function toFetchHandler<Platform, Args extends readonly [Request, ...unknown[]]>(
  server: Server<Platform>,
  toPlatform: (...args: Args) => Platform,
): FetchHandler<Args>;
export function toFetchHandler(
  server: Server,
  toPlatform: FetchPlatform = (request) => request,
): FetchHandler<[Request, ...unknown[]]> {
  return async (request, ...rest) => {
    const content = new Content(request);
    const served = { ...toServerRequest(request, content), platform: toPlatform(request, ...rest) };
    const response = toResponse(await server.handle(served), request.signal);
    void content.drop(server.limits);
    return response;
  };
}

type FetchPlatform = (request: Request, ...rest: unknown[]) => unknown;

function toServerRequest(request: Request, content: Content): ServerRequest {
  return {
    method: request.method,
    target: request.url.replace(/^[^/?#]*\/\/[^/?#]*/, '').replace(/#.*/s, ''),
    headers: new Map([...request.headers].map(([name, value]) => [name, [value]])),
    hasContent: request.body !== null,
    body: { [Symbol.asyncIterator]: () => content.read() },
    signal: request.signal,
  };
}

/** The content of a request. The server may leave a part of it unread. */
class Content {
  readonly #body: ReadableStream<Uint8Array> | null;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #isOver = false;

  constructor({ body }: Request) {
    this.#body = body;
  }

  // Some runtimes cannot iterate a stream.
  async *read(): AsyncGenerator<Uint8Array> {
    if (!this.#body) return;
    this.#reader = this.#body.getReader();
    for (;;) {
      const step = await this.#reader.read();
      if (step.done) break;
      yield step.value;
    }
    this.#isOver = true;
  }

  /**
   * Reads and drops the rest within the limits. If a platform cuts off the request, the caller may not receive the
   * response.
   */
  async drop(limits: ServerLimits = {}): Promise<void> {
    if (!this.#body || this.#isOver || (!this.#reader && this.#body.locked)) return;
    const reader = this.#reader ?? this.#body.getReader();
    // A sender that has disconnected needs no response.
    const cancel = (): unknown => reader.cancel().catch(() => undefined);
    const drain = new Drain(limits, cancel);
    try {
      for (let step = await reader.read(); !step.done; step = await reader.read()) drain.count(step.value);
    } catch {
      cancel();
    }
    drain.end();
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

// Reads as fast as the caller does, and stops when the caller disconnects.
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
