/** A reference to a declaration of another module. A module whose code contains it imports the declaration. */
export interface Reference {
  readonly kind: 'reference';
  /**
   * The module below the output folder without extension, such as `types/scenario` or `runtime/client`, or the
   * specifier of a package.
   */
  readonly module: string;
  /** Whether `module` is the specifier of a package, such as `msw` or `node:http`. */
  readonly isPackage?: true;
  readonly name: string;
  readonly use: 'type' | 'value';
}

/** TypeScript text that contains references. */
export interface Code {
  readonly kind: 'code';
  readonly parts: readonly (string | Reference)[];
}

/** What a `code` template may contain: TypeScript text, references and other code. */
export type CodePart = string | number | Reference | Code | readonly CodePart[];

/** Creates a reference to a type that `module` exports. */
export function importType(module: string, name: string): Reference {
  return { kind: 'reference', module, name, use: 'type' };
}

/** Creates a reference to a value that `module` exports. */
export function importValue(module: string, name: string): Reference {
  return { kind: 'reference', module, name, use: 'value' };
}

/** Makes a reference refer to an export of a package: `importFromPackage(valueReference('msw', 'http'))`. */
export function importFromPackage(reference: Reference): Reference {
  return { ...reference, isPackage: true };
}

/**
 * Builds TypeScript with references: `` code`Promise<${typeReference('types/pet', 'Pet')}>` ``. Strings are inserted as
 * TypeScript, so a value of a description must be encoded first (`./encode.js`).
 */
export function code(texts: TemplateStringsArray, ...values: readonly CodePart[]): Code {
  builder.start(texts[0]);
  for (let index = 0; index < values.length; index++) builder.add(values[index] ?? '', texts[index + 1]);
  return builder.finish();
}

/** Joins code with a separator. */
export function joinCode(list: readonly CodePart[], separator: string): Code {
  builder.start();
  const last = list.length - 1;
  for (let index = 0; index <= last; index++) builder.add(list[index] ?? '', index < last ? separator : '');
  return builder.finish();
}

/** Returns a part as code. */
export function toCode(part: CodePart): Code {
  return typeof part === 'object' && 'parts' in part ? part : code`${part}`;
}

/** Returns a text that is the same for two pieces of code if they refer to the same declarations. */
export function formatCode({ parts }: Code): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : `${part.module} ${part.name}`;
  return text;
}

/**
 * Builds one piece of code after the other. Adjacent texts become one part. The parts of all pieces are collected in the
 * same list and then copied, because a large description has millions of pieces, and a list that grows has room to
 * spare.
 */
class CodeBuilder {
  readonly #parts: (string | Reference)[] = [];
  #count = 0;
  /** The text after the last reference. */
  #text = '';

  /** Starts a piece of code with a text. */
  start(text = ''): void {
    this.#count = 0;
    this.#text = text;
  }

  /** Adds a part and the text that follows it. */
  add(part: CodePart, after = ''): void {
    if (typeof part === 'string') this.#text += part;
    else if (typeof part === 'number') this.#text += String(part);
    else if (!('kind' in part)) for (const each of part) this.add(each);
    else if (part.kind === 'reference') this.#addReference(part);
    else this.#addAll(part.parts);
    this.#text += after;
  }

  #addAll(parts: readonly (string | Reference)[]): void {
    // A large description has a million of these parts, and an iterator would create an object for each.
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? '';
      if (typeof part === 'string') this.#text += part;
      else this.#addReference(part);
    }
  }

  #addReference(reference: Reference): void {
    if (this.#text !== '') this.#parts[this.#count++] = this.#text;
    this.#parts[this.#count++] = reference;
    this.#text = '';
  }

  finish(): Code {
    // Every third piece is only text.
    if (this.#count === 0) return { kind: 'code', parts: this.#text === '' ? [] : [this.#text] };
    if (this.#text !== '') this.#parts[this.#count++] = this.#text;
    return { kind: 'code', parts: this.#parts.slice(0, this.#count) };
  }
}

const builder = new CodeBuilder();
