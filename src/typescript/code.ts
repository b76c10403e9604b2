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
  const parts: (string | Reference)[] = [];
  for (let index = 0; index < texts.length; index++) {
    addText(parts, texts[index] ?? '');
    const value = values[index];
    if (value !== undefined) addPart(parts, value);
  }
  return { kind: 'code', parts };
}

/** Joins code with a separator. */
export function joinCode(list: readonly CodePart[], separator: string): Code {
  const parts: (string | Reference)[] = [];
  list.forEach((part, index) => {
    if (index > 0) addText(parts, separator);
    addPart(parts, part);
  });
  return { kind: 'code', parts };
}

/** Returns a text that is the same for two pieces of code if they refer to the same declarations. */
export function formatCode({ parts }: Code): string {
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : `${part.module} ${part.name}`;
  return text;
}

function addPart(parts: (string | Reference)[], part: CodePart): void {
  if (typeof part === 'string') addText(parts, part);
  else if (typeof part === 'number') addText(parts, String(part));
  else if (isList(part)) for (const each of part) addPart(parts, each);
  else if (part.kind === 'reference') parts.push(part);
  else
    for (const each of part.parts) {
      if (typeof each === 'string') addText(parts, each);
      else parts.push(each);
    }
}

// Merges adjacent texts, because a large description has millions of them.
function addText(parts: (string | Reference)[], text: string): void {
  if (text === '') return;
  const last = parts[parts.length - 1];
  if (typeof last === 'string') parts[parts.length - 1] = last + text;
  else parts.push(text);
}

function isList(part: CodePart): part is readonly CodePart[] {
  return Array.isArray(part);
}
