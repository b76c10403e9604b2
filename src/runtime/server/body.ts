import { type CountNames, defaultDepth, Malformed, readJson } from '../read/json.js';
import { findMediaType } from '../read/media-type.js';
import type { OnNotShown, Validate } from '../validate/validators.js';
import { contentLength, singleHeader } from './headers.js';
import { findLarge } from './large.js';
import type { ServerLimits } from './limits.js';
import type { ChunkSink, ServerRequest } from './message.js';
import { Refusal, refuseMistakes } from './refusal.js';

/** How the body of a request is read. */
export interface DeclaredBody {
  readonly required?: true;
  readonly alternatives: readonly ContentPlan[];
}

/** How content of one media type, or of a range of them, is read. */
export interface ContentPlan {
  /** The media type or range, as in the description. */
  readonly mediaType: string;
  readonly read: ReadContent;
  /** Reads 64-bit integers with all their digits, and others as numbers; absent if there are none. */
  readonly readIntegers?: (value: unknown) => unknown;
  /** Lists the failures of a value; absent if every value is valid. */
  readonly validate?: Validate;
  /** Fills in the defaults of a value and converts the value. */
  readonly fill?: (value: unknown) => unknown;
  /** Counts the names in JSON. Accepts names with a meaning to JavaScript if the description declares them. */
  readonly countNames?: CountNames;
}

/** Reads a value from the bytes of a body. Throws `Malformed`. */
export type ReadContent = (bytes: Uint8Array, options: ContentOptions) => unknown;

/** The options of a reader of content. */
export interface ContentOptions {
  readonly maxDepth: number;
  readonly countNames?: CountNames | undefined;
  /** The `content-type` header. */
  readonly contentType: string;
  /** Parses JSON; `JSON.parse` by default. */
  readonly parse?: ((text: string) => unknown) | undefined;
  /** Called if JSON may contain a number that JavaScript cannot hold exactly. */
  readonly onLarge?: (() => void) | undefined;
}

/** The content of a request, and how to read it. */
export interface FoundContent {
  readonly plan: ContentPlan;
  /** Whether the content is required. */
  readonly required?: true | undefined;
  /** The `content-type` header. */
  readonly contentType: string;
  /** The length in bytes; `NaN` if it is unknown. */
  readonly length: number;
}

/**
 * Finds the content of a request from its headers alone. Returns `undefined` if there is no content and none is
 * required.
 */
export function findContent(body: DeclaredBody, request: ServerRequest): FoundContent | undefined {
  const { required } = body;
  const length = contentLength(request);
  const contentType = singleHeader(request, 'content-type') ?? '';
  const plan = findAlternative(body, contentType);
  if (length === 0) {
    if (plan) return { plan, required, contentType, length };
    if (required) throw refuseAbsence();
    return undefined;
  }
  if (Number.isNaN(length)) refuseTransferCoding(request);
  const coding = request.headers.get('content-encoding')?.join() ?? 'identity';
  if (plan && coding.toLowerCase() === 'identity') return { plan, required, contentType, length };
  const wanted = body.alternatives.map(({ mediaType }) => mediaType).join(', ');
  const refusal = new Refusal(415, `content-type: must be ${wanted}, without content-encoding`, [['accept', wanted]]);
  // Content of unknown length may be empty.
  if (required || !Number.isNaN(length) || request.headers.has('content-type')) throw refusal;
  const read = (): never => {
    throw refusal;
  };
  return { plan: { mediaType: '', read }, contentType, length };
}

function refuseAbsence(): Refusal {
  return refuseMistakes([{ place: 'body', message: 'is required' }]);
}

function refuseTransferCoding({ headers }: ServerRequest): void {
  const coding = headers.get('transfer-encoding')?.join() || 'chunked';
  if (coding.toLowerCase() !== 'chunked') throw new Refusal(501, "transfer-encoding: must be 'chunked'");
}

function findAlternative({ alternatives }: DeclaredBody, contentType: string): ContentPlan | undefined {
  for (const alternative of alternatives) if (alternative.mediaType === contentType) return alternative;
  return findMediaType(alternatives, contentType);
}

/** A body that has arrived completely, or could not be received. */
export interface ReceivedBody {
  /**
   * Parses, validates and completes the body. Throws a `Refusal` that lists the mistakes. Returns `undefined` if there
   * is no content.
   */
  readValue(): unknown;
}

/** A body that is to be received. */
export interface ExpectedBody {
  readonly content: FoundContent;
  readonly request: ServerRequest;
  readonly limits: ServerLimits;
  readonly onNotShown: OnNotShown | undefined;
}

/**
 * Receives a body within the limits. Resolves when the body has arrived or could not be received. The rest of a request
 * follows this promise and so runs in the async context of the request. Listeners run in that of the connection.
 */
