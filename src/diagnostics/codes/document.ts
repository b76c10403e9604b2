import { didYouMean } from './row.js';

/** No limit allows more depth than this: beyond, the call stack ends before the description does. */
export const greatestDepth = 800;

const raise = (name: string, value: number): string =>
  `if this is meant, raise the limit: --limit ${name}=${2 * value}`;

/** Findings while reading the files of a description. */
export const documentCodes = {
  'depth-limit': {
    error: ({ limit }: { limit: number }): string =>
      `objects and arrays are nested here to a depth of more than ${limit}`,
    hint: ({ limit }: { limit: number }): string | undefined =>
      limit < greatestDepth ? raise('depth', Math.min(limit, greatestDepth / 2)) : undefined,
  },
  'file-size-limit': {
    error: ({ limit, size }: { limit: number; size: number }): string =>
      `the file has ${size} bytes, which is more than ${limit}`,
    hint: ({ limit, size }: { limit: number; size: number }): string =>
      raise('fileBytes', Math.max(limit, Math.ceil(size / 2))),
  },
  'total-size-limit': {
    error: ({ limit }: { limit: number }): string =>
      `with the file named here the description has more than ${limit} bytes`,
    hint: ({ limit }: { limit: number }): string => raise('totalBytes', limit),
  },
  'file-count-limit': {
    error: ({ limit }: { limit: number }): string =>
      `with the file named here the description has more than ${limit} files`,
    hint: ({ limit }: { limit: number }): string => raise('files', limit),
  },
  'yaml-token-limit': {
    error: ({ limit }: { limit: number }): string => `up to here the file has more than ${limit} YAML tokens`,
    hint: ({ limit }: { limit: number }): string => `JSON is read in far less memory; ${raise('yamlTokens', limit)}`,
  },
  'alias-limit': {
    error: ({ limit }: { limit: number }): string =>
      `up to this alias, the aliases of the description repeat more than ${limit} values`,
    hint: ({ limit }: { limit: number }): string => raise('aliases', limit),
  },
  'file-not-found': {
    error: (): string => 'there is no such file',
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      didYouMean(likely) ?? 'name the description with --spec, or the folder of an output that knows it with --out',
  },
  'file-unreadable': {
    error: ({ why }: { why: string }): string => `the file cannot be read: ${why}`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'spec-is-url': {
    error: (): string => 'a description is read from a file, never from the network',
    hint: (): string => 'download it and name the file',
  },
  'root-not-folder': { error: (): string => 'there is no such folder, which --root names' },
  'empty-file': { error: (): string => 'the file is empty' },
  'invalid-bytes': {
    error: (): string => 'the bytes here are not valid UTF-8',
    hint: (): string => 'save the file as UTF-8',
  },
  'other-encoding': {
    error: ({ encoding }: { encoding: string }): string => `the file is written in ${encoding}`,
    hint: (): string => 'save the file as UTF-8',
  },
  'json-syntax': {
    error: ({ what }: { what: string }): string => what,
    hint: ({ hint }: { hint: string | undefined }): string | undefined => hint,
  },
  'yaml-syntax': {
    error: ({ what }: { what: string }): string => what,
    hint: ({ hint }: { hint: string | undefined }): string | undefined => hint,
  },
  'several-documents': {
    error: (): string => 'a second YAML document begins here',
    hint: (): string => 'put each document into a file of its own',
  },
  'unknown-tag': {
    error: ({ tag }: { tag: string }): string => `the YAML tag '${tag}' stands for nothing that JSON could hold`,
  },
  'unknown-alias': { error: ({ name }: { name: string }): string => `no anchor '&${name}' stands before this alias` },
  'endless-alias': {
    error: ({ name }: { name: string }): string => `the alias '*${name}' stands inside its own anchor`,
  },
  'duplicate-key': {
    error: ({ key }: { key: string }): string => `the name '${key}' is given twice in this object`,
    hint: (): string => 'remove or rename one of them',
  },
  'number-not-held': {
    error: ({ text, held }: { text: string; held: string }): string =>
      `JavaScript cannot hold the number ${text}; it would become ${held}`,
    hint: (): string => 'write it with fewer digits, or as a string where it stands for text',
  },
  'number-rounded': {
    warning: ({ text, held }: { text: string; held: string }): string =>
      `JavaScript cannot hold the number ${text}; it is read as ${held}`,
  },
  'no-description': {
    error: ({ what }: { what: string }): string => `this is no OpenAPI description: ${what}`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      likely === undefined
        ? "a description begins with its version, such as 'openapi: 3.1.1'"
        : `'${likely}' has to be 'openapi'`,
  },
  'swagger-description': {
    error: (): string => `this is a Swagger 2.0 description; OpenAPI 3.0, 3.1 and 3.2 are read`,
    hint: (): string => "convert it first, for example with 'npx swagger2openapi' or in the Swagger Editor",
  },
  'unsupported-version': {
    error: ({ version }: { version: string }): string => `OpenAPI '${version}' is not read; 3.0, 3.1 and 3.2 are`,
    hint: (): string => "write the version that the description follows, such as '3.1.1'",
  },
  'reference-not-found': {
    error: ({ reference }: { reference: string }): string => `'${reference}' does not exist`,
    hint: ({ likely }: { likely: string | undefined }): string | undefined => didYouMean(likely),
  },
  'reference-not-text': {
    error: ({ keyword }: { keyword: string }): string =>
      `the value of '${keyword}' is a reference and must be a string`,
  },
  'reference-to-network': {
    error: ({ reference }: { reference: string }): string =>
      `'${reference}' leads to the network, from which nothing is fetched`,
    hint: (): string => 'download it into the folder of the description and refer to the file',
  },
  'reference-outside': {
    error: ({ reference }: { reference: string }): string =>
      `'${reference}' leads outside the folder of the description`,
    hint: (): string => 'if this is meant, name a folder that holds both: --root DIR',
  },
  'reference-not-understood': {
    error: ({ reference }: { reference: string }): string => `'${reference}' is no reference that can be followed`,
  },
  'reference-not-followed': {
    warning: ({ reference }: { reference: string }): string =>
      `'${reference}' leads to nothing that can be read and is kept as it is written`,
  },
  'reference-in-example': {
    warning: ({ reference }: { reference: string }): string =>
      `'${reference}' stands inside an example, where references mean nothing; it is followed all the same`,
    hint: (): string => "refer to the whole example from 'examples'",
  },
  'duplicate-identifier': {
    warning: ({ keyword, name }: { keyword: string; name: string }): string =>
      `the ${keyword} '${name}' is given a second time; the first one counts`,
  },
};
