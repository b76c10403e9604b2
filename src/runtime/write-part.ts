import { type Draft, setHeader } from './client.js';
import { RefusedInputError } from './client-errors.js';
import { isRecord } from './write-parts.js';
import { writeText } from './write-text.js';

/** A multipart body (RFC 2046, 5.1) while it is put together. */
export interface MultipartDraft {
  readonly boundary: string;
  readonly content: (string | Blob)[];
}

/** Begins a multipart body, with a boundary that nobody can foresee. */
export function startMultipart(): MultipartDraft {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return { boundary: Array.from(bytes, (byte) => (byte % 36).toString(36)).join(''), content: [] };
}

/** Ends a multipart body and puts it on its request. */
export function sendMultipart(draft: Draft, { boundary, content }: MultipartDraft, mediaType: string): void {
  setHeader(draft, 'content-type', `${mediaType}; boundary=${boundary}`);
  draft.body = new Blob([...content, `--${boundary}--\r\n`]);
}

/** Adds a value as part: a file, JSON, or text; `mediaTypes` are those it may have, of which a `Blob` says its own. */
export function addValue(
  form: MultipartDraft,
  name: string | undefined,
  value: unknown,
  mediaTypes: readonly string[] = [],
): void {
  const [mediaType] = mediaTypes;
  const parameter = name ?? 'body';
  if (value instanceof Blob) addPart(form, name, value, chooseType(parameter, value, mediaTypes));
  else if (value instanceof Uint8Array) {
    addPart(form, name, new Blob([new Uint8Array(value)]), mediaType ?? 'application/octet-stream');
  } else if (isRecord(value) || Array.isArray(value)) {
    if (mediaType !== undefined && !/[/+]json\b/i.test(mediaType))
      throw new RefusedInputError(parameter, `${mediaType} yet`);
    addPart(form, name, JSON.stringify(value), mediaType ?? 'application/json');
  } else addPart(form, name, writeText(parameter, value), mediaType);
}

/** Adds one part; with a name as field of a form (RFC 7578, 4.2). */
export function addPart(
  form: MultipartDraft,
  name: string | undefined,
  content: string | Blob,
  mediaType: string | undefined,
): void {
  const head = [
    ...(name === undefined ? [] : [`Content-Disposition: form-data; name="${escapeName(name)}"${fileName(content)}`]),
    ...(mediaType === undefined ? [] : [`Content-Type: ${escapeName(mediaType)}`]),
  ];
  form.content.push(`--${form.boundary}\r\n${head.map((line) => `${line}\r\n`).join('')}\r\n`, content, '\r\n');
}

function chooseType(parameter: string, { type }: Blob, mediaTypes: readonly string[]): string {
  const [only, ...others] = mediaTypes;
  if (only !== undefined && others.length === 0 && !only.includes('*')) return only;
  if (type === '' && only !== undefined)
    throw new RefusedInputError(parameter, `Blob with a type (${mediaTypes.join(' or ')})`);
  return type || 'application/octet-stream';
}

function fileName(content: string | Blob): string {
  if (typeof content === 'string') return '';
  return `; filename="${escapeName('name' in content && typeof content.name === 'string' ? content.name : 'blob')}"`;
}

// HTML, 4.10.21.8: the three characters that would end the name.
function escapeName(name: string): string {
  return name.replace(/[\r\n"]/g, encodeURIComponent);
}
