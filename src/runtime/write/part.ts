import { encodeCharset, nameCharset } from '../values/charset.js';
import { InvalidInputError } from '../values/errors.js';
import { isRecord } from '../values/is-record.js';
import { DescribedPart, headerLines, type PartDescription, type WriteHeader } from './described-part.js';
import { type Draft, isUint8Array, setBytes, setContentType, setStream } from './draft.js';
import { writeJson } from './json.js';
import { writeText } from './text.js';

/** A multipart body (RFC 2046, 5.1) that is being written. */
export interface MultipartDraft {
  readonly boundary: string;
  readonly content: PartContent[];
  /** The description of the current part. */
  description?: PartDescription<object> | undefined;
  /** The writers of those headers of the current part that do not have the style `simple` without `explode`. */
  headers?: Readonly<Record<string, WriteHeader>>;
  /** The names of the headers that the current part must have. */
  required?: readonly string[];
}

/** A chunk of a multipart body. */
export type PartContent = string | Blob | ReadableStream<Uint8Array>;

/** Begins a multipart body with an unpredictable boundary. */
export function startMultipart(): MultipartDraft {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { boundary: Array.from(bytes, (byte) => (byte % 36).toString(36)).join(''), content: [] };
}

/** Ends a multipart body and sets it on its request. A body that contains a stream is sent as a stream. */
export function sendMultipart(draft: Draft, { boundary, content }: MultipartDraft, mediaType: string): void {
  setContentType(draft, `${mediaType}; boundary=${boundary}`);
  const whole = [...content, `--${boundary}--\r\n`];
  const atHand = whole.filter((piece): piece is string | Blob => !(piece instanceof ReadableStream));
  if (atHand.length === whole.length) setBytes(draft, new Blob(atHand));
  // Node refuses a stream without `duplex`.
  else setStream(draft, joinStreams(whole));
}

function joinStreams(pieces: readonly PartContent[]): ReadableStream<Uint8Array> {
  const rest = pieces.map((piece) => (typeof piece === 'string' ? new Blob([piece]) : piece));
  const open = (): ReadableStreamDefaultReader<Uint8Array> | undefined => {
    const next = rest.shift();
    return (next instanceof Blob ? next.stream() : next)?.getReader();
  };
  let reader = open();
  return new ReadableStream({
    async pull(controller) {
      while (reader) {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        reader = open();
      }
      controller.close();
    },
    async cancel(reason) {
      const all: (Promise<void> | undefined)[] = [reader?.cancel(reason)];
      for (const piece of rest) if (piece instanceof ReadableStream) all.push(piece.cancel(reason));
      await Promise.all(all);
    },
  });
}

/** Adds the parts of a value with its description, unless the value is `undefined`. */
export function addDescribed(form: MultipartDraft, value: unknown, add: (content: unknown) => void): void {
  const before = form.description;
  if (DescribedPart.is(value)) form.description = value.description;
  const content = DescribedPart.is(value) ? value.content : value;
  if (content !== undefined) add(content);
  form.description = before;
}

/**
 * Adds a value as a part: a file, JSON, or text. `mediaTypes` are the allowed media types. A `Blob` names its own. Text
 * for which none is named has the type `usual`.
 */
export function addValue(
  form: MultipartDraft,
  name: string | undefined,
  value: unknown,
  mediaTypes: readonly string[] = [],
  usual?: string,
): void {
  const ownType = form.description?.contentType;
  const types = ownType === undefined ? mediaTypes : [ownType];
  const parameter = name ?? 'body';
  if (value instanceof Blob) addPart(form, name, value, ownType ?? chooseFileType(parameter, types, value.type));
  else if (isUint8Array(value)) {
    addPart(form, name, new Blob([new Uint8Array(value)]), chooseFileType(parameter, types, types.find(isNamed)));
  } else if (value instanceof ReadableStream) {
    addPart(form, name, value, chooseFileType(parameter, types, types.find(isNamed)));
  } else if (isRecord(value) || Array.isArray(value)) {
    const type = findTextType(parameter, types, /[/+]json\b/i, 'application/json') ?? 'application/json';
    addPart(form, name, writeJson(parameter, value), type);
  } else addPart(form, name, writeText(parameter, value), findTextType(parameter, types, /\//, 'text/plain') ?? usual);
}

/** Adds one part. With a name, it is a field of a form (RFC 7578, 4.2). */
export function addPart(
  form: MultipartDraft,
  name: string | undefined,
  content: PartContent,
  mediaType: string | undefined,
): void {
  const { description = {} } = form;
  const described = description.contentType ?? mediaType;
  const type = described !== undefined && typeof content === 'string' ? nameCharset(described, content) : described;
  const file = chooseFileName(content, description);
  const head = [
    ...(name === undefined ? [] : [`Content-Disposition: form-data; name="${escapeName(name)}"${file}`]),
    ...(type === undefined ? [] : [`Content-Type: ${type.replace(/[\r\n]/g, encodeURIComponent)}`]),
    ...headerLines(description, form.headers, form.required, name),
  ];
  const bytes = convertCharset(name ?? 'body', content, type);
  form.content.push(`--${form.boundary}\r\n${head.map((line) => `${line}\r\n`).join('')}\r\n`, bytes, '\r\n');
}

// Text has the charset that its media type names (RFC 2046, 4.1.2). JSON is always UTF-8 (RFC 8259, 8.1).
function convertCharset(parameter: string, content: PartContent, type = ''): PartContent {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1];
  if (typeof content !== 'string' || charset === undefined || /^utf-?8$/i.test(charset) || /[/+]json\b/i.test(type))
    return content;
  const bytes = encodeCharset(content, charset);
  if (!bytes) throw new InvalidInputError(parameter, `must be text in ${charset}`);
  return new Blob([bytes]);
}

function isNamed(type: string): boolean {
  return !type.includes('*');
}

// If several media types or a range are allowed, a file must name its own. Bytes cannot name one and get the first.
function chooseFileType(parameter: string, [only, ...others]: readonly string[], own = ''): string {
  if (only !== undefined && others.length === 0 && isNamed(only)) return only;
  if (own === '' && only !== undefined)
    throw new InvalidInputError(parameter, `must be a Blob or a part with a type (${[only, ...others].join(' or ')})`);
  return own || 'application/octet-stream';
}

// Chooses the first media type that matches, or the usual one of a range. Returns `undefined` if there is no choice.
function findTextType(parameter: string, types: readonly string[], suits: RegExp, usual: string): string | undefined {
  if (types.length === 0) return undefined;
  const ranges = ['*/*', usual.replace(/\/.*/, '/*')];
  const named = types.find((type) => suits.test(type) && isNamed(type));
  if (named === undefined && !types.some((type) => ranges.includes(type)))
    throw new InvalidInputError(parameter, `must be content of ${types.join(' or ')}, not text`);
  return named ?? usual;
}

function chooseFileName(content: PartContent, description: PartDescription<object>): string {
  if (description.fileName !== undefined) return `; filename="${escapeName(description.fileName)}"`;
  if (typeof content === 'string') return '';
  return `; filename="${escapeName('name' in content && typeof content.name === 'string' ? content.name : 'blob')}"`;
}

// These three characters would end the name (WHATWG HTML, 4.10.21.8).
function escapeName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}
