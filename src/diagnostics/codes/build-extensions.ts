import { formatObject } from '../show-text.js';

/** Findings about gaps and Lacuna's extensions. */
export const extensionCodes = {
  'extension-invalid': {
    error: {
      'unknown-field': ({ name, ...subject }: Subject & { name: string }): string =>
        `'${name}' is not a field of ${nameSubject(subject)}`,
      'missing-field': ({ name, ...subject }: Subject & { name: string }): string =>
        `${nameSubject(subject)} lacks '${name}', which is required`,
      'wrong-value': ({
        field,
        found,
        known,
      }: {
        field: string | undefined;
        found: string;
        known: readonly string[];
      }): string => `${found} is not a valid ${field ?? 'value'} of a gap; it must be one of: ${known.join(', ')}`,
      empty: (subject: Subject): string => `${nameSubject(subject)} is empty`,
      identifier: '{found} is not a TypeScript identifier',
      date: '{found} is not a date such as "2025-01-31"',
      address: '{found} is not a URL such as "https://example.com/issues/7"',
      id: '{found} is not an id: an id has lowercase letters and digits, with single hyphens between words',
      unquoted: ({ value, ...subject }: Subject & { value: number | string }): string =>
        `${nameSubject(subject)} is the number ${value}; write it in quotes: "${value}"`,
      kind: ({ types, found, ...subject }: Subject & { types: readonly string[]; found: string }): string =>
        `${nameSubject(subject)} must be ${types.map(nameType).join(' or ')}, not ${found}`,
    },
    suggests: true,
    hint: ({
      fields,
      allowed,
    }: {
      fields?: readonly string[];
      allowed?: readonly string[] | undefined;
    }): string | undefined =>
      (fields && `its fields are ${fields.join(', ')}`) ?? (allowed && `it must be one of: ${allowed.join(', ')}`),
  },
  'foreign-extension': {
    warning: ({ extension, count }: { extension: keyof typeof extensionForms; count: number }): string =>
      `'${extension}' has another tool's form here${count === 1 ? '' : ` and at ${count - 1} other ${count === 2 ? 'place' : 'places'}`}, so it is ignored`,
    hint: ({ extension }: { extension: keyof typeof extensionForms }): string =>
      `the form that lacuna reads is ${extensionForms[extension]}`,
    effect: 'ignored',
  },
  'extension-misplaced': {
    error: ({ extension, object }: { extension: keyof typeof extensionPlaces; object: string }): string =>
      `'${extension}' is not allowed on ${formatObject(object)}; it is allowed on ${extensionPlaces[extension]}`,
  },
  'extension-beside-reference': {
    error: "OpenAPI ignores '{extension}' beside '$ref'",
    hint: "write it on the object that '$ref' refers to",
  },
  'gap-written-twice': {
    error: "the gap '{id}' is already defined at {first}",
    hint: 'to use the same gap here, write only its id; for another question, choose another id',
  },
  'gap-not-written': {
    error: "no object defines the gap '{id}', which is used here",
    suggests: true,
    hint: 'define it here, with id, kind, question and source',
  },
  'gap-repeated': { error: "this object lists the gap '{id}' twice" },
  'gap-beside-other': {
    error: "this object has two gaps of kind '{kind}': '{id}' and '{other}'",
    hint: 'ask both questions in one gap: artifacts cannot distinguish two gaps of one kind on one object',
  },
  'gap-misplaced': {
    error: {
      object: ({ id, kind, object, places }: Gap & { object: string; places: readonly string[] }): string =>
        `the gap '${id}' is of kind '${kind}', which is not allowed on ${formatObject(object)}; it is allowed on: ${places.join(', ')}`,
      parameter: ({ id, kind, location, places }: Gap & { location: string; places: readonly string[] }): string =>
        `the gap '${id}' is of kind '${kind}', which is not allowed on a ${location} parameter; it is allowed on parameters in: ${places.join(', ')}`,
      status:
        "the gap '{id}' is of kind '{kind}', which is not allowed on a response with the status {status}; it is allowed on: a response with the status '2XX' … '5XX' or 'default'",
    },
  },
  'shape-beside-keywords': {
    error: "the gap '{id}' declares the shape as not shown, which contradicts '{keywords}'",
    hint: ({ keywords }: { keywords: string }): string =>
      keywords === 'schema'
        ? 'write the gap on the schema'
        : "if part of the shape is known, describe that part and use kind 'fields' for the rest",
  },
  'placeholder-without-gap': {
    error: "'{name}' is a placeholder for a name that is not shown, but no gap asks for that name",
    hint: "add a gap of kind 'parameter-name' to 'x-not-shown', as 'lacuna gaps add' does, or write the real name",
  },
  'gap-without-placeholder': {
    error: "the gap '{id}' declares the name as not shown, but '{name}' is not a placeholder",
    hint: "write what the parameter means in angle brackets, such as '<from date>', or remove the gap",
  },
  'placeholder-repeated': {
    error: "another parameter of this operation already uses the placeholder '{name}'",
  },
  'parameter-name-shared': {
    error: "the gap '{id}' asks for the names of several parameters; define one gap per parameter",
  },
  'resolved-gap-open': {
    error: "the gap '{id}' is answered in 'x-resolved' but still open here",
    hint: 'remove it here; for another question, choose another id',
  },
  'resolved-twice': { error: "'x-resolved' answers the gap '{id}' twice" },
  'requires-unknown-header': {
    error: "'{operation}' has no header parameter '{header}', which this parameter requires",
    suggests: true,
  },
  'transition-unknown-operation': {
    error: "there is no operation '{operation}' for this transition",
    suggests: true,
  },
  'transition-unknown-state': {
    error: "'{state}' is not a value of this status",
    suggests: true,
    hint: ({ values }: { values: readonly string[] }): string => `its values are ${values.join(', ')}`,
  },
  'pagination-unknown-parameter': {
    error: "this operation has no parameter '{name}'",
    suggests: true,
  },
  'pagination-unknown-field': {
    error: "the successful response of this operation has no field '{field}'",
    suggests: true,
  },
  'source-missing': {
    warning: "this {object} lacks 'x-source', the section of the documentation that it restates",
  },
} as const;

