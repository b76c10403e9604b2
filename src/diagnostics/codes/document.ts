import { type Catalogue, type CatalogueEntry, didYouMean, entry } from './entry.js';

/** Findings while reading the files of a description, with what each is told. */
export interface DocumentCodes {
  'file-not-found': { likely: string | undefined };
  'file-unreadable': { why: string; likely: string | undefined };
  'spec-is-url': Record<never, never>;
  'root-not-folder': Record<never, never>;
  'empty-file': Record<never, never>;
  'invalid-bytes': Record<never, never>;
  'other-encoding': { encoding: string };
  'json-syntax': { what: string; hint: string | undefined };
  'yaml-syntax': { what: string; hint: string | undefined };
  'several-documents': Record<never, never>;
  'unknown-tag': { tag: string };
  'unknown-alias': { name: string };
  'endless-alias': { name: string };
  'duplicate-key': { key: string };
  'number-not-held': { text: string; held: string };
  'number-rounded': { text: string; held: string };
  'depth-limit': { limit: number };
  'file-size-limit': { limit: number; size: number };
  'total-size-limit': { limit: number };
  'file-count-limit': { limit: number };
  'yaml-token-limit': { limit: number };
  'alias-limit': { limit: number };
  'no-description': { what: string; likely: string | undefined };
  'swagger-description': Record<never, never>;
  'unsupported-version': { version: string };
  'reference-not-found': { reference: string; likely: string | undefined };
  'reference-not-text': { keyword: string };
  'reference-to-network': { reference: string };
  'reference-outside': { reference: string };
  'reference-not-understood': { reference: string };
  'reference-not-followed': { reference: string };
  'reference-in-example': { reference: string };
  'duplicate-identifier': { keyword: string; name: string };
}

/** No limit allows more depth than this: beyond, the call stack ends before the description does. */
export const greatestDepth = 800;

const raise = (name: string, value: number): string =>
  `if this is meant, raise the limit: --limit ${name}=${2 * value}`;

const limits: Pick<
  Catalogue<DocumentCodes>,
  'depth-limit' | 'file-size-limit' | 'total-size-limit' | 'file-count-limit' | 'yaml-token-limit' | 'alias-limit'
> = {
  'depth-limit': entry(
    'error',
    ({ limit }) => `objects and arrays are nested here to a depth of more than ${limit}`,
    ({ limit }) => (limit < greatestDepth ? raise('depth', Math.min(limit, greatestDepth / 2)) : undefined),
  ),
  'file-size-limit': entry(
    'error',
    ({ limit, size }) => `the file has ${size} bytes, which is more than ${limit}`,
    ({ limit, size }) => raise('fileBytes', Math.max(limit, Math.ceil(size / 2))),
  ),
  'total-size-limit': entry(
    'error',
    ({ limit }) => `with the file named here the description has more than ${limit} bytes`,
    ({ limit }) => raise('totalBytes', limit),
  ),
  'file-count-limit': entry(
    'error',
    ({ limit }) => `with the file named here the description has more than ${limit} files`,
    ({ limit }) => raise('files', limit),
  ),
  'yaml-token-limit': entry(
    'error',
    ({ limit }) => `up to here the file has more than ${limit} YAML tokens`,
    ({ limit }) => `JSON is read in far less memory; ${raise('yamlTokens', limit)}`,
  ),
  'alias-limit': entry(
    'error',
    ({ limit }) => `up to this alias, the aliases of the description repeat more than ${limit} values`,
    ({ limit }) => raise('aliases', limit),
  ),
};

const mistake = (): CatalogueEntry<{ what: string; hint: string | undefined }> =>
  entry(
    'error',
    ({ what }) => what,
    ({ hint }) => hint,
  );

