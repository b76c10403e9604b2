/**
 * The reason for a list of handled keywords: `listUnhandledMembers` receives the list and refuses any other keyword.
 */
const handled = 'what the code handles; every other keyword of the table counts as one that it cannot handle';
const compiled = 'the compiler reports a keyword of the table that is missing here';

/**
 * The modules and rooms with lists of four or more schema keywords, the number of lists allowed in each, and the
 * reason. Other code asks the tables.
 */
export const keywordLists: { readonly [file: string]: { readonly lists: number; readonly why: string } } = {
  'configuration/build-schema.ts': { lists: 2, why: 'a JSON Schema' },
  'package-build/build-description-schema.ts': { lists: 1, why: 'a JSON Schema' },
  'emitters/json-schema/print-keywords.ts': { lists: 1, why: compiled },
  'changes/compare-keywords.ts': {
    lists: 1,
    why: 'the rules of changes; a keyword without a rule counts as breaking',
  },
  'changes/part-labels.ts': { lists: 1, why: compiled },
  'emitters/server/error-form.ts': { lists: 2, why: handled },
  'emitters/validators/': {
    lists: 2,
    why: 'the keywords of each group have writers of their own',
  },
  'model-builder/gaps/check-extension.ts': { lists: 1, why: 'the failures of a validator have a message each' },
  'model-builder/gaps/extension-schemas.ts': { lists: 2, why: 'schemas of extensions' },
  'model-builder/schemas/crossed-bounds.ts': { lists: 1, why: 'which bounds are a pair' },
  'model-builder/schemas/schema-keywords.ts': { lists: 1, why: compiled },
  'model/keyword-table.ts': { lists: 3, why: 'the table of schema keywords' },
  'model/openapi-objects.ts': {
    lists: 1,
    why: 'the table of the objects of OpenAPI, some with fields of the same names',
  },
  'model/schema-keywords.ts': { lists: 1, why: 'the keywords that need a reader of their own' },
  'naming/name-origin.ts': { lists: 1, why: 'words that are no name where they end a pointer' },
  'naming/name-schemas.ts': { lists: 1, why: 'the words of each keyword; others have a common one' },
  'naming/reserved-names.ts': { lists: 1, why: 'reserved words of JavaScript' },
  'overlays/hash-places.ts': { lists: 1, why: 'the members of a description that can answer a gap of a kind' },
  'samples/sample-value.ts': { lists: 1, why: handled },
};

const perSignal = 'the runtime has no other place that lives as long as a call';

/**
 * The modules that keep state which their callers do not see. Each has the number of places, and the reason why the
 * state is not passed as a value. State is a `WeakMap`, a `WeakSet`, or a variable, map or set of the module that
 * changes.
 */
export const remembered: { readonly [file: string]: { readonly count: number; readonly why: string } } = {
  'cli.ts': { count: 2, why: 'the standard input, which a process has once' },
  'model-builder/gaps/check-extension.ts': { count: 1, why: 'validators of constants, compiled once for all runs' },
  'overlays/origins.ts': {
    count: 2,
    why: 'one object knows the places of one run; the copies of finished actions are freed',
  },
  'runtime/client/hooks.ts': { count: 1, why: perSignal },
  'runtime/client/client.ts': { count: 1, why: perSignal },
  'runtime/node/node.ts': { count: 1, why: 'the sockets that one server refused' },
  'runtime/write/not-shown.ts': { count: 1, why: perSignal },
  'runtime/validate/validators.ts': {
    count: 1,
    why: 'a guard is called with its value alone; emptied after each call',
  },
  'text/render-markdown.ts': { count: 1, why: 'a pure function of a text, for at most 5,000 texts' },
  'user-modules/load-module.ts': { count: 2, why: 'the modules and hooks of Node, which live as long as the process' },
};
