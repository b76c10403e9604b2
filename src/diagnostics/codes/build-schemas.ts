/** Findings while building schemas. */
export const schemaCodes = {
  'unknown-dialect': {
    warning: "the schema dialect '{dialect}' is unknown; schemas are read as JSON Schema 2020-12",
  },
  'empty-schema': {
    warning: 'the schema is empty; it accepts any value',
    hint: (): string => "if you mean any value, write '{}'",
  },
  'unknown-type': {
    warning: "there is no type '{type}'; it is ignored",
    suggests: true,
    hint: ({ types }: { types: readonly string[] }): string => `the types are ${types.join(', ')}`,
  },
  'old-keyword': {
    warning: {
      dependencies:
        "'dependencies' comes from an older version of JSON Schema; it is read as 'dependentRequired' and 'dependentSchemas'",
      'recursive-reference':
        "'$recursiveRef' comes from an older version of JSON Schema; it is read as a reference to the schema around it that has '$recursiveAnchor'",
      'list-of-items': "a list under 'items' comes from an older version of JSON Schema; it is read as 'prefixItems'",
      'additional-items':
        "'additionalItems' comes from an older version of JSON Schema; it is read as 'items' after 'prefixItems'",
    },
  },
  'null-added': {
    warning: "in OpenAPI 3.0, 'nullable' does not add null to the '{beside}' beside it; null is allowed anyway",
  },
  'pattern-not-understood': {
    warning: ({ pattern, construct }: Misread): string =>
      construct === undefined
        ? `'${pattern}' is not a valid regular expression in JavaScript; validators do not check it`
        : `'${construct}' in '${pattern}' has no meaning in regular expressions of JavaScript; validators do not check the pattern`,
    hint: ({ pattern, construct }: Misread): string | undefined =>
      foreignConstructs.find(([syntax]) => syntax.test(construct ?? pattern))?.[1],
  },
  'foreign-anchor': {
    note: "'{written}' has anchors of another dialect; it is read as '{pattern}'",
  },
  'endless-schema': {
    warning: 'this schema only refers to itself and describes no value; it is read as any value (`unknown`)',
    hint: 'describe the value, or remove the schema',
  },
  'chain-too-long': {
    error:
      'a chain of more than {limit} schemas begins here, in which each applies the next one to the same value; TypeScript cannot compile their types',
    hint: 'apply a later schema of the chain directly',
  },
  'schema-leads-back': {
    warning: {
      nothing: 'this leads back to the schema that contains it, for the same value, so it has no effect',
      alternative:
        'this leads back to the schema that contains it, for the same value, so this alternative has no effect',
      extension:
        'this leads back to the schema that contains it, for the same value; here, that schema applies without its alternatives',
    },
  },
  'enum-value-forbidden': {
    warning: '{value} is not of type {types}, so no value can equal it; it is omitted',
    hint: ({ types }: { types: string }): string | undefined => suggestQuotes(types),
  },
  'enum-forbidden': {
    warning: ({ types, operations }: { types: string; operations: string }): string =>
      `none of these values is of type ${types}, so no value is valid and the type is \`never\`${listNeeding(operations)}`,
    hint: ({ types }: { types: string }): string | undefined => suggestQuotes(types),
  },
  'default-ignored': {
    warning: {
      type: 'the default is {value}, which is not of type {types}; it is ignored',
      value: 'the default is {value}, which is not one of the listed values; it is ignored',
      bounds: 'the default is {value}, which is not within the bounds; it is ignored',
    },
    effect: 'ignored',
  },
  'type-against-alternative': {
    warning:
      "an alternative under '{keyword}' is of type {types}, but 'type' beside '{keyword}' is {type}; 'type' is ignored",
  },
  'one-of-overlap': {
    warning: {
      value:
        "'{name}' can be {value} both here and in the alternative at '{other}'; 'oneOf' rejects a value that both accept",
      discriminator: ({
        keyword,
        name,
        others,
      }: {
        keyword: 'oneOf' | 'anyOf';
        name: string;
        others: readonly string[];
      }): string =>
        `these alternatives do not limit '${name}' to different values: ${listNames(others)}; validation ignores the discriminator, and ${keyword === 'oneOf' ? "'oneOf' rejects an object that several accept" : `'anyOf' accepts an object whose '${name}' names another alternative`}`,
    },
    hint: ({ others }: { others?: readonly string[] }): string =>
      others
        ? 'list the values of the property in each alternative (`enum` or `const`)'
        : "list each value in only one of them, or use 'anyOf'",
  },
  'impossible-schema': {
    warning: {
      any: ({ operations }: { operations: string }): string =>
        `the keywords of this schema contradict each other: no value is valid, so the type is \`never\`${listNeeding(operations)}`,
      object: ({ ban, operations }: { ban: ShownBan; operations: string }): string =>
        `${formatBan(ban, 'required')}: no value is valid, so the type is \`never\`${listNeeding(operations)}`,
    },
    hint: ({ ban }: { ban?: ShownBan }): string | undefined => ban && suggestUnban(ban),
  },
  'impossible-type': {
    warning: {
      bounds: ({ types, lower, upper }: { types: string; lower: Bound; upper: Bound }): string =>
        `no ${types} is valid, because ${formatBound(lower)} and ${formatBound(upper)}; the type omits ${types}`,
      parts: 'the keywords here contradict each other: no {types} is valid; the type omits {types}',
      object: ({ ban }: { ban: ShownBan }): string =>
        `${formatBan(ban, 'required')}: no object is valid; the type omits objects`,
    },
    hint: ({ ban }: { ban?: ShownBan }): string => (ban ? suggestUnban(ban) : 'correct the bounds, or remove the type'),
  },
  'nothing-allowed': { warning: 'no value is valid here; the type is `never`' },
  'impossible-property': {
    warning: {
      value: ({ name, operations }: { name: string; operations: string }): string =>
        `the schemas here contradict each other: no value of '${name}' is valid in all of them, so its type is \`never\`${listNeeding(operations)}`,
      name: ({ ban }: { ban: ShownBan }): string =>
        `${formatBan(ban, 'described')}: no valid object has ${ban.names.length > 1 ? 'them, so their' : 'it, so its'} type is \`never\``,
    },
    hint: ({ ban }: { ban?: ShownBan }): string | undefined => ban && suggestUnban(ban),
  },
} as const;