interface Gap {
  readonly id: string;
  readonly kind: string;
}

/** The subject of a mistake in an extension: the member with this name, or the whole extension. */
interface Subject {
  readonly part: keyof typeof wholes;
  readonly field: string | undefined;
}

const wholes = {
  'x-not-shown': 'the list of gaps',
  id: 'the id',
  gap: 'the gap',
  'x-source': 'the source',
  'x-transitions': 'the transition',
  'x-requires': 'what is required',
  'x-pagination': 'the pagination',
  'x-identifier': 'the identifier',
  'x-resolved': 'the answered gap',
};

const extensionPlaces = {
  'x-not-shown':
    'a schema, parameter, header, request body, response, operation, path item, media type, security scheme, tag, server, the info or the root',
  'x-source': 'an object that restates a section of the documentation',
  'x-transitions': 'the schema of a status',
  'x-requires': 'a parameter',
  'x-pagination': 'an operation',
  'x-identifier': 'an operation, a parameter or a schema',
  'x-resolved': 'the root of the description',
  'x-resolves': 'an action of an Overlay',
};

const extensionForms = {
  'x-not-shown': 'a list of gaps',
  'x-source': 'a string or a list of strings',
  'x-transitions': "a list of objects with 'from', 'operation' and 'to'",
  'x-requires': "an object with 'header'",
  'x-pagination': "an object with 'parameters' and 'response'",
  'x-identifier': 'a string',
  'x-resolved': "a list of objects with 'id', 'answer' and 'source'",
  'x-resolves': 'a string',
};

function nameSubject({ part, field }: Subject): string {
  return field === undefined || /^\d+$/.test(field) ? wholes[part] : `'${field}'`;
}

function nameType(type: string): string {
  if (type === 'string') return 'a string';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'an object' : type;
}