export function receiveBody(expected: ExpectedBody): Promise<ReceivedBody> {
  return new Promise((done) => {
    const { content, request } = expected;
    const receiver = new BodyReceiver(expected, done);
    if (content.length === 0) receiver.end(true);
    else if (request.readChunks) request.readChunks(receiver);
    else {
      void readIterable(request.body, receiver).then(
        () => receiver.end(true),
        () => receiver.end(false),
      );
      receiver.wait();
    }
  });
}

class BodyReceiver implements ChunkSink, ReceivedBody {
  readonly #expected: ExpectedBody;
  readonly #maxBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #refusal: Refusal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Absent after it was called. */
  #done: ((body: ReceivedBody) => void) | undefined;

  constructor(expected: ExpectedBody, done: (body: ReceivedBody) => void) {
    this.#expected = expected;
    this.#maxBytes = expected.limits.maxBytes ?? 1_048_576;
    this.#done = done;
    if (expected.content.length > this.#maxBytes) throw this.#tooLarge();
  }

  take(chunk: Uint8Array): boolean {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes || !this.#done) return false;
    this.#chunks.push(chunk);
    return true;
  }

  end(isWhole: boolean): void {
    if (!isWhole) this.#finish(new Refusal(400, 'body: ended early'));
    else this.#finish(this.#size > this.#maxBytes ? this.#tooLarge() : undefined);
  }

  wait(): boolean {
    const { content, request, limits } = this.#expected;
    // In HTTP/1.1 the headers declare the length, so a body ends with its last byte.
    const isComplete = request.hasContent === undefined && this.#size === content.length;
    if (!this.#done || isComplete) return false;
    const { timeoutMs = 30_000 } = limits;
    const refuse = (): void => this.#finish(new Refusal(408, `body: must arrive within ${timeoutMs} ms`));
    this.#timer = setTimeout(refuse, timeoutMs);
    return true;
  }

  readValue(): unknown {
    if (this.#refusal) throw this.#refusal;
    const read = this.#size === 0 ? readEmpty : readContent;
    const { content, limits, onNotShown } = this.#expected;
    return read(content, joinBytes(this.#chunks, this.#size), limits, onNotShown);
  }

  #tooLarge(): Refusal {
    return new Refusal(413, `body: must be at most ${this.#maxBytes} bytes`);
  }

  #finish(refusal: Refusal | undefined): void {
    const done = this.#done;
    if (!done) return;
    this.#done = undefined;
    this.#refusal = refusal;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    done(this);
  }
}

function readContent(
  { plan, contentType }: FoundContent,
  bytes: Uint8Array,
  { maxDepth = defaultDepth }: ServerLimits,
  onNotShown: OnNotShown | undefined,
): unknown {
  try {
    let isLarge = false;
    const onLarge = (): void => {
      isLarge = true;
    };
    const read = plan.read(bytes, { maxDepth, countNames: plan.countNames, contentType, onLarge });
    const value = plan.readIntegers ? plan.readIntegers(read) : read;
    const report = onNotShown && ((id: string, where: string) => onNotShown(id, `body${where}`));
    const failures = plan.validate?.(value, report) ?? [];
    if (failures.length > 0) {
      throw refuseMistakes(failures.map(({ instancePath, message }) => ({ place: `body${instancePath}`, message })));
    }
    const mistakes = isLarge ? findLarge(value, plan.validate) : [];
    if (mistakes.length > 0) throw refuseMistakes(mistakes.map((one) => ({ ...one, place: `body${one.place}` })));
    return plan.fill ? plan.fill(value) : value;
  } catch (error) {
    if (error instanceof Malformed) throw refuseMistakes([{ place: 'body', message: error.message }]);
    throw error;
  }
}

// For some media types, such as text, an empty body is a value. For all others, it means that there is no content.
function readEmpty(...args: Parameters<typeof readContent>): unknown {
  try {
    return readContent(...args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (args[0].required) throw refuseAbsence();
    return undefined;
  }
}

async function readIterable(body: AsyncIterable<Uint8Array>, sink: ChunkSink): Promise<void> {
  const source = body[Symbol.asyncIterator]();
  // `for await` would close the source. The adapter handles the rest.
  for (let step = await source.next(); !step.done && sink.take(step.value); ) step = await source.next();
}

function joinBytes(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const bytes = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}

/** Reads JSON (RFC 8259), which is UTF-8. */
export const readJsonContent: ReadContent = (bytes, options) => readJson(decodeBytes(bytes), options);

const utf8: InstanceType<typeof TextDecoder> = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

/** Decodes text, by default as UTF-8. Throws `Malformed` if the bytes are not valid in the charset. */
export function decodeBytes(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return (charset === 'utf-8' ? utf8 : new TextDecoder(charset, { fatal: true })).decode(bytes);
  } catch {
    throw new Malformed(`must be text in ${charset}`);
  }
}