/** Findings while reading the files of a description, with how each is worded. */
export const documentCodes: Catalogue<DocumentCodes> = {
  ...limits,
  'file-not-found': entry(
    'error',
    () => 'there is no such file',
    ({ likely }) =>
      didYouMean(likely) ?? 'name the description with --spec, or the folder of an output that knows it with --out',
  ),
  'file-unreadable': entry(
    'error',
    ({ why }) => `the file cannot be read: ${why}`,
    ({ likely }) => didYouMean(likely),
  ),
  'spec-is-url': entry(
    'error',
    () => 'a description is read from a file, never from the network',
    () => 'download it and name the file',
  ),
  'root-not-folder': entry('error', () => 'there is no such folder, which --root names'),
  'empty-file': entry('error', () => 'the file is empty'),
  'invalid-bytes': entry(
    'error',
    () => 'the bytes here are not valid UTF-8',
    () => 'save the file as UTF-8',
  ),
  'other-encoding': entry(
    'error',
    ({ encoding }) => `the file is written in ${encoding}`,
    () => 'save the file as UTF-8',
  ),
  'json-syntax': mistake(),
  'yaml-syntax': mistake(),
  'several-documents': entry(
    'error',
    () => 'a second YAML document begins here',
    () => 'put each document into a file of its own',
  ),
  'unknown-tag': entry('error', ({ tag }) => `the YAML tag '${tag}' stands for nothing that JSON could hold`),
  'unknown-alias': entry('error', ({ name }) => `no anchor '&${name}' stands before this alias`),
  'endless-alias': entry('error', ({ name }) => `the alias '*${name}' stands inside its own anchor`),
  'duplicate-key': entry(
    'error',
    ({ key }) => `the name '${key}' is given twice in this object`,
    () => 'remove or rename one of them',
  ),
  'number-not-held': entry(
    'error',
    ({ text, held }) => `JavaScript cannot hold the number ${text}; it would become ${held}`,
    () => 'write it with fewer digits, or as a string where it stands for text',
  ),
  'number-rounded': entry(
    'warning',
    ({ text, held }) => `JavaScript cannot hold the number ${text}; it is read as ${held}`,
  ),
  'no-description': entry(
    'error',
    ({ what }) => `this is no OpenAPI description: ${what}`,
    ({ likely }) =>
      likely === undefined
        ? "a description begins with its version, such as 'openapi: 3.1.1'"
        : `'${likely}' has to be 'openapi'`,
  ),
  'swagger-description': entry(
    'error',
    () => `this is a Swagger 2.0 description; OpenAPI 3.0, 3.1 and 3.2 are read`,
    () => "convert it first, for example with 'npx swagger2openapi' or in the Swagger Editor",
  ),
  'unsupported-version': entry(
    'error',
    ({ version }) => `OpenAPI '${version}' is not read; 3.0, 3.1 and 3.2 are`,
    () => "write the version that the description follows, such as '3.1.1'",
  ),
  'reference-not-found': entry(
    'error',
    ({ reference }) => `'${reference}' does not exist`,
    ({ likely }) => didYouMean(likely),
  ),
  'reference-not-text': entry(
    'error',
    ({ keyword }) => `the value of '${keyword}' is a reference and must be a string`,
  ),
  'reference-to-network': entry(
    'error',
    ({ reference }) => `'${reference}' leads to the network, from which nothing is fetched`,
    () => 'download it into the folder of the description and refer to the file',
  ),
  'reference-outside': entry(
    'error',
    ({ reference }) => `'${reference}' leads outside the folder of the description`,
    () => 'if this is meant, name a folder that holds both: --root DIR',
  ),
  'reference-not-understood': entry('error', ({ reference }) => `'${reference}' is no reference that can be followed`),
  'reference-not-followed': entry(
    'warning',
    ({ reference }) => `'${reference}' leads to nothing that can be read and is kept as it is written`,
  ),
  'reference-in-example': entry(
    'warning',
    ({ reference }) =>
      `'${reference}' stands inside an example, where references mean nothing; it is followed all the same`,
    () => "refer to the whole example from 'examples'",
  ),
  'duplicate-identifier': entry(
    'warning',
    ({ keyword, name }) => `the ${keyword} '${name}' is given a second time; the first one counts`,
  ),
};
