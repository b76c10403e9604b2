import type { oas30, oas32 } from 'openapi3-ts';

/** The keywords of an object: its members, extensions aside. */
type KeywordOf<T> = keyof {
  [K in keyof T as string extends K ? never : K extends `x-${string}` ? never : K]: T[K];
} &
  string;

/** Every object of OpenAPI with its keywords, those of all versions. */
export interface Keywords {
  'OpenAPI Object': KeywordOf<oas32.OpenAPIObject>;
  'Info Object': KeywordOf<oas32.InfoObject>;
  'Contact Object': KeywordOf<oas32.ContactObject>;
  'License Object': KeywordOf<oas32.LicenseObject>;
  'Server Object': KeywordOf<oas32.ServerObject>;
  'Server Variable Object': KeywordOf<oas32.ServerVariableObject>;
  'Components Object': KeywordOf<oas32.ComponentsObject>;
  'Paths Object': never;
  'Path Item Object': KeywordOf<oas32.PathItemObject>;
  'Operation Object': KeywordOf<oas32.OperationObject>;
  'External Documentation Object': KeywordOf<oas32.ExternalDocumentationObject>;
  'Parameter Object': KeywordOf<oas32.ParameterObject>;
  'Request Body Object': KeywordOf<oas32.RequestBodyObject>;
  'Media Type Object': KeywordOf<oas32.MediaTypeObject>;
  'Encoding Object': KeywordOf<oas32.EncodingPropertyObject>;
  'Responses Object': never;
  'Response Object': KeywordOf<oas32.ResponseObject>;
  'Callback Object': never;
  'Example Object': KeywordOf<oas32.ExampleObject>;
  'Link Object': KeywordOf<oas32.LinkObject>;
  'Header Object': Exclude<KeywordOf<oas32.HeaderObject>, '$ref'>;
  'Tag Object': KeywordOf<oas32.TagObject>;
  'Reference Object': KeywordOf<oas32.ReferenceObject>;
  'Schema Object':
    | Exclude<KeywordOf<oas32.SchemaObjectValue>, '$ref' | `$${string}`>
    | KeywordOf<oas30.SchemaObject>
    | '$ref'
    | '$dynamicRef'
    | '$dynamicAnchor'
    | '$anchor'
    | '$id'
    | '$schema'
    | '$defs'
    | '$comment'
    | '$vocabulary'
    | 'minContains'
    | 'maxContains'
    | 'definitions'
    | 'dependencies'
    | '$recursiveAnchor'
    | '$recursiveRef';
  'Discriminator Object': KeywordOf<oas32.DiscriminatorObject>;
  'XML Object': KeywordOf<oas32.XmlObject>;
  'Security Scheme Object': KeywordOf<oas32.SecuritySchemeObject>;
  'OAuth Flows Object': KeywordOf<oas32.OAuthFlowsObject>;
  'OAuth Flow Object': KeywordOf<oas32.OAuthFlowObject>;
  'Security Requirement Object': never;
}

/** The OpenAPI word for a kind of object. */
export type ObjectKind = keyof Keywords;

/** The keywords that came with OpenAPI 3.1; those of the Schema Object are JSON Schema 2020-12. */
const since31: { readonly [K in ObjectKind]?: readonly Keywords[K][] } = {
  'OpenAPI Object': ['webhooks', 'jsonSchemaDialect'],
  'Info Object': ['summary'],
  'License Object': ['identifier'],
  'Components Object': ['pathItems'],
  'Schema Object': [
    '$defs',
    '$comment',
    'const',
    'contains',
    'minContains',
    'maxContains',
    'prefixItems',
    'patternProperties',
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'if',
    'then',
    'else',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentEncoding',
    'contentMediaType',
    'contentSchema',
    'examples',
  ],
};

/** The keywords that came with OpenAPI 3.2. */
const since32: { readonly [K in ObjectKind]?: readonly Keywords[K][] } = {
  'OpenAPI Object': ['$self'],
  'Server Object': ['name'],
  'Components Object': ['mediaTypes'],
  'Path Item Object': ['query', 'additionalOperations'],
  'Media Type Object': ['itemSchema', 'prefixEncoding', 'itemEncoding'],
  'Encoding Object': ['encoding', 'prefixEncoding', 'itemEncoding'],
  'Response Object': ['summary'],
  'Example Object': ['dataValue', 'serializedValue'],
  'Tag Object': ['summary', 'parent', 'kind'],
  'Discriminator Object': ['defaultMapping'],
  'XML Object': ['nodeType'],
  'Security Scheme Object': ['deprecated', 'oauth2MetadataUrl'],
  'OAuth Flows Object': ['deviceAuthorization'],
  'OAuth Flow Object': ['deviceAuthorizationUrl'],
};

const sinceByKind = new Map<string, Map<string, '3.1' | '3.2'>>();
for (const [version, table] of [
  ['3.1', since31],
  ['3.2', since32],
] as const) {
  for (const [kind, keywords] of Object.entries(table)) {
    const known = sinceByKind.get(kind) ?? new Map<string, '3.1' | '3.2'>();
    for (const keyword of keywords) known.set(keyword, version);
    sinceByKind.set(kind, known);
  }
}

/** Words an object with its article; other words stay as they are. */
export function nameObject(kind: string): string {
  if (!kind.endsWith(' Object')) return kind;
  return /^[AEIO]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** Gives the version that brought the keywords of an object, for those that came after 3.0. */
export function keywordVersions(kind: ObjectKind): ReadonlyMap<string, '3.1' | '3.2'> | undefined {
  return sinceByKind.get(kind);
}
