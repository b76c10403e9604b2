import { RefusedInputError } from './client-errors.js';
import { type HeaderDraft, writeHeader } from './write-header.js';

/** What is said of one part of a multipart body beside its content. */
export interface PartDescription<Headers extends object = Readonly<Record<string, never>>> {
  /** The name of the file; that of a `File` unless told. */
  readonly fileName?: string | undefined;
  /** The media type; unless told, what the description says or the content brings. */
  readonly contentType?: string | undefined;
  /** By wire name. */
  readonly headers?: Headers | undefined;
}

/** The content of a part, and what is said of it; made by `asPart`. */
export class DescribedPart<Content, Headers extends object = Readonly<Record<string, never>>> {
  readonly content: Content;
  readonly description: PartDescription<Headers>;
  readonly #isDescribed = true;

  constructor(content: Content, description: PartDescription<Headers>) {
    this.content = content;
    this.description = description;
  }

  /** Not that of an object with members, as bodies have them. */
  get [Symbol.toStringTag](): string {
    return 'DescribedPart';
  }

  /** Tells whether a value is one. */
  static is(value: unknown): value is DescribedPart<unknown, object> {
    return typeof value === 'object' && value !== null && #isDescribed in value;
  }
}

/** The content of a file in a form; a `File` brings its name, a `Blob` its media type. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A file in a form, by itself or with what `asPart` says of it. */
export type FilePart = FileContent | DescribedPart<FileContent>;

/** Gives a part of a multipart body a file name, a media type or headers of its own. */
export function asPart<Content, Headers extends object = Readonly<Record<string, never>>>(
  content: Content,
  description: PartDescription<Headers>,
): DescribedPart<Content, Headers> {
  return new DescribedPart(content, description);
}

/** Writes one header of a part. */
export type WriteHeader = (draft: HeaderDraft, name: string, value: unknown) => void;

/**
 * Gives the lines of the headers that are said of a part; `writers` holds those that are not by style `simple` without
 * `explode`.
 */
export function headerLines(
  { headers = {} }: PartDescription<object>,
  writers: Readonly<Record<string, WriteHeader>> = {},
): string[] {
  const draft: HeaderDraft = { headers: {} };
  for (const [name, value] of Object.entries(headers)) {
    if (!/^(?!content-(type|disposition)$)[\w!#$%&'*+.^`|~-]+$/i.test(name)) {
      throw new RefusedInputError(name, 'header of a part');
    }
    const write = Object.hasOwn(writers, name) ? writers[name] : undefined;
    if (write) write(draft, name, value);
    else writeHeader(draft, name, value, false);
  }
  return Object.entries(draft.headers).map(([name, value]) => `${name}: ${value}`);
}
