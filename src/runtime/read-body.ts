import { defaultDepth, Malformed, readJson } from './read-json.js';
import { findMediaType, readMediaType } from './read-media-type.js';
import type { Validate } from './read-parameters.js';
import { hasContent, type ServerRequest, singleHeader } from './server-message.js';
import { Refusal, refuseMistakes } from './server-refusal.js';
import type { OnNotShown } from './validators.js';

/** How the body of a request is read. */
export interface BodyPlan {
  readonly required?: true;
  readonly alternatives: readonly ContentPlan[];
}

/** How content of one media type, or of a range of them, is read. */
export interface ContentPlan {
  /** As the description writes it. */
  readonly mediaType: string;
  readonly read: ReadContent;
  /** Absent: any value will do. */
  readonly validate?: Validate;
  /** Fills in the defaults inside the value, and makes of it what code has in its place. */
  readonly fill?: (value: unknown) => unknown;
  /** The names with a meaning to JavaScript that the description declares all the same. */
  readonly declared?: readonly string[];
}

/** Makes a value of the bytes of a body; throws `Malformed`. */
export type ReadContent = (bytes: Uint8Array, options: ContentOptions) => unknown;

/** What reading a body is told. */
export interface ContentOptions {
  readonly maxDepth: number;
  readonly declared: readonly string[];
  /** The `content-type` header. */
  readonly contentType: string;
  /** Parses JSON; `JSON.parse` unless told. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** Bounds on what a request may hold; each has a default. */
export interface ServerLimits {
  /** Bytes of a body; 1 MiB. Beyond: 413. */
  readonly maxBytes?: number | undefined;
  /** Milliseconds until the whole body must be there; 30,000. Beyond: 408. */
  readonly timeoutMs?: number | undefined;
  /** How deep arrays and objects of JSON may stand in each other; 100. Beyond: 400. */
  readonly maxDepth?: number | undefined;
}

/** What a body is, decided from the headers alone; `undefined`: there is none, and none is needed. */
export function findContent(plan: BodyPlan, request: ServerRequest): ContentPlan | undefined {
  if (!hasContent(request)) {
    if (plan.required) throw refuseMistakes([{ place: 'body', message: 'is required' }]);
    return undefined;
  }
  const transferCoding = request.headers.get('transfer-encoding')?.join() ?? '';
  if (transferCoding !== '' && transferCoding.toLowerCase() !== 'chunked') {
    throw new Refusal(501, "transfer-encoding: must be 'chunked'");
  }
  const content = findAlternative(plan, singleHeader(request, 'content-type') ?? '');
  const coding = singleHeader(request, 'content-encoding') ?? 'identity';
  if (content && coding.toLowerCase() === 'identity') return content;
  const wanted = plan.alternatives.map((alternative) => alternative.mediaType).join(', ');
  throw new Refusal(415, `content-type: must be ${wanted}, without content-encoding`, [['accept', wanted]]);
}

function findAlternative({ alternatives }: BodyPlan, contentType: string): ContentPlan | undefined {
  const exact = alternatives.find((alternative) => alternative.mediaType === contentType);
  if (exact) return exact;
  const mediaType = readMediaType(contentType);
  return mediaType && findMediaType(alternatives, mediaType);
}

/** Reads, parses, validates and completes a body; throws a `Refusal` that names what is wrong with it. */
export function readBody(
  content: ContentPlan,
  request: ServerRequest,
  limits: ServerLimits,
  onNotShown: OnNotShown | undefined,
): Promise<unknown> {
  const { maxBytes = 1_048_576, timeoutMs = 30_000 } = limits;
  return readBytes(request, maxBytes, timeoutMs, (bytes) => readContent(content, bytes, request, limits, onNotShown));
}

function readContent(
  content: ContentPlan,
  bytes: Uint8Array,
  request: ServerRequest,
  limits: ServerLimits,
  onNotShown: OnNotShown | undefined,
): unknown {
  const value = refuseMalformed(() => parseContent(content, bytes, request, limits));
  const tell = onNotShown && ((id: string, where: string) => onNotShown(id, `body${where}`));
  const failures = content.validate?.(value, tell) ?? [];
  if (failures.length > 0) {
    throw refuseMistakes(failures.map(({ instancePath, message }) => ({ place: `body${instancePath}`, message })));
  }
  return refuseMalformed(() => (content.fill ? content.fill(value) : value));
}

function parseContent(content: ContentPlan, bytes: Uint8Array, request: ServerRequest, limits: ServerLimits): unknown {
  return content.read(bytes, {
    maxDepth: limits.maxDepth ?? defaultDepth,
    declared: content.declared ?? [],
    contentType: singleHeader(request, 'content-type') ?? '',
  });
}

function refuseMalformed(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof Malformed) throw refuseMistakes([{ place: 'body', message: error.message }]);
    throw error;
  }
}

