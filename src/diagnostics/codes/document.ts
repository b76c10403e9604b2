import { formatArgument } from '../show-text.js';
import { suggestLimit } from './row.js';

/** The largest value of the limit for depth. A deeper description would overflow the call stack. */
export const greatestDepth = 800;

/** An entry of a filter that selects no operation. */
interface IdleEntry {
  readonly selector: string;
  readonly entry: string;
  readonly likely: string | undefined;
}

const formatIdle = ({ selector, entry, likely }: IdleEntry): string =>
  `'${entry}' in '${selector}'${likely === undefined ? '' : ` (did you mean '${likely}'?)`}`;

/** Findings while reading the files of a description. */
export const documentCodes = {
  'depth-limit': {
    error: 'objects and arrays are nested more than {limit} levels deep here',
    hint: ({ limit }: { limit: number }): string | undefined =>
      limit < greatestDepth ? suggestLimit('depth', Math.min(limit, greatestDepth / 2)) : undefined,
  },
  'file-size-limit': {
    error: 'the file has {size} bytes, which is more than {limit}',
    hint: ({ limit, size }: { limit: number; size: number }): string =>
      suggestLimit('fileBytes', Math.max(limit, Math.ceil(size / 2))),
  },
  'total-size-limit': {
    error: 'with this file, the description has more than {limit} bytes',
    hint: ({ limit }: { limit: number }): string => suggestLimit('totalBytes', limit),
  },
  'file-count-limit': {
    error: 'with this file, the description has more than {limit} files',
    hint: ({ limit }: { limit: number }): string => suggestLimit('files', limit),
  },
  'yaml-token-limit': {
    error: 'the file has more than {limit} YAML tokens up to here',
    hint: ({ limit }: { limit: number }): string =>
      `convert the file to JSON, which needs far less memory, or ${suggestLimit('yamlTokens', limit)}`,
  },
  'alias-limit': {
    error: 'the aliases of the description repeat more than {limit} values up to here',
    hint: ({ limit }: { limit: number }): string => suggestLimit('aliases', limit),
  },
  'file-not-found': {
    error: 'there is no such file',
    suggests: true,
    hint: "name the description with --spec, or the folder of an earlier output with --out; 'lacuna init' finds the description and writes a configuration",
  },
  'file-unreadable': {
    error: {
      folder: 'the file cannot be read: it is a folder',
      device: 'the file cannot be read: it is a device',
      permission: 'the file cannot be read: permission is missing',
      system: 'the file cannot be read: {code}',
      changed: 'the file changed after it was read, so nothing is written',
      mixed: 'some lines of the file end in CR alone, others in LF, so nothing is written',
    },
    suggests: true,
    hint: { changed: 'run the command again', mixed: 'save the file with one kind of line endings' },
  },
  'spec-is-url': {
    error: 'lacuna generates from files, never from the network',
    hint: ({ url }: { url: string }): string =>
      `download it, then name the file: lacuna fetch ${formatArgument(url)} --out openapi.yaml`,
  },
  'input-not-given': {
    error: 'the description comes from standard input, but this run received none',
    hint: "pass it again, as in 'lacuna check --spec - < openapi.yaml', or name a file with --spec",
  },
  'root-not-folder': { error: 'the folder that --root names does not exist' },
  'empty-file': { error: 'the file is empty' },
  'invalid-bytes': {
    error: 'the bytes here are not valid UTF-8',
    hint: 'save the file as UTF-8',
  },
  'other-encoding': {
    error: 'the file is written in {encoding}',
    hint: 'save the file as UTF-8',
  },
  'json-syntax': {
    error: {
      mistake: '{what}',
      conflict: 'a merge conflict begins here',
    },
    hint: ({ hint }: { hint?: string | undefined }): string | undefined => hint,
  },
  'yaml-syntax': {
    error: {
      tab: 'the indentation contains a tab',
      name: 'a key must be a single word or a quoted string',
      'second-colon': "this line contains a second ':'",
      depth: 'objects and arrays are nested too deeply here',
      'merge-key': "the merge key '<<' takes an object, or a list of objects",
      conflict: 'a merge conflict begins here',
      parser: '{what}',
    },
    hint: {
      tab: 'indent with spaces',
      name: 'put it in quotes',
      'second-colon': 'put the text in quotes, or start a new line for the object',
      'merge-key': "if '<<' is an ordinary key, write it in quotes",
    },
  },
  'several-documents': {
    error: 'a second YAML document begins here',
    hint: 'put each document into its own file',
  },
  'unknown-tag': {
    error: "the YAML tag '{tag}' has no equivalent in JSON",
  },
  'unknown-alias': { error: "there is no anchor '&{name}' before this alias" },
  'endless-alias': {
    error: "the alias '*{name}' is inside its own anchor",
  },
  'duplicate-key': {
    error: "this object has the key '{key}' twice",
    hint: 'remove or rename one of them',
  },
  'number-not-held': {
    error: 'JavaScript cannot represent the number {text}; it would become {held}',
    hint: 'write a smaller number, or a string if it is text',
  },
  'number-rounded': {
    warning: 'JavaScript cannot represent the number {text}; code has {held} instead',
    hint: ({ isInt64 }: { isInt64: boolean }): string | undefined =>
      isInt64 ? "with '--int64 bigint', code has all digits" : undefined,
  },
  'no-description': {
    error: {
      'not-object': 'this is not an OpenAPI description: it is not an object',
      'no-field': "this is not an OpenAPI description: it has no field 'openapi'",
    },
    hint: ({ likely }: { likely: string | undefined }): string | undefined =>
      likely === undefined
        ? "a description begins with its version, such as 'openapi: 3.1.1'"
        : `rename '${likely}' to 'openapi'`,
  },
  'swagger-description': {
    error: 'this is a Swagger 2.0 description; lacuna reads OpenAPI 3.0, 3.1 and 3.2',
    hint: "convert it first: 'npx swagger2openapi --patch swagger.yaml --outfile openapi.yaml'; that converter loses the 'collectionFormat' of form fields and the names of body parameters, and rejects 'collectionFormat: tsv'",
  },
  'unsupported-version': {
    error: "lacuna does not read OpenAPI '{version}', only 3.0, 3.1 and 3.2",
    hint: "write the version that the description follows, such as '3.1.1'",
  },
  'reference-not-found': {
    error: {
      absent: "'{reference}' does not exist",
      'of-root': "'{reference}' exists in '{root}', but not in this file",
      'in-reference':
        "'{reference}' does not exist; '{map}' is itself a reference to '{target}', which OpenAPI does not allow",
    },
    suggests: true,
    hint: {
      'of-root': "a reference that names no file refers to its own file; write '{written}'",
      'in-reference': "list each name at '{map}', with a reference of its own",
    },
  },
  'reference-not-text': {
    error: "the value of '{keyword}' is a reference and must be a string",
  },
  'reference-to-network': {
    error: "'{reference}' refers to the network; lacuna only reads files",
    hint: 'download the file into the folder of the description and refer to it there',
  },
  'reference-outside': {
    error: "'{reference}' refers to a file outside the folder of the description",
    hint: 'if this is intended, name a folder that contains both: --root DIR',
  },
  'reference-not-understood': {
    error: "'{reference}' is not a valid reference",
  },
  'reference-not-followed': {
    warning: "'{reference}' refers to nothing that lacuna can read; the reference stays as written",
  },
  'reference-in-example': {
    warning: "OpenAPI has no references inside an example; '{reference}' is followed anyway",
    hint: "use a reference in 'examples' in place of the whole example",
  },
  'reference-against-file': {
    warning:
      "the '$id' around '{reference}' resolves it to '{meant}', which the description does not contain; it is read relative to this file",
    hint: "refer to the '$id' of the target, or remove the '$id' around the reference",
  },
  'duplicate-identifier': {
    warning: "the {keyword} '{name}' is declared twice; the first one is used",
  },
  'filter-selects-nothing': {
    // A brief list of warnings has no hints, so the message contains the suggestions.
    warning: ({ entries }: { entries: readonly IdleEntry[] }): string =>
      `no operation matches ${entries.map(formatIdle).join(' or ')} of the filter`,
    options: ['include', 'exclude'],
  },
  'filter-keeps-nothing': {
    error: 'the filter excludes every operation',
    options: ['include', 'exclude'],
  },
} as const;
