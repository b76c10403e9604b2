import type {
  Encoding,
  Example,
  Header,
  MediaType,
  Operation,
  Parameter,
  ParameterContent,
  Response,
} from '../model/api.js';
import type { Direction } from '../model/walk-schemas.js';
import {
  both,
  compareFacts,
  compareNames,
  compareParts,
  type Detail,
  type Effect,
  type Facts,
  listDifference,
  listStateless,
  listTextChange,
  narrower,
  neither,
  wider,
  withPath,
} from './change-details.js';
import type { SchemaComparison } from './compare-schemas.js';
import { compareSecurity } from './compare-security.js';

/** The details of an operation, by the message that they are about. */
type OperationDetails = { readonly [D in Direction]: readonly Detail[] };

/** Compares what an operation receives and what it sends. */
export function compareOperations(last: Operation, now: Operation, schemas: SchemaComparison): OperationDetails {
  return {
    request: [
      ...compareFacts(listFacts(last), listFacts(now)),
      ...compareFurtherTags(last, now),
      ...compareSecurity(last, now),
      ...listTextChange(listTexts(last), listTexts(now)),
      ...compareElements('parameter', indexParameters(last), indexParameters(now), (before, after) => [
        ...compareFacts(listParameterFacts(before), listParameterFacts(after)),
        ...compareContents(before.content, after.content, schemas),
      ]),
      ...compareBodies(last, now, schemas),
    ],
    response: compareResponses(last, now, schemas),
  };
}

// The servers of the description are compared once, not at each operation.
function listFacts({ deprecated, servers }: Operation): Facts {
  const own = servers.filter(({ origin }) => !origin.pointer.startsWith('/servers/'));
  return [
    ['deprecated', deprecated, neither],
    ['servers', own.map(({ url }) => url).join(', ') || undefined, narrower],
  ];
}

// The list of changes compares the first tag, below which an operation is listed.
function compareFurtherTags(last: Operation, now: Operation): Detail[] {
  const list = ({ tags }: Operation): Map<string, string> => listStateless(tags.slice(1));
  const effects = { removed: () => neither, added: () => neither, became: () => neither };
  return compareNames('further tag', list(last), list(now), effects);
}

function listParameterFacts({ deprecated, allowEmptyValue, requires }: Parameter): Facts {
  return [
    ['deprecated', deprecated, neither],
    ['allowed to be empty', allowEmptyValue, allowEmptyValue ? wider : narrower],
    ['required header', requires?.header, narrower],
  ];
}

function listTexts({ summary, description, externalDocs }: Operation): unknown {
  return [summary, description, externalDocs];
}

interface Named {
  readonly required: boolean;
  readonly description?: string;
  readonly examples: readonly Example[];
}

function compareElements<T extends Named>(
  what: string,
  last: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  compare: (last: T, now: T) => readonly Detail[],
): Detail[] {
  return compareParts(last, now, {
    what,
    effects: {
      removed: () => both,
      added: (is) => (is === 'required' ? narrower : neither),
      became: (is) => (is === 'required' ? narrower : wider),
    },
    getState: ({ required }) => (required ? 'required' : 'optional'),
    getPath: (name) => `${what} ${name}`,
    compare: (before, one) => [...compare(before, one), ...compareTexts(before, one)],
  });
}

function indexParameters({ parameters }: Operation): Map<string, Parameter> {
  return new Map(parameters.map((one) => [`${one.writtenName} (${one.location})`, one]));
}

function compareTexts(last: Omit<Named, 'required'>, now: Omit<Named, 'required'>): Detail[] {
  const pick = ({ description, examples }: Omit<Named, 'required'>): unknown => [
    description,
    examples.map(({ origin: _origin, notShown: _notShown, ...example }) => example),
  ];
  return listTextChange(pick(last), pick(now));
}

function compareContents(last: ParameterContent, now: ParameterContent, schemas: SchemaComparison): readonly Detail[] {
  if (last.by === 'media-type' && now.by === 'media-type')
    return last.mediaType.mediaType === now.mediaType.mediaType
      ? compareMediaTypes(last.mediaType, now.mediaType, schemas)
      : [{ path: '', text: `media type ${now.mediaType.mediaType}, was ${last.mediaType.mediaType}`, ...both }];
  if (last.by === 'style' && now.by === 'style')
    return [
      ...compareFacts(listStyleFacts(last), listStyleFacts(now)),
      ...schemas.compareUses(last.schema, now.schema),
    ];
  return [{ path: '', text: `serialized by ${now.by}, was by ${last.by}`, ...both }];
}