/** A pattern, and the part of it that has no meaning in JavaScript, unless JavaScript refuses the pattern. */
interface Misread {
  readonly pattern: string;
  readonly construct: string | undefined;
}

/** Constructs of other dialects of regular expressions, and what to write in JavaScript. */
const foreignConstructs: readonly (readonly [construct: RegExp, cure: string])[] = [
  [/\(\?[a-z]+\)/, "remove the flags; for both cases of a letter, write a class such as '[Aa]'"],
  [/\(\?P</, "write a named group as '(?<name>…)'"],
  [/[*+?}]\+/, "remove the '+' after the quantifier"],
  [/\(\?>/, "write '(?:' instead of '(?>'"],
  [/^\\[AZz]$/, "write '^' for the start and '$' for the end"],
  [/^\\[hH]$/, "write a class such as '[ \\t]'"],
  [/^\\[QE]$/, 'escape each character with a special meaning'],
  [/^\\[pPux]$/, 'escape only characters that need it, so that the pattern is valid with the Unicode flag'],
  [/^\[/, "write the characters of the class, such as '[A-Za-z]' for '[[:alpha:]]'"],
  [/^\{/, "write the minimum, such as '{0,3}'"],
  [/^\\[A-Za-z]$/, 'if you mean the letter, remove the backslash; otherwise write a class of characters'],
];

// YAML reads some values without quotes as numbers or booleans.
function suggestQuotes(types: string): string | undefined {
  return types === 'string' ? 'if you mean text, write it in quotes' : undefined;
}

interface Bound {
  readonly keyword: string;
  readonly value: unknown;
}

function formatBound({ keyword, value }: Bound): string {
  return `'${keyword}' is ${value}`;
}

/** A keyword that forbids properties which other schemas of the same value need. */
export interface ShownBan {
  readonly keyword: string;
  /** The place of the keyword, if it is in another schema than the finding. */
  readonly place: string | undefined;
  readonly names: readonly string[];
  /** Whether it only forbids that all these properties are present. */
  readonly isTogether: boolean;
  /** Whether the schema with the keyword itself needs these properties. */
  readonly isOwn: boolean;
}

const mostNames = 5;

function listNames(names: readonly string[]): string {
  const more = names.length > mostNames ? [`${names.length - mostNames} more`] : [];
  const shown = [...names.slice(0, mostNames).map((name) => `'${name}'`), ...more];
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter((part) => part).join(' and ');
}

function formatBan({ keyword, place, names, isTogether }: ShownBan, relation: 'required' | 'described'): string {
  const where = place === undefined ? '' : ` at '${place}'`;
  const together = isTogether && names.length > 1 ? ' together' : '';
  return `'${keyword}'${where} forbids ${listNames(names)}${together}, which ${names.length > 1 ? 'are' : 'is'} ${relation} here`;
}

function suggestUnban({ keyword, isOwn }: ShownBan): string {
  if (keyword === 'additionalProperties' && !isOwn)
    return "'additionalProperties' does not see the properties of other schemas; remove it and, in OpenAPI 3.1 or later, write 'unevaluatedProperties: false' in the schema that applies all others";
  if (keyword === 'unevaluatedProperties' && !isOwn)
    return "'unevaluatedProperties' sees only its own schema and the schemas that this applies; write it in the schema that applies all others";
  return `correct '${keyword}' or 'required'`;
}

// Formats the operations that have no valid value for a body or a required parameter.
function listNeeding(operations: string): string {
  return operations === '' ? '' : `; these operations need a valid value: ${operations}`;
}
