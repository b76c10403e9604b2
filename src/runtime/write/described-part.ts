import { InvalidInputError } from '../values/errors.js';
import { type HeaderDraft, writeHeader } from './header.js';

/** The description of one part of a multipart body. */
export interface PartDescription<Headers extends object = Readonly<Record<string, never>>> {
  /** The file name. The default is that of a `File`. */
  readonly fileName?: string | undefined;
  /** The media type. The default is that of the description or of the content. */
  readonly contentType?: string | undefined;
  /** The headers by wire name. */
  readonly headers?: Headers | undefined;
}

/** The content of a part with its description, made by `asPart`. */
export class DescribedPart<Content, Headers extends object = Readonly<Record<string, never>>> {
  readonly content: Content;
  readonly description: PartDescription<Headers>;
  readonly #isDescribed = true;

  constructor(content: Content, description: PartDescription<Headers>) {
    this.content = content;
    this.description = description;
  }

  /** Differs from the class of plain objects, because bodies are plain objects. */
  get [Symbol.toStringTag](): string {
    return 'DescribedPart';
  }

  /** Returns whether a value is content made by `asPart`. */
  static is(value: unknown): value is DescribedPart<unknown, object> {
    return typeof value === 'object' && value !== null && #isDescribed in value;
  }
}

/** The content of a file in a form. A `File` has a name, a `Blob` a media type. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A file in a form, alone or with its description by `asPart`. */
export type FilePart = FileContent | DescribedPart<FileContent>;

/** Adds a file name, a media type or headers to a part of a multipart body. */
export function asPart<Content, Headers extends object = Readonly<Record<string, never>>>(
  content: Content,
  description: PartDescription<Headers>,
): DescribedPart<Content, Headers> {
  return new DescribedPart(content, description);
}

/** Writes one header of a part. */
export type WriteHeader = (draft: HeaderDraft, name: string, value: unknown) => void;

/**
 * Returns the header lines of a part. `writers` write the headers that do not have the style `simple` without
 * `explode`. Throws under the parameter's name if a required header is missing.
 */
export function headerLines(
  { headers = {} }: PartDescription<object>,
  writers: Readonly<Record<string, WriteHeader>> = {},
  required: readonly string[] = [],
  parameter = 'body',
): string[] {
  const draft: HeaderDraft = { headers: {} };
  for (const [name, value] of Object.entries(headers)) {
    if (!/^(?!content-(type|disposition)$)[\w!#$%&'*+.^`|~-]+$/i.test(name)) {
      throw new InvalidInputError(name, 'cannot be a header of a part');
    }
    const write = Object.hasOwn(writers, name) ? writers[name] : undefined;
    if (write) write(draft, name, value);
    else writeHeader(draft, name, value, false);
  }
  const missing = required.find((name) => !Object.hasOwn(draft.headers, name.toLowerCase()));
  if (missing !== undefined) throw new InvalidInputError(parameter, `must be a part with the header '${missing}'`);
  return Object.entries(draft.headers).map(([name, value]) => `${name}: ${value}`);
}