function listStyleFacts({ style, explode, allowReserved }: Extract<ParameterContent, { by: 'style' }>): Facts {
  return [
    ['style', style, both],
    ['exploded', explode, both],
    ['allowed to contain reserved characters', allowReserved, allowReserved ? wider : narrower],
  ];
}

function compareBodies(
  { requestBody: last }: Operation,
  { requestBody: now }: Operation,
  schemas: SchemaComparison,
): readonly Detail[] {
  if (!last && !now) return [];
  if (!last || !now) {
    const text = `body ${now ? 'added' : 'removed'}${now?.required ? ', required' : ''}`;
    return [{ path: '', text, ...(last ? both : now?.required ? narrower : neither) }];
  }
  const state = now.required ? 'required' : 'optional';
  return [
    ...(last.required === now.required
      ? []
      : [{ path: '', text: `body is now ${state}`, ...(now.required ? narrower : wider) }]),
    ...withPath('body', compareMessages(last.content, now.content, { removed: narrower, added: wider }, schemas)),
    ...listTextChange(last.description, now.description),
  ];
}

function compareMessages(
  last: readonly MediaType[],
  now: readonly MediaType[],
  effects: { readonly removed: Effect; readonly added: Effect },
  schemas: SchemaComparison,
): readonly Detail[] {
  const index = (all: readonly MediaType[]): Map<string, MediaType> => new Map(all.map((one) => [one.mediaType, one]));
  const [before, after] = [index(last), index(now)];
  return compareParts(before, after, {
    what: 'media type',
    effects: { removed: () => effects.removed, added: () => effects.added, became: () => neither },
    getPath: (name) => (after.size + before.size > 2 ? name : ''),
    compare: (old, one) => compareMediaTypes(old, one, schemas),
  });
}

function compareMediaTypes(last: MediaType, now: MediaType, schemas: SchemaComparison): readonly Detail[] {
  return [
    ...schemas.compareUses(last.schema, now.schema),
    ...withPath('each item', schemas.compareUses(last.itemSchema, now.itemSchema)),
    ...listDifference(listEncodings(last), listEncodings(now), { text: 'encoding changed', ...both }),
    ...compareTexts(last, now),
  ];
}

function listEncodings({ encoding, prefixEncoding, itemEncoding }: MediaType): unknown {
  const pick = (one: Encoding): unknown => {
    const { property, contentType, style, explode, allowReserved, headers } = one;
    const names = headers.map(({ wireName, required }) => [wireName, required]);
    return { property, contentType, style, explode, allowReserved, names };
  };
  const byName = new Map(encoding.map((one) => [one.property, pick(one)]));
  return [Object.fromEntries(byName), prefixEncoding.map(pick), itemEncoding ? pick(itemEncoding) : null];
}

function compareResponses(last: Operation, now: Operation, schemas: SchemaComparison): Detail[] {
  const index = ({ responses }: Operation): Map<string, Response> =>
    new Map(responses.map((response) => [String(response.status), response]));
  return compareParts(index(last), index(now), {
    what: 'response',
    effects: {
      removed: (status) => (/^[23]/.test(status) ? both : neither),
      added: () => neither,
      became: () => neither,
    },
    getPath: (status) => `response ${status}`,
    compare: (old, response) => compareResponse(old, response, schemas),
  });
}

function compareResponse(last: Response, now: Response, schemas: SchemaComparison): Detail[] {
  const headers = (response: Response): Map<string, Header> =>
    new Map(response.headers.map((header) => [header.wireName.toLowerCase(), header]));
  const links = (response: Response): unknown =>
    Object.fromEntries(response.links.map(({ name, operationId, parameters }) => [name, { operationId, parameters }]));
  return [
    ...compareElements('header', headers(last), headers(now), (before, after) => [
      ...compareFacts([['deprecated', before.deprecated, neither]], [['deprecated', after.deprecated, neither]]),
      ...compareContents(before.content, after.content, schemas),
    ]),
    ...compareMessages(last.content, now.content, { removed: both, added: neither }, schemas),
    ...listDifference(links(last), links(now), { text: 'links changed', ...neither }),
    ...listTextChange([last.summary, last.description], [now.summary, now.description]),
  ];
}
