/**
 * A part of a description, and the expected members of the model. The description has version 3.2 of OpenAPI by
 * default.
 */
export interface Row {
  readonly written: unknown;
  readonly version?: '3.0.4' | '3.1.1' | '3.2.0';
  /**
   * The members of the object in the model that are compared. Of a schema, all members are compared. A schema that only
   * has a title is represented by its title. If the model has no such object, this is `undefined`.
   */
  readonly model: object | undefined;
  /** The findings as `code pointer`; none by default. */
  readonly findings?: readonly string[];
}

const schema = { title: 'S' };
const style = (written: object, content: object, version?: Row['version']): Row => ({
  written: { name: 'a', schema, ...written },
  ...(version && { version }),
  model: { content: { by: 'style', schema: 'S', ...content } },
});

const everyEncoding = {
  contentType: 'text/plain',
  headers: { H: { schema } },
  encoding: { b: { contentType: 'b/b' } },
  prefixEncoding: [{ contentType: 'p/p' }],
  itemEncoding: { contentType: 'i/i' },
};
const noEncoding = { headers: [], encoding: [], prefixEncoding: [] };
const header = {
  required: false,
  deprecated: false,
  content: { by: 'style', style: 'simple', explode: false, allowReserved: false, schema: 'S' },
  examples: [],
  wireName: 'H',
};
const flows = {
  implicit: { authorizationUrl: '/i', refreshUrl: '/ir', scopes: { a: 'A' } },
  password: { tokenUrl: '/p', scopes: {} },
  clientCredentials: { tokenUrl: '/c', scopes: {} },
  authorizationCode: { authorizationUrl: '/a', tokenUrl: '/at', scopes: {} },
  deviceAuthorization: { deviceAuthorizationUrl: '/d', tokenUrl: '/dt', scopes: {} },
};
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** A schema with one keyword, and the only member of the schema in the model. */
function keyword(name: string, value: unknown, member = name, read = value, version?: Row['version']): Row {
  return { written: { [name]: value }, ...(version && { version }), model: { [member]: read } };
}
const a = { title: 'a' };
const b = { title: 'b' };

