/** What a list of handled keywords is for: `membersBearingOn` takes it, and what is not on it is refused. */
const handled = 'what the code handles; every other keyword of the table counts as one that it cannot handle';
const compiled = 'the compiler reports a keyword of the table that is missing here';

/** The modules and rooms with lists of four or more schema keywords, how many at most, and why. Elsewhere the tables are asked. */
export const keywordLists: { readonly [file: string]: { readonly lists: number; readonly why: string } } = {
  'coverage/keyword-uses.ts': { lists: 1, why: 'fields for people, of all objects of OpenAPI' },
  'emitters/json-schema/print-keywords.ts': { lists: 1, why: compiled },
  'emitters/reference/article/schema-parts.ts': { lists: 1, why: compiled },
  'emitters/server/error-form.ts': { lists: 2, why: handled },
  'emitters/validators/': {
    lists: 12,
    why: 'the keywords of each group have writers of their own; stand-ins copy what they share',
  },
  'model-builder/items/check-extension.ts': { lists: 1, why: 'the failures of a validator have a message each' },
  'model-builder/items/extension-schemas.ts': { lists: 2, why: 'schemas of extensions' },
  'model-builder/schemas/crossed-bounds.ts': { lists: 1, why: 'which bounds are a pair' },
  'model-builder/schemas/schema-keywords.ts': { lists: 1, why: compiled },
  'model/keyword-table.ts': { lists: 3, why: 'the table of schema keywords' },
  'model/openapi-objects.ts': {
    lists: 2,
    why: 'the table of the objects of OpenAPI, some with fields of the same names',
  },
  'model/schema-keywords.ts': { lists: 1, why: 'the keywords that need a reader of their own' },
  'naming/name-origin.ts': { lists: 1, why: 'words that are no name where they end a pointer' },
  'naming/part-name.ts': { lists: 1, why: 'the words of each keyword; others have a common one' },
  'naming/reserved-names.ts': { lists: 1, why: 'reserved words of JavaScript' },
  'samples/sample-value.ts': { lists: 1, why: handled },
};

const derived = 'a pure function of a schema, which does not change once the model is complete';
const perRun = 'derived once per run from its names or its plans, which do not change';
const perSignal = 'the runtime has no other place that lives as long as a call';

/** The modules that remember things by object (`WeakMap`, `WeakSet`), how many, and why these are not values that are passed. */
export const remembered: { readonly [file: string]: { readonly count: number; readonly why: string } } = {
  'coverage/read-log.ts': { count: 1, why: 'the views of one log, one per object' },
  'emitters/reference/samples/print-samples.ts': { count: 1, why: perRun },
  'emitters/server/declared-names.ts': { count: 1, why: perRun },
  'emitters/types/item-places.ts': { count: 1, why: perRun },
  'emitters/types/print-conversion.ts': { count: 1, why: perRun },
  'emitters/validators/places.ts': { count: 1, why: perRun },
  'emitters/validators/presence.ts': { count: 1, why: derived },
  'emitters/validators/program.ts': { count: 1, why: 'a member of the program of one run' },
  'emitters/validators/statics.ts': { count: 3, why: derived },
  'model/schema-parts.ts': { count: 1, why: derived },
  'runtime/client-hooks.ts': { count: 1, why: perSignal },
  'runtime/client.ts': { count: 1, why: perSignal },
  'runtime/node.ts': { count: 1, why: 'the sockets that one server refused' },
  'runtime/write-not-shown.ts': { count: 1, why: perSignal },
  'text/html.ts': { count: 1, why: 'a pure function of the text of a template' },
  'typescript/type-resolver.ts': { count: 1, why: perRun },
  'wire/media-format.ts': { count: 1, why: derived },
  'wire/value-shape.ts': { count: 1, why: derived },
};

/**
 * By room: how many functions have more than 40 lines or more than four parameters, how many files have more than 250
 * lines, and why. Rooms that are not listed have none.
 */
export const large: {
  readonly [room: string]: { readonly functions: number; readonly files: number; readonly why: string };
} = {
  'command-line': { functions: 2, files: 0, why: 'the texts of `--help` in one place' },
  conversions: { functions: 1, files: 0, why: 'what is known of one position' },
  document: { functions: 4, files: 0, why: 'parsers that pass on text, origin, limits and diagnostics' },
  emitters: {
    functions: 15,
    files: 2,
    why: 'printers of one construct; the writers of validators pass on their place',
  },
  model: { functions: 0, files: 1, why: 'the table of the objects of OpenAPI' },
  'model-builder': { functions: 1, files: 1, why: 'the one reader of objects, and all that a path item passes on' },
  naming: { functions: 2, files: 1, why: 'names of schemas depend on each other' },
  runtime: { functions: 36, files: 2, why: 'arguments rather than objects, since these are called for each value' },
  scaffold: { functions: 1, files: 0, why: 'a group of names is made of five facts' },
  stages: { functions: 1, files: 0, why: 'the stages of a run' },
  typescript: { functions: 1, files: 1, why: 'the printer of types' },
};
