import { isStream, type ServerRequest, type ServerResponse } from './server-message.js';
import type { ServerSettings } from './server-settings.js';
import type { OnNotShown } from './validators.js';

/** Tells the hooks of a server what happens; none of them can take an answer with it. */
export class ServerHooks {
  readonly #settings: ServerSettings;

  constructor(settings: ServerSettings) {
    this.#settings = settings;
  }

  /** Tells `onAnswer` of an answer, of a stream when it ends. */
  report(
    response: ServerResponse,
    operation: string | undefined,
    request: ServerRequest,
    start: number,
  ): ServerResponse {
    const { code, body } = response;
    const report = (): void => {
      try {
        this.#settings.onAnswer?.({ operation, request, code, milliseconds: performance.now() - start });
      } catch (error) {
        this.tell(error, operation, request);
      }
    };
    if (isStream(body)) return { ...response, body: reportEnd(body, report) };
    report();
    return response;
  }

  /** Tells what breaks off a stream, since it cannot change the answer any more. */
  async *watch<T>(stream: AsyncIterable<T>, operation: string, request: ServerRequest): AsyncGenerator<T> {
    try {
      yield* stream;
    } catch (error) {
      this.tell(error, operation, request);
      throw error;
    }
  }

  /** Makes what tells of items that a request of an operation meets. */
  tellNotShown(operation: string, request: ServerRequest): OnNotShown {
    return (id, where) => {
      try {
        this.#settings.onNotShown?.(id, `${operation}: ${where}`);
      } catch (error) {
        this.tell(error, operation, request);
      }
    };
  }

  /** Tells what went wrong. */
  tell(error: unknown, operation: string | undefined, request: ServerRequest | undefined): void {
    const { onError } = this.#settings;
    try {
      if (onError) onError(error, { operation, request });
      else console.error(error);
    } catch {
      // A hook that fails must not take the answer with it.
    }
  }
}

async function* reportEnd<T>(stream: AsyncIterable<T>, report: () => void): AsyncGenerator<T> {
  try {
    yield* stream;
  } finally {
    report();
  }
}