function readBytes(
  request: ServerRequest,
  maxBytes: number,
  timeoutMs: number,
  read: (bytes: Uint8Array) => unknown,
): Promise<unknown> {
  const tooLarge = (): Refusal => new Refusal(413, `body: must be at most ${maxBytes} bytes`);
  const length = Number(singleHeader(request, 'content-length') ?? Number.NaN);
  if (length > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isLate = false;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      isLate = true;
      reject(new Refusal(408, `body: must be there within ${timeoutMs} ms`));
    };
    const take = (chunk: Uint8Array): boolean => {
      size += chunk.length;
      if (size > maxBytes || isLate) return false;
      chunks.push(chunk);
      return true;
    };
    const end = (isWhole: boolean): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      try {
        if (!isWhole) throw new Refusal(400, 'body: broke off');
        if (size > maxBytes) throw tooLarge();
        resolve(read(joinBytes(chunks, size)));
      } catch (error) {
        reject(error);
      }
    };
    if (request.readChunks) request.readChunks(take, end);
    else
      void readIterable(request.body, take).then(
        () => end(true),
        () => end(false),
      );
    // Most bodies come together with the headers: their bytes are there before a microtask, and HTTP/1.1 then ends them.
    void Promise.resolve().then(() => {
      const isThere = size === length && request.hasContent === undefined;
      if (!isOver && !isThere) timer = setTimeout(giveUp, timeoutMs);
    });
  });
}

async function readIterable(body: AsyncIterable<Uint8Array>, take: (chunk: Uint8Array) => boolean): Promise<void> {
  const source = body[Symbol.asyncIterator]();
  // Not `for await`, which would close the source: the adapter decides what becomes of the rest.
  for (let step = await source.next(); !step.done && take(step.value); ) step = await source.next();
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
export const readJsonContent: ReadContent = (bytes, options) => readJson(decodeUtf8(bytes), options);

/** Reads JSON Lines as an array. */
export const readJsonLinesContent: ReadContent = (bytes, options) =>
  decodeUtf8(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => readJson(line, options));

/** Reads a JSON text sequence (RFC 7464) as an array. */
export const readJsonSequenceContent: ReadContent = (bytes, options) =>
  decodeUtf8(bytes)
    .split('\u001e')
    .filter((text) => text.trim() !== '')
    .map((text) => readJson(text, options));

/** Checks each item of an array. */
export function validateItems(validate: Validate): Validate {
  return (value, onNotShown) =>
    (Array.isArray(value) ? value : []).flatMap((item: unknown, index) => {
      const tell = onNotShown && ((id: string, where: string) => onNotShown(id, `/${index}${where}`));
      return validate(item, tell).map((failure) => ({
        ...failure,
        instancePath: `/${index}${failure.instancePath}`,
      }));
    });
}

/** Reads text in the charset that the content type names, UTF-8 unless told. */
export const readTextContent: ReadContent = (bytes, { contentType }) =>
  decodeUtf8(bytes, readMediaType(contentType)?.parameters.get('charset'));

/** Gives the bytes as they came. */
export const readBytesContent: ReadContent = (bytes) => bytes;

const utf8: InstanceType<typeof TextDecoder> = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    return (charset === 'utf-8' ? utf8 : new TextDecoder(charset, { fatal: true })).decode(bytes);
  } catch {
    throw new Malformed(`is no text in ${charset}`);
  }
}