export const objectRows: { readonly [kind: string]: readonly Row[] } = {
  'OpenAPI Object': [
    {
      written: { servers: [{ url: '/v1' }], externalDocs: { url: '/docs', description: 'd' } },
      model: { servers: [{ url: '/v1', variables: [] }], externalDocs: { url: '/docs', description: 'd' } },
    },
    { written: {}, model: { servers: [], tags: [], externalDocs: undefined } },
  ],
  'Info Object': [
    {
      written: {
        title: 't',
        version: 'v',
        summary: 's',
        description: 'd',
        termsOfService: '/terms',
        contact: { name: 'n', url: '/u', email: 'e' },
        license: { name: 'l', identifier: 'i' },
      },
      model: {
        title: 't',
        version: 'v',
        summary: 's',
        description: 'd',
        termsOfService: '/terms',
        contact: { name: 'n', url: '/u', email: 'e' },
        license: { name: 'l', identifier: 'i' },
      },
    },
    {
      written: { title: 't', version: 'v', license: { name: 'l', url: '/l' } },
      model: { license: { name: 'l', url: '/l' } },
    },
  ],
  'Server Object': [
    {
      written: { url: '/{a}', name: 'n', description: 'd', variables: { a: { default: 'x' } } },
      model: { url: '/{a}', name: 'n', description: 'd', variables: [{ name: 'a', default: 'x' }] },
    },
  ],
  'Server Variable Object': [
    {
      written: { enum: ['x', 'y'], default: 'y', description: 'd' },
      model: { name: 'a', enum: ['x', 'y'], default: 'y', description: 'd' },
    },
  ],
  'Tag Object': [
    {
      written: {
        name: 'n',
        summary: 's',
        description: 'd',
        externalDocs: { url: '/docs' },
        parent: 'up',
        kind: 'nav',
      },
      model: { name: 'n', summary: 's', description: 'd', externalDocs: { url: '/docs' }, parent: 'up', kind: 'nav' },
    },
  ],
  'Path Template': [
    {
      written: { '/a/{id}.json': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema }] } } },
      model: {
        path: { template: '/a/{id}.json', parts: [{ literal: '/a/' }, { parameter: 'id' }, { literal: '.json' }] },
      },
    },
  ],
  'Path Item Object': [
    ...methods.map((method) => ({ written: { [method]: {} }, model: { method: method.toUpperCase() } })),
    { written: { additionalOperations: { Copy: {} } }, model: { method: 'Copy' } },
    {
      written: {
        summary: 's',
        description: 'd',
        servers: [{ url: '/own' }],
        parameters: [{ name: 'a', in: 'query', schema }],
        get: { summary: 'of get' },
      },
      model: {
        summary: 'of get',
        description: undefined,
        pathItem: { summary: 's', description: 'd' },
        servers: [{ url: '/own', variables: [] }],
        parameters: [
          {
            location: 'query',
            wireName: { shown: true, value: 'a' },
            writtenName: 'a',
            required: false,
            deprecated: false,
            allowEmptyValue: false,
            content: { by: 'style', style: 'form', explode: true, allowReserved: false, schema: 'S' },
            examples: [],
          },
        ],
      },
    },
  ],
  'Operation Object': [
    {
      written: {
        operationId: 'o',
        summary: 's',
        description: 'd',
        tags: ['t'],
        deprecated: true,
        externalDocs: { url: '/docs' },
        servers: [{ url: '/own' }],
        security: [{}],
      },
      model: {
        operationId: 'o',
        summary: 's',
        description: 'd',
        tags: ['t'],
        deprecated: true,
        externalDocs: { url: '/docs' },
        servers: [{ url: '/own', variables: [] }],
        security: [{ schemes: [] }],
      },
    },
    {
      written: {},
      model: {
        kind: 'path',
        operationId: undefined,
        tags: [],
        deprecated: false,
        parameters: [],
        requestBody: undefined,
        callbacks: [],
        security: [],
        servers: [],
      },
    },
    ...['200', '2XX', 'default'].map((status) => ({
      written: { responses: { [status]: { description: 'd' } } },
      model: {
        responses: [
          {
            status: status === '200' ? 200 : status,
            code: { shown: true, value: status === '200' ? 200 : status },
            description: 'd',
            headers: [],
            content: [],
            links: [],
          },
        ],
      },
    })),
  ],
  'Parameter Object': [
    {
      written: {
        name: 'a',
        in: 'query',
        description: 'd',
        required: true,
        deprecated: true,
        allowEmptyValue: true,
        allowReserved: true,
        style: 'pipeDelimited',
        explode: true,
        schema,
        example: 1,
      },
      model: {
        location: 'query',
        writtenName: 'a',
        description: 'd',
        required: true,
        deprecated: true,
        allowEmptyValue: true,
        content: { by: 'style', style: 'pipeDelimited', explode: true, allowReserved: true, schema: 'S' },
        examples: [{ name: '', value: 1 }],
      },
    },
    {
      written: { name: 'a', in: 'header', schema },
      model: { location: 'header', required: false, deprecated: false, allowEmptyValue: false, examples: [] },
    },
    {
      written: { name: 'a', in: 'query', content: { 'text/plain': { schema } } },
      model: {
        content: {
          by: 'media-type',
          mediaType: { mediaType: 'text/plain', schema: 'S', examples: [], encoding: [], prefixEncoding: [] },
        },
      },
    },
    // The default style of a location, and the default of `explode` (4.12.2.2).
    style({ in: 'query' }, { style: 'form', explode: true, allowReserved: false }),
    style({ in: 'header' }, { style: 'simple', explode: false, allowReserved: false }),
    style({ in: 'cookie' }, { style: 'form', explode: true, allowReserved: false }),
    ...(['spaceDelimited', 'pipeDelimited', 'deepObject'] as const).map((name) =>
      style({ in: 'query', style: name }, { style: name, explode: false, allowReserved: false }),
    ),
    style({ in: 'cookie', style: 'cookie' }, { style: 'cookie', explode: true, allowReserved: false }),
    style({ in: 'cookie', style: 'form', explode: false }, { style: 'form', explode: false, allowReserved: false }),
    // Reserved characters can only stay where other characters are percent-encoded.
    style({ in: 'query', allowReserved: true }, { style: 'form', explode: true, allowReserved: true }),
    style({ in: 'cookie', allowReserved: true }, { style: 'form', explode: true, allowReserved: true }),
  ],
  'Request Body Object': [
    {
      written: { description: 'd', required: true, content: { 'a/b': {} } },
      model: {
        description: 'd',
        required: true,
        content: [{ mediaType: 'a/b', examples: [], encoding: [], prefixEncoding: [] }],
      },
    },
    { written: { content: { 'a/b': {} } }, model: { required: false } },
  ],
  'Media Type Object': [
    {
      written: {
        schema,
        itemSchema: { title: 'I' },
        example: 1,
        encoding: { b: { contentType: 'b/b' } },
      },
      model: {
        schema: 'S',
        itemSchema: 'I',
        isOfEvent: undefined,
        examples: [{ name: '', value: 1 }],
        encoding: [{ property: 'b', contentType: 'b/b', ...noEncoding }],
        prefixEncoding: [],
        itemEncoding: undefined,
      },
    },
    {
      written: { prefixEncoding: [{ contentType: 'p/p' }], itemEncoding: { contentType: 'i/i' } },
      model: {
        encoding: [],
        prefixEncoding: [{ property: '', contentType: 'p/p', ...noEncoding }],
        itemEncoding: { property: '', contentType: 'i/i', ...noEncoding },
      },
    },
  ],
  // Before 3.2, `schema` described the data of an event. Since then, `itemSchema` describes a whole event (4.14.4).
  'Media Type Object of events': [
    { written: { schema }, version: '3.0.4', model: { isOfEvent: true, schema: 'S' } },
    { written: { schema }, version: '3.1.1', model: { isOfEvent: true, schema: 'S' } },
    { written: { itemSchema: schema }, model: { isOfEvent: undefined, itemSchema: 'S' } },
  ],
  'Media Type Object of almost events': [{ written: { schema }, version: '3.1.1', model: { isOfEvent: undefined } }],
  // Each of the three keywords has its default only if another one is present (4.15.1.2).
  'Encoding Object': [
    { written: {}, model: { property: 'a', style: undefined, explode: undefined, allowReserved: undefined } },
    { written: { style: 'form' }, model: { style: 'form', explode: true, allowReserved: false } },
    {
      written: { style: 'spaceDelimited' },
      model: { style: 'spaceDelimited', explode: false, allowReserved: false },
    },
    { written: { style: 'pipeDelimited' }, model: { style: 'pipeDelimited', explode: false, allowReserved: false } },
    { written: { style: 'deepObject' }, model: { style: 'deepObject', explode: false, allowReserved: false } },
    { written: { explode: false }, model: { style: 'form', explode: false, allowReserved: false } },
    { written: { allowReserved: true }, model: { style: 'form', explode: true, allowReserved: true } },
    { written: { allowReserved: false }, model: { style: 'form', explode: true, allowReserved: false } },
    {
      written: { style: 'form' },
      version: '3.0.4',
      model: { style: 'form', explode: true, allowReserved: false },
    },
  ],
  'Encoding Object of a part': [
    {
      written: everyEncoding,
      model: {
        property: 'a',
        contentType: 'text/plain',
        headers: [header],
        encoding: [{ property: 'b', contentType: 'b/b', ...noEncoding }],
        prefixEncoding: [{ property: '', contentType: 'p/p', ...noEncoding }],
        itemEncoding: { property: '', contentType: 'i/i', ...noEncoding },
      },
    },
    { written: { style: 'form' }, version: '3.1.1', model: { style: 'form', explode: true } },
  ],
  'Response Object': [
    {
      written: {
        summary: 's',
        description: 'd',
        headers: { H: { schema } },
        content: { 'a/b': {} },
        links: { l: { description: 'of the link' } },
      },
      model: {
        status: 200,
        summary: 's',
        description: 'd',
        headers: [header],
        content: [{ mediaType: 'a/b', examples: [], encoding: [], prefixEncoding: [] }],
        links: [{ name: 'l', description: 'of the link', parameters: [] }],
      },
    },
    { written: {}, model: { description: undefined } },
  ],
  'Header Object': [
    {
      written: { description: 'd', required: true, deprecated: true, explode: true, schema, example: 1 },
      model: {
        wireName: 'A',
        description: 'd',
        required: true,
        deprecated: true,
        content: { by: 'style', style: 'simple', explode: true, allowReserved: false, schema: 'S' },
        examples: [{ name: '', value: 1 }],
      },
    },
    {
      written: { schema },
      model: { required: false, deprecated: false, content: header.content, examples: [] },
    },
  ],
  'Link Object': [
    {
      written: {
        description: 'd',
        parameters: { p: '$request.path.id' },
        requestBody: '$request.body',
        server: { url: '/own' },
      },
      model: {
        name: 'a',
        description: 'd',
        parameters: [{ name: 'p', value: '$request.path.id' }],
        requestBody: '$request.body',
        server: { url: '/own', variables: [] },
      },
    },
    {
      written: { operationRef: '#/paths/~1a/post' },
      model: { operation: { file: 'spec.yaml', pointer: '/paths/~1a/post' } },
    },
  ],
  'Link Object to its own operation': [
    { written: { operationId: 'o' }, model: { operation: { file: 'spec.yaml', pointer: '/paths/~1a/post' } } },
  ],
  'Example Object': [
    {
      written: { summary: 's', description: 'd', value: 1 },
      model: { name: 'a', summary: 's', description: 'd', value: 1, serializedValue: undefined },
    },
    { written: { dataValue: 2, serializedValue: '2' }, model: { value: 2, serializedValue: '2' } },
    { written: { externalValue: '/e' }, model: { value: undefined, externalValue: '/e' } },
  ],
  'Callback Object': [
    {
      written: { '{$request.query.url}': { post: {} } },
      model: { kind: 'callback', method: 'POST', path: { template: '{$request.query.url}', parts: [] } },
    },
  ],
  'Security Scheme Object': [
    ...['query', 'header', 'cookie'].map((location) => ({
      written: { type: 'apiKey', name: 'n', in: location, description: 'd', deprecated: true },
      model: { name: 'a', type: 'apiKey', in: location, wireName: 'n', description: 'd', deprecated: true },
    })),
    {
      written: { type: 'http', scheme: 'bearer', bearerFormat: 'f' },
      model: { type: 'http', scheme: 'bearer', bearerFormat: 'f', description: undefined, deprecated: undefined },
    },
    { written: { type: 'mutualTLS' }, model: { type: 'mutualTLS' } },
    { written: { type: 'openIdConnect', openIdConnectUrl: '/o' }, model: { type: 'openIdConnect', url: '/o' } },
    {
      written: { type: 'oauth2', oauth2MetadataUrl: '/m', flows },
      model: {
        type: 'oauth2',
        metadataUrl: '/m',
        flows: [
          {
            flow: 'implicit',
            authorizationUrl: '/i',
            refreshUrl: '/ir',
            scopes: [{ name: 'a', description: 'A' }],
          },
          { flow: 'password', tokenUrl: '/p', scopes: [] },
          { flow: 'clientCredentials', tokenUrl: '/c', scopes: [] },
          { flow: 'authorizationCode', authorizationUrl: '/a', tokenUrl: '/at', scopes: [] },
          { flow: 'deviceAuthorization', deviceAuthorizationUrl: '/d', tokenUrl: '/dt', scopes: [] },
        ],
      },
    },
  ],
  'Schema Object': [
    { written: { title: 'S', description: 'text' }, model: { title: 'S', description: 'text' } },
    ...['description', 'format', 'contentEncoding', 'contentMediaType'].map((name) => keyword(name, 'text')),
    keyword('pattern', '^a'),
    keyword('$comment', 'c', 'comment'),
    ...['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'multipleOf'].map((name) => keyword(name, 5)),
    ...['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'].map((name) =>
      keyword(name, 5),
    ),
    { written: { contains: a, maxContains: 5 }, model: { contains: 'a', maxContains: 5 } },
    { written: { contains: a, minContains: 5 }, model: { contains: 'a', minContains: 5 } },
    ...['uniqueItems', 'deprecated'].map((name) => keyword(name, true)),
    keyword('type', 'string', 'types', ['string']),
    keyword('type', ['string', 'null'], 'types', ['string', 'null']),
    keyword('enum', [1, null]),
    keyword('const', null),
    keyword('default', null),
    keyword('example', 1, 'examples', [1]),
    keyword('examples', [1, 2]),
    keyword('required', ['a', 'b']),
    ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'contentSchema'].map((name) =>
      keyword(name, a, name, 'a'),
    ),
    ...['unevaluatedItems', 'unevaluatedProperties'].map((name) => keyword(name, a, name, 'a')),
    ...['then', 'else'].map((name) => ({ written: { if: a, [name]: b }, model: { if: 'a', [name]: 'b' } })),
    ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => keyword(name, [a, b], name, ['a', 'b'])),
    ...['properties', 'dependentSchemas'].map((name) =>
      keyword(name, { p: a, q: b }, name, [
        { name: 'p', schema: 'a' },
        { name: 'q', schema: 'b' },
      ]),
    ),
    keyword('patternProperties', { '^p': a }, 'patternProperties', [{ pattern: '^p', schema: 'a' }]),
    keyword('dependentRequired', { p: ['q'] }, 'dependentRequired', [{ name: 'p', required: ['q'] }]),
    keyword('externalDocs', { url: '/docs', description: 'd' }),
    keyword('xml', { name: 'n', namespace: '/n', prefix: 'p', attribute: true, wrapped: true, nodeType: 'element' }),
    {
      written: { properties: { k: a }, required: ['k'], discriminator: { propertyName: 'k', defaultMapping: 'T' } },
      model: {
        properties: [{ name: 'k', schema: 'a' }],
        required: ['k'],
        discriminator: { propertyName: 'k', mapping: [], defaultMapping: 'T' },
      },
    },
    keyword('$ref', '#/components/schemas/T', 'ref', 'T'),
    { written: { $ref: '#/components/schemas/T', title: 'own' }, model: { ref: 'T', title: 'own' } },
    keyword('$ref', '#/components/schemas/T', 'ref', 'T', '3.0.4'),
    // In 3.0, `true` makes the bound beside it exclusive.
    { written: { maximum: 5, exclusiveMaximum: true }, version: '3.0.4', model: { exclusiveMaximum: 5 } },
    { written: { maximum: 5, exclusiveMaximum: false }, version: '3.0.4', model: { maximum: 5 } },
    { written: { minimum: 5, exclusiveMinimum: true }, version: '3.0.4', model: { exclusiveMinimum: 5 } },
    { written: { minimum: 5, exclusiveMinimum: false }, version: '3.0.4', model: { minimum: 5 } },
    { written: { minimum: 1, exclusiveMaximum: 5 }, model: { minimum: 1, exclusiveMaximum: 5 } },
    {
      written: { minimum: 1, maximum: 5, exclusiveMaximum: true },
      version: '3.0.4',
      model: { minimum: 1, exclusiveMaximum: 5 },
    },
    {
      written: { maximum: 9, minimum: 5, exclusiveMinimum: true },
      version: '3.0.4',
      model: { maximum: 9, exclusiveMinimum: 5 },
    },
    // In 3.0, `nullable` adds null to the values that the other keywords allow.
    { written: { type: 'string', nullable: true }, version: '3.0.4', model: { types: ['string', 'null'] } },
    { written: { type: 'string', nullable: false }, version: '3.0.4', model: { types: ['string'] } },
  ],
};
