import { isSchemaKeyword, listKeywords, listMembersOfKeyword } from '../../src/model/schema-keywords.js';

type KeywordTable = { readonly [object: string]: { readonly [keyword: string]: readonly string[] } };
type KeywordList = { readonly [object: string]: readonly string[] };

/**
 * The closed list of keywords that are only for people, with everything inside them. The keys are objects; `*` is any
 * object.
 */
const documentation: KeywordList = {
  '*': ['summary', 'description', 'externalDocs', 'example', 'examples', 'deprecated', 'links', 'x-source'],
  'OpenAPI Object': ['info', 'tags'],
  'Operation Object': ['tags'],
  'Security Scheme Object': ['bearerFormat', 'flows', 'openIdConnectUrl', 'oauth2MetadataUrl'],
  'Schema Object': listKeywords(({ role }) => role === 'documentation'),
};

/** The objects whose keywords are all for people. */
const documentationObjects: readonly string[] = ['Example Object', 'Link Object'];

/** The closed list of keywords that say how the description itself is read. */
const reading: KeywordList = {
  'OpenAPI Object': ['openapi', '$self', 'jsonSchemaDialect'],
  'Schema Object': listKeywords(({ role }) => role === 'reading'),
};

// The keywords that have another name in the model. `a/b` is the member `b` of the member `a`.
const members: KeywordTable = {
  '*': {
    example: ['examples'],
    'x-not-shown': ['notShown', 'gap'],
    'x-source': ['source'],
    'x-transitions': ['transitions'],
    'x-requires': ['requires'],
    'x-pagination': ['pagination'],
    'x-identifier': ['identifier'],
    'x-resolved': ['resolved'],
  },
  'OpenAPI Object': { paths: ['operations'] },
  'Parameter Object': {
    name: ['wireName', 'writtenName'],
    in: ['location'],
    style: ['content/style'],
    explode: ['content/explode'],
    allowReserved: ['content/allowReserved'],
  },
  'Header Object': { style: ['content/style'], explode: ['content/explode'] },
  'Link Object': { operationRef: ['operation'] },
  'Example Object': { dataValue: ['value'] },
  'Security Scheme Object': {
    name: ['wireName'],
    openIdConnectUrl: ['url'],
    oauth2MetadataUrl: ['metadataUrl'],
  },
};

/** Returns whether a member of the model has an influence on names or on the views of a schema. */
export function isNamed(member: string): boolean {
  return ['operationId', 'identifier', 'readOnly', 'writeOnly'].includes(member);
}

/** Returns the members of the model that contain a keyword of an object. */
export function listMembers(object: string, keyword: string): readonly string[] {
  if (object === 'Security Requirement Object') return ['schemes'];
  if (object === 'Schema Object' && isSchemaKeyword(keyword)) return listMembersOfKeyword(keyword);
  return members[object]?.[keyword] ?? members['*']?.[keyword] ?? [keyword];
}

/**
 * Returns the purpose of a keyword that no artifact contains: it is for people, or for reading the description. Returns
 * `undefined` for other keywords.
 */
export function findPurpose(object: string, keyword: string): 'documentation' | 'reading' | undefined {
  if (documentationObjects.includes(object)) return 'documentation';
  if (documentation['*']?.includes(keyword) || documentation[object]?.includes(keyword)) return 'documentation';
  return reading[object]?.includes(keyword) ? 'reading' : undefined;
}
